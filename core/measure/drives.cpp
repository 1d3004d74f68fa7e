// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/drives.h"
#include "measure/block_device.h"
#include "measure/bounded_call.h"
#include "measure/mounts.h"
#include <QDir>
#include <QFile>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr std::int64_t leastFree_bytes = std::int64_t{64} << 20;
constexpr std::chrono::milliseconds answerLimit{1000};
constexpr std::array systemMounts{"/boot", "/boot/efi", "/efi", "/boot/firmware",
                                  "/run",  "/run/lock", "/dev", "/recovery"};

QString systemWords(int error) { return QString::fromLocal8Bit(std::strerror(error)); }

bool isSystemOnly(const Mount &mount)
{
    return std::find(systemMounts.begin(), systemMounts.end(), mount.mount_point)
               != systemMounts.end()
           || mount.mount_point.starts_with("/run/credentials/");
}

void setObstacle(Drive &drive, DriveObstacle obstacle, QString detail)
{
    if (drive.obstacle == DriveObstacle::None) {   // the first is the one to mend first
        drive.obstacle = obstacle;
        drive.obstacle_detail = std::move(detail);
    }
}

void describe(Drive &drive, const Mount &mount)
{
    drive.mount_point = QFile::decodeName(mount.mount_point.c_str());
    drive.device = QFile::decodeName(mount.source.c_str());
    drive.file_system = QString::fromStdString(mount.type);
    drive.mount_options = QFile::decodeName(mount.options.c_str());
    if (isMemory(mount))
        drive.kind = DriveKind::Memory;
    else if (isNetwork(mount))
        drive.kind = DriveKind::Network;
}

void describeHardware(Drive &drive, const Mount &mount)
{
    const auto device = isMemory(mount) || isNetwork(mount) ? std::nullopt : blockDeviceOf(mount);
    if (!device)
        return;
    const Hardware hardware = hardwareOf(*device);
    drive.kind = hardware.kind;
    drive.model = hardware.model;
}

/// Space, st_dev and what stands against writing into drive.folder. Touches it: may hang.
void inspectFolder(Drive &drive)
{
    const QByteArray path = QFile::encodeName(drive.folder);
    struct stat facts{};
    if (::stat(path.constData(), &facts) != 0) {
        const bool denied = errno == EACCES || errno == EPERM;
        return setObstacle(drive, denied ? DriveObstacle::NoPermission : DriveObstacle::NotFound,
                           systemWords(errno));
    }
    drive.device_id = facts.st_dev;
    if (!S_ISDIR(facts.st_mode))
        setObstacle(drive, DriveObstacle::NotAFolder, drive.folder);
    struct statvfs space{};
    if (::statvfs(path.constData(), &space) != 0)
        return setObstacle(drive, DriveObstacle::NotFound, systemWords(errno));
    const auto unit_bytes = static_cast<std::int64_t>(space.f_frsize);
    drive.free_bytes = static_cast<std::int64_t>(space.f_bavail) * unit_bytes;
    drive.total_bytes = static_cast<std::int64_t>(space.f_blocks) * unit_bytes;
    if ((space.f_flag & ST_RDONLY) != 0)
        setObstacle(drive, DriveObstacle::ReadOnly, drive.mount_point);
    else if (::faccessat(AT_FDCWD, path.constData(), W_OK | X_OK, AT_EACCESS) != 0)
        setObstacle(drive, DriveObstacle::NoPermission, drive.folder);
    if (drive.free_bytes < leastFree_bytes)
        setObstacle(drive, DriveObstacle::Full, QString::number(drive.free_bytes));
}

/// Where a run may make its folder on a mounted file system. Root's home is entered by no other
/// account, a private server's included: for root the system's own places come first.
QString folderOn(const Mount &mount, const std::vector<Mount> &mounts, const QString &home,
                 bool isHome)
{
    const auto isOnIt = [&](const char *folder) {
        const Mount *other = mountOf(mounts, folder);
        return other && other->isSameFileSystem(mount) && ::access(folder, W_OK | X_OK) == 0;
    };
    if (isHome && ::geteuid() != 0)
        return home;
    for (const char *folder : {"/var/tmp", "/tmp"}) {
        if (isOnIt(folder))
            return QString::fromLatin1(folder);
    }
    return isHome ? home : QFile::decodeName(mount.mount_point.c_str());
}

std::string resolved(const QString &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(QFile::encodeName(path).constData(), nullptr), &std::free);
    return real ? std::string(real.get()) : std::string();
}

struct Home { QString folder; std::string real; };

/// One mounted file system as a drive; nothing for single-file mounts and those without any space.
std::optional<Drive> inspectMount(const Mount &mount, const std::vector<Mount> &mounts,
                                  const Home &home)
{
    Drive drive;
    describe(drive, mount);
    const Mount *homeMount = home.real.empty() ? nullptr : mountOf(mounts, home.real);
    drive.is_home = homeMount && homeMount->isSameFileSystem(mount);
    struct stat facts{};
    if (::stat(mount.mount_point.c_str(), &facts) == 0 && !S_ISDIR(facts.st_mode))
        return std::nullopt;
    drive.folder = folderOn(mount, mounts, home.folder, drive.is_home);
    if (isSystemOnly(mount))
        setObstacle(drive, DriveObstacle::SystemOnly, drive.mount_point);
    inspectFolder(drive);
    if (drive.total_bytes == 0 && drive.obstacle != DriveObstacle::NoPermission)
        return std::nullopt;
    describeHardware(drive, mount);
    return drive;
}

Drive silent(const Mount &mount)
{
    Drive drive;
    describe(drive, mount);
    drive.folder = drive.mount_point;
    setObstacle(drive, DriveObstacle::NotFound,
                u"no answer within %1 s"_s.arg(answerLimit.count() / 1000));
    return drive;
}

/// Of several mounts of one file system (bind mounts, btrfs subvolumes) the one to show.
const Mount *better(const Mount *a, const Mount *b, const Mount *homeMount)
{
    const auto rank = [homeMount](const Mount *mount) {
        return std::tuple(mount != homeMount, mount->hasOption("ro"), mount->root != "/",
                          mount->mount_point.size());
    };
    return rank(b) < rank(a) ? b : a;
}

std::vector<const Mount *> oneEach(const std::vector<Mount> &mounts, const Mount *homeMount)
{
    std::vector<const Mount *> chosen;
    for (const Mount &mount : mounts) {
        if (isPseudo(mount))
            continue;
        struct stat facts{};
        const bool isFile = mount.root != "/" && !mayHang(mount)
            && ::stat(mount.mount_point.c_str(), &facts) == 0 && !S_ISDIR(facts.st_mode);
        if (isFile)
            continue;
        const auto same = std::find_if(chosen.begin(), chosen.end(), [&mount](const Mount *other) {
            return other->isSameFileSystem(mount);
        });
        if (same == chosen.end())
            chosen.push_back(&mount);
        else
            *same = better(*same, &mount, homeMount);
    }
    return chosen;
}

} // namespace

/// In a changed root no mount may hold the home: its folder is offered all the same.
static Drive homeWithoutMount(const QString &homeFolder)
{
    struct stat home{}, shared{};
    const bool sharesDevice = ::stat(QFile::encodeName(homeFolder).constData(), &home) == 0
        && ::stat("/var/tmp", &shared) == 0 && home.st_dev == shared.st_dev;
    // Root's own home bars the accounts that servers run under.
    Drive drive = driveOfFolder(geteuid() == 0 && sharesDevice ? u"/var/tmp"_s : homeFolder);
    drive.is_home = true;
    if (drive.mount_point.isEmpty()) {
        drive.mount_point = u"/"_s;
        drive.file_system = u"unknown"_s;
    }
    return drive;
}

std::vector<Drive> listDrives()
{
    const auto deadline = std::chrono::steady_clock::now() + answerLimit;
    const auto mounts = std::make_shared<const std::vector<Mount>>(readMounts());
    const QString homeFolder = QDir::homePath();
    // The home itself may be on a server that is gone.
    auto homeCall = BoundedCalls::start([homeFolder] { return resolved(homeFolder); });
    const Home home{homeFolder,
                    BoundedCalls::answer(homeCall, deadline - answerLimit / 2).value_or("")};
    const Mount *homeMount = home.real.empty() ? nullptr : mountOf(*mounts, home.real);

    struct Pending { const Mount *mount; std::optional<std::future<std::optional<Drive>>> call; };
    std::vector<Pending> pending;
    std::vector<Drive> drives;
    for (const Mount *mount : oneEach(*mounts, homeMount)) {
        if (mayHang(*mount)) {
            pending.push_back({mount, BoundedCalls::start([mounts, mount, home] {
                return inspectMount(*mount, *mounts, home);
            })});
        } else if (auto drive = inspectMount(*mount, *mounts, home)) {
            drives.push_back(std::move(*drive));
        }
    }
    for (Pending &one : pending) {
        const auto drive = BoundedCalls::answer(one.call, deadline);
        if (!drive)
            drives.push_back(silent(*one.mount));
        else if (*drive)
            drives.push_back(**drive);
    }
    std::sort(drives.begin(), drives.end(), [](const Drive &a, const Drive &b) {
        return std::tuple(!a.is_home, a.mount_point) < std::tuple(!b.is_home, b.mount_point);
    });
    if (drives.empty() || !drives.front().is_home)
        drives.insert(drives.begin(), homeWithoutMount(homeFolder));
    return drives;
}

Drive driveOfFolder(const QString &folder)
{
    const QString path = QDir::cleanPath(QDir(folder).absolutePath());
    auto call = BoundedCalls::start([path] {
        Drive drive;
        drive.folder = path;
        const std::string real = resolved(path);
        const auto mounts = readMounts();
        const Mount *mount = real.empty() ? nullptr : mountOf(mounts, real);
        if (mount) {
            describe(drive, *mount);
            const std::string home = resolved(QDir::homePath());
            const Mount *homeMount = home.empty() ? nullptr : mountOf(mounts, home);
            drive.is_home = homeMount && homeMount->isSameFileSystem(*mount);
            if (isPseudo(*mount))
                setObstacle(drive, DriveObstacle::SystemOnly, drive.mount_point);
        }
        inspectFolder(drive);
        if (mount)
            describeHardware(drive, *mount);
        return drive;
    });
    auto drive = BoundedCalls::answer(call, std::chrono::steady_clock::now() + answerLimit);
    if (drive)
        return *drive;
    Drive none;
    none.folder = path;
    setObstacle(none, DriveObstacle::NotFound,
                u"no answer within %1 s"_s.arg(answerLimit.count() / 1000));
    return none;
}

} // namespace drivetrain
