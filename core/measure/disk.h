// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <sys/types.h>

namespace drivetrain {

struct IoBytes { std::int64_t read_bytes = 0, write_bytes = 0; };

/// Totals of a block device since boot, from /proc/diskstats by st_dev (512-byte sectors). Nothing
/// for tmpfs, network and overlay file systems.
[[nodiscard]] std::optional<IoBytes> deviceIo(std::uint64_t device_id);

/// Bytes that a process caused to be read from and sent to storage (/proc/PID/io read_bytes,
/// write_bytes). Nothing where the account may not look.
[[nodiscard]] std::optional<IoBytes> processIo(pid_t process);

} // namespace drivetrain
