// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/drive.h"
#include <optional>
#include <vector>

namespace drivetrain {

/// All mounted file systems that could hold data, the user's home first, then by mount point. Those
/// that cannot be written carry the reason. Pseudo file systems (proc, sysfs, cgroup, ...) and
/// single-file bind mounts are left out. Source: /proc/self/mountinfo, statvfs, /sys/dev/block
/// (rotational, model). Never blocks on a dead network mount for more than 1 s (such a one is
/// listed with its obstacle).
[[nodiscard]] std::vector<Drive> listDrives();

/// The drive behind any folder: `folder` is what was asked for. A folder that is not there gives
/// NotFound.
/// "~" is not expanded. `folder` stays as given (made absolute, cleaned).
[[nodiscard]] Drive driveOfFolder(const QString &folder);

/// What a durable write costs there: measured in at most `budget_s` with a file of our own in
/// `folder` that is removed again. Nothing where it cannot be measured.
struct DriveProbe { double sync_s = 0; double write_bytes_per_s = 0; };
[[nodiscard]] std::optional<DriveProbe> probeDrive(const QString &folder, double budget_s);

} // namespace drivetrain
