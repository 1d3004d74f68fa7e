// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/disk.h"
#include "measure/mounts.h"
#include "measure/small_file.h"
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace drivetrain {
namespace {

constexpr std::int64_t sector_bytes = 512;   // in /proc/diskstats, whatever the drive's own are

/// stat() gives each btrfs subvolume a number of its own, which no block device has: the mount that
/// bears it tells the device.
std::optional<BlockDevice> findAnonymous(std::uint64_t device_id)
{
    for (const Mount &mount : readMounts()) {
        struct stat facts{};
        if (mount.major != 0 || isPseudo(mount) || mayHang(mount) || isMemory(mount)
            || ::stat(mount.mount_point.c_str(), &facts) != 0 || facts.st_dev != device_id)
            continue;
        return blockDeviceOf(mount);
    }
    return std::nullopt;
}

std::optional<BlockDevice> blockDevice(std::uint64_t device_id)
{
    if (gnu_dev_major(device_id) != 0)
        return BlockDevice{gnu_dev_major(device_id), gnu_dev_minor(device_id)};
    // Asked for ten times a second, about a handful of drives.
    static std::mutex mutex;
    static std::map<std::uint64_t, std::optional<BlockDevice>> known;
    const std::lock_guard lock(mutex);
    constexpr std::size_t knownMax = 64;
    if (known.size() >= knownMax)
        known.clear();
    const auto [found, isNew] = known.try_emplace(device_id);
    if (isNew)
        found->second = findAnonymous(device_id);
    return found->second;
}

std::optional<std::int64_t> fieldOf(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        if (takeWord(line) == key)
            return numberOf<std::int64_t>(takeWord(line));
    }
    return std::nullopt;
}

} // namespace

std::optional<IoBytes> deviceIo(std::uint64_t device_id)
{
    const auto device = blockDevice(device_id);
    const auto text = device ? readSmallFile("/proc/diskstats") : std::nullopt;
    if (!text)
        return std::nullopt;
    std::string_view rest = *text;
    while (!rest.empty()) {
        std::string_view line = takeLine(rest);
        if (numberOf<unsigned>(takeWord(line)) != device->major
            || numberOf<unsigned>(takeWord(line)) != device->minor)
            continue;
        // name, reads, reads merged, sectors read, ms; writes, writes merged, sectors written
        std::optional<std::int64_t> read, written;
        for (int field = 3; field <= 10; ++field) {
            const std::string_view word = takeWord(line);
            if (field == 6)
                read = numberOf<std::int64_t>(word);
            else if (field == 10)
                written = numberOf<std::int64_t>(word);
        }
        if (!read || !written)
            return std::nullopt;
        return IoBytes{*read * sector_bytes, *written * sector_bytes};
    }
    return std::nullopt;
}

std::optional<IoBytes> processIo(pid_t process)
{
    const auto text = readSmallFile("/proc/" + std::to_string(process) + "/io");
    if (!text)
        return std::nullopt;
    const auto read = fieldOf(*text, "read_bytes:"), written = fieldOf(*text, "write_bytes:");
    if (!read || !written)
        return std::nullopt;
    return IoBytes{*read, *written};
}

} // namespace drivetrain
