// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <cstdint>
#include <map>
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
struct MachineCpuTimes
{
    double busy_s = 0, iowait_s = 0, steal_s = 0, idle_s = 0;
    int cores = 1;
    double system_s = 0;    ///< part of busy_s, interrupts included; the rest of it is user time
};
[[nodiscard]] std::optional<MachineCpuTimes> machineCpuTimes();
/// Busy share of the interval between two readings, 0..100; nothing where a counter ran backwards.
[[nodiscard]] std::optional<double> busyPercent(const MachineCpuTimes &before,
                                                const MachineCpuTimes &after);
/// Where the time of all cores went between two readings; the parts and idle sum to 100.
struct MachineShares { double user = 0, system = 0, iowait = 0, steal = 0; };   ///< percent
[[nodiscard]] std::optional<MachineShares> machineShares(const MachineCpuTimes &before,
                                                         const MachineCpuTimes &after);

/// CPU time of single threads of other processes: /proc/PID/task/TID/schedstat, nanoseconds. Looks
/// at `threads_max` threads at most, since each costs a file's opening; beyond that it tells
/// nothing. One thread at a time.
class ThreadsCpu
{
public:
    static constexpr std::size_t threads_max = 128;
    /// Reads all threads of `processes` anew. The greatest growth of one since the last call, in
    /// seconds (a thread not seen before counts from its start); nothing at the first call, without
    /// processes, and where it cannot be told.
    [[nodiscard]] std::optional<double> busiest_s(std::span<const pid_t> processes);
private:
    std::map<pid_t, std::uint64_t> m_threads_ns;
    bool m_begun = false;
};

} // namespace drivetrain
