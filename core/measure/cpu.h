// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <cstdint>
#include <optional>
#include <span>
#include <sys/types.h>
#include <vector>

namespace drivetrain {

/// User and system time of the calling thread so far (getrusage RUSAGE_THREAD).
[[nodiscard]] CpuTime threadCpuTime() noexcept;

/// The CPU clock of a thread, to be read from another thread: made by its owner. Seconds, exact.
struct ThreadClock { clockid_t id = 0; };
[[nodiscard]] ThreadClock ownThreadClock() noexcept;
/// nothing: thread is gone
[[nodiscard]] std::optional<double> threadClock_s(ThreadClock clock) noexcept;

/// CPU of a set of processes, ended ones included as far as they were seen: a total that never runs
/// backwards. Whole by clock_getcpuclockid (exact); split in user and system by /proc/PID/stat
/// ticks (10 ms). One thread at a time.
class ProcessesCpu
{
public:
    /// Reads once; call again and again with the processes alive at that moment.
    void update(std::span<const pid_t> processes);
    /// since the first sight of each process, that included
    [[nodiscard]] CpuTime total() const;
private:
    /// A process by its id and start, since an id may be used again.
    struct Known { pid_t process = 0; std::uint64_t start_ticks = 0; CpuTime time; };
    std::vector<Known> m_known;
    CpuTime m_ended;
};

/// Whole machine, from /proc/stat: 100 = all cores. iowait and idle are not busy; steal is apart.
struct MachineCpuTimes { double busy_s = 0, iowait_s = 0, steal_s = 0, idle_s = 0; int cores = 1; };
[[nodiscard]] std::optional<MachineCpuTimes> machineCpuTimes();
/// Busy share of the interval between two readings, 0..100; nothing where a counter ran backwards.
[[nodiscard]] std::optional<double> busyPercent(const MachineCpuTimes &before,
                                                const MachineCpuTimes &after);

} // namespace drivetrain
