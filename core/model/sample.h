// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
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
    /// 100 = one core; the busiest single thread of ours and of the private server's
    std::optional<double> cpu_busiest_thread_percent;
    /// 100 = all cores; parts of the whole machine's time, steal is what a hypervisor took
    std::optional<double> cpu_user_percent, cpu_system_percent, cpu_iowait_percent,
        cpu_steal_percent;
    /// share of the interval in which some task waited for it (Linux pressure stall information)
    std::optional<double> pressure_cpu_percent, pressure_io_percent, pressure_memory_percent;

    friend bool operator==(const Sample &, const Sample &) = default;
};

/// A value of a sample that may be missing, by its name in files.
struct SampleField { const char *name; std::optional<double> Sample::*value; };

/// All of them, in the order of files. Stored runs count on it: new ones go to the end.
inline constexpr std::array<SampleField, 13> sampleFields{{
    {"cpu_client_percent", &Sample::cpu_client_percent},
    {"cpu_server_percent", &Sample::cpu_server_percent},
    {"cpu_machine_percent", &Sample::cpu_machine_percent},
    {"disk_read_bytes_per_s", &Sample::disk_read_bytes_per_s},
    {"disk_write_bytes_per_s", &Sample::disk_write_bytes_per_s},
    {"cpu_busiest_thread_percent", &Sample::cpu_busiest_thread_percent},
    {"cpu_user_percent", &Sample::cpu_user_percent},
    {"cpu_system_percent", &Sample::cpu_system_percent},
    {"cpu_iowait_percent", &Sample::cpu_iowait_percent},
    {"cpu_steal_percent", &Sample::cpu_steal_percent},
    {"pressure_cpu_percent", &Sample::pressure_cpu_percent},
    {"pressure_io_percent", &Sample::pressure_io_percent},
    {"pressure_memory_percent", &Sample::pressure_memory_percent},
}};

} // namespace drivetrain
