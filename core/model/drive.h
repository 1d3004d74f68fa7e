// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <cstdint>
#include <optional>

namespace drivetrain {

enum class DriveKind { Nvme, SolidState, HardDisk, Memory, Network, Unknown };
/// "nvme", "ssd", "hdd", "memory", "network", "unknown"
[[nodiscard]] QString driveKindName(DriveKind kind);

/// Why a drive cannot take data; a person sees the reason beside the greyed card.
enum class DriveObstacle { None, ReadOnly, NoPermission, Full, NotAFolder, NotFound, SystemOnly };

/// A mounted file system, or any folder on one.
struct Drive
{
    /// where Drivetrain would make its own folder: what was asked for, or a writable place on it
    QString folder;
    QString mount_point;
    QString device;          ///< "/dev/nvme0n1p2", "tmpfs", "server:/export"
    QString model;           ///< the hardware's own name, or empty where the system does not tell
    QString file_system;     ///< "ext4", "xfs", "tmpfs"
    QString mount_options;
    DriveKind kind = DriveKind::Unknown;
    std::int64_t free_bytes = 0, total_bytes = 0;
    std::uint64_t device_id = 0;   ///< st_dev, to tell one drive from another during a lap
    bool is_home = false;          ///< the user's home folder is on it
    DriveObstacle obstacle = DriveObstacle::None;
    QString obstacle_detail;       ///< path or system's words

    [[nodiscard]] bool isUsable() const { return obstacle == DriveObstacle::None; }
    friend bool operator==(const Drive &, const Drive &) = default;
};

} // namespace drivetrain
