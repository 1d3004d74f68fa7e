// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "measure/mounts.h"
#include "model/drive.h"

namespace drivetrain {

/// What the system tells of the hardware behind a block device: through partitions, device-mapper
/// (LUKS, LVM), RAID and loop devices down to the disk. Where several disks stand behind it, the
/// slowest kind and all models. From /sys/dev/block; any thread.
struct Hardware { DriveKind kind = DriveKind::Unknown; QString model; };
[[nodiscard]] Hardware hardwareOf(BlockDevice device);

} // namespace drivetrain
