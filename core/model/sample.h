// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>

namespace drivetrain {

/// One reading of counters in time (every 100 ms by default). All values are over the interval that
/// ends at `t_s`; the interval is the measured one. What could not be read is nothing, never 0.
struct Sample
{
    double t_s = 0;                 ///< since the lap's first step began; monotonic
    double interval_s = 0;
    int step_number = 0;            ///< 1-based; the step under way at t_s
    std::uint64_t operations = 0;   ///< statements finished in the interval
    std::uint64_t rows = 0;         ///< rows finished in the interval
    std::optional<double> cpu_client_percent;   ///< 100 = one core; this process's worker threads
    /// 100 = one core; the local private server's processes
    std::optional<double> cpu_server_percent;
    std::optional<double> cpu_machine_percent;  ///< 100 = all cores; iowait is not busy
    std::optional<double> disk_read_bytes_per_s, disk_write_bytes_per_s;  ///< the drive's device

    friend bool operator==(const Sample &, const Sample &) = default;
};

} // namespace drivetrain
