// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/block_device.h"
#include "measure/small_file.h"
#include <QStringList>
#include <filesystem>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

namespace fs = std::filesystem;
constexpr int depthMax =
    8; // a partition on LVM on LUKS on RAID on a partition, and a loop around it

struct Found { DriveKind kind = DriveKind::Unknown; QStringList models; };

/// The slower of two, so that a RAID of a disk and an SSD is not called an SSD.
DriveKind slower(DriveKind a, DriveKind b)
{
    const auto rank = [](DriveKind kind) {
        switch (kind) {
        case DriveKind::Memory: return 0;
        case DriveKind::Nvme: return 1;
        case DriveKind::SolidState: return 2;
        case DriveKind::HardDisk: return 3;
        case DriveKind::Network: return 4;
        case DriveKind::Unknown: return 5;
        }
        return 5;
    };
    return rank(a) >= rank(b) ? a : b;
}

Found inspectPath(const fs::path &path, int depth);

Found inspectDevice(BlockDevice device, int depth)
{
    std::error_code error;
    const fs::path path = fs::canonical("/sys/dev/block/" + std::to_string(device.major) + ':'
                                            + std::to_string(device.minor), error);
    return error ? Found{} : inspectPath(path, depth);
}

/// A loop device is what its file's drive is.
Found inspectLoop(const fs::path &path, int depth)
{
    const auto file = readSmallText(path / "loop/backing_file");
    const auto mounts = readMounts();
    const Mount *mount = file ? mountOf(mounts, *file) : nullptr;
    if (!mount)
        return {};
    if (isMemory(*mount))
        return {DriveKind::Memory, {}};
    if (isNetwork(*mount))
        return {DriveKind::Network, {}};
    const auto device = blockDeviceOf(*mount);
    return device ? inspectDevice(*device, depth) : Found{};
}

QString modelOf(const fs::path &path)
{
    const auto part = [&path](const char *name) {
        return QString::fromStdString(
            readSmallText(path / "device" / name).value_or(std::string()));
    };
    const QString model = part("model"), vendor = part("vendor");
    if (model.isEmpty())
        return part("name");   // memory cards
    // "ATA" is no vendor, and a PCI number is no name.
    const bool isName = !vendor.isEmpty() && vendor != "ATA"_L1 && !vendor.startsWith("0x"_L1);
    return isName && !model.startsWith(vendor) ? vendor + u' ' + model : model;
}

Found inspectDisk(const fs::path &path)
{
    const std::string name = path.filename().string();
    const QString model = modelOf(path);
    const QStringList models = model.isEmpty() ? QStringList() : QStringList(model);
    if (name.starts_with("nvme"))
        return {DriveKind::Nvme, models};
    if (name.starts_with("zram") || name.starts_with("ram") || name.starts_with("pmem"))
        return {DriveKind::Memory, models};
    if (name.starts_with("nbd") || name.starts_with("rbd") || name.starts_with("drbd"))
        return {DriveKind::Network, models};
    if (name.starts_with("vd") || name.starts_with("xvd"))
        return {DriveKind::Unknown,
                models}; // a virtual disk's "rotational" is the hypervisor's default
    if (name.starts_with("mmcblk"))
        return {DriveKind::SolidState, models};
    const auto rotational = readSmallText(path / "queue/rotational");
    if (!rotational)
        return {DriveKind::Unknown, models};
    return {*rotational == "0" ? DriveKind::SolidState : DriveKind::HardDisk, models};
}

Found inspectPath(const fs::path &path, int depth)
{
    std::error_code error;
    if (depth >= depthMax)
        return {};
    if (fs::exists(path / "partition", error))
        return inspectPath(path.parent_path(), depth + 1);
    if (fs::exists(path / "loop/backing_file", error))
        return inspectLoop(path, depth + 1);
    Found all;
    bool any = false;
    for (fs::directory_iterator it(path / "slaves", error), end; !error && it != end;
         it.increment(error)) {
        const fs::path slave = fs::canonical(it->path(), error);
        const Found one = error ? Found{} : inspectPath(slave, depth + 1);
        all.kind = any ? slower(all.kind, one.kind) : one.kind;
        all.models += one.models;
        any = true;
    }
    if (!any)
        return inspectDisk(path);
    all.models.removeDuplicates();
    return all;
}

} // namespace

Hardware hardwareOf(BlockDevice device)
{
    const Found found = inspectDevice(device, 0);
    return {found.kind, found.models.join(u", ")};
}

} // namespace drivetrain
