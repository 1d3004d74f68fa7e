// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/cpu.h"
#include "measure/small_file.h"
#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace drivetrain {
namespace {

double seconds(const timeval &time) noexcept
{ return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

std::optional<double> clock_s(clockid_t id) noexcept
{
    timespec now{};
    if (clock_gettime(id, &now) != 0)
        return std::nullopt;
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double ticksPerSecond()
{
    static const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    return ticks;
}

struct ProcessTicks { std::uint64_t user = 0, sys = 0, start = 0; };

/// Fields 14, 15 and 22 of /proc/PID/stat (proc(5)). The name before them may hold spaces and
/// brackets.
std::optional<ProcessTicks> processTicks(pid_t process)
{
    const auto text = readSmallFile("/proc/" + std::to_string(process) + "/stat");
    if (!text)
        return std::nullopt;
    const std::size_t nameEnd = text->rfind(')');
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::string_view rest = std::string_view(*text).substr(nameEnd + 1);
    ProcessTicks ticks;
    for (int field = 3; field <= 22; ++field) {
        const std::string_view word = takeWord(rest);
        if (field != 14 && field != 15 && field != 22)
            continue;
        const auto value = numberOf<std::uint64_t>(word);
        if (!value)
            return std::nullopt;
        (field == 14 ? ticks.user : field == 15 ? ticks.sys : ticks.start) = *value;
    }
    return ticks;
}

/// The exact whole, split as the ticks are, with neither part below what it was before.
CpuTime split(double whole_s, const ProcessTicks &ticks, const CpuTime &before)
{
    const std::uint64_t all = ticks.user + ticks.sys;
    const double share = all ? static_cast<double>(ticks.user) / static_cast<double>(all) : 1;
    const double grown_s = std::max(0.0, whole_s - before.user_s - before.sys_s);
    const double user_s = std::clamp(whole_s * share, before.user_s, before.user_s + grown_s);
    return {user_s, before.sys_s + grown_s - (user_s - before.user_s)};
}

} // namespace

CpuTime threadCpuTime() noexcept
{
    rusage usage{};
    if (getrusage(RUSAGE_THREAD, &usage) != 0)
        return {};
    return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

ThreadClock ownThreadClock() noexcept
{
    clockid_t id = CLOCK_THREAD_CPUTIME_ID;
    pthread_getcpuclockid(pthread_self(), &id);   // cannot fail for the calling thread
    return {id};
}

std::optional<double> threadClock_s(ThreadClock clock) noexcept
{
    return clock_s(clock.id);
}

void ProcessesCpu::update(std::span<const pid_t> processes)
{
    std::vector<Known> alive;
    alive.reserve(processes.size());
    for (const pid_t process : processes) {
        clockid_t id{};
        if (process <= 0 || clock_getcpuclockid(process, &id) != 0)
            continue;
        const auto whole_s = clock_s(id);
        const auto ticks = processTicks(process);
        if (!whole_s || !ticks)
            continue;   // ended a moment ago: its last reading goes to m_ended below
        const auto known = std::find_if(m_known.begin(), m_known.end(), [&](const Known &one) {
            return one.process == process && one.start_ticks == ticks->start;
        });
        CpuTime before;
        if (known != m_known.end()) {
            before = known->time;
            m_known.erase(known);
        }
        alive.push_back({process, ticks->start, split(*whole_s, *ticks, before)});
    }
    for (const Known &gone : m_known) {
        m_ended.user_s += gone.time.user_s;
        m_ended.sys_s += gone.time.sys_s;
    }
    m_known = std::move(alive);
}

CpuTime ProcessesCpu::total() const
{
    CpuTime sum = m_ended;
    for (const Known &known : m_known) {
        sum.user_s += known.time.user_s;
        sum.sys_s += known.time.sys_s;
    }
    return sum;
}

std::optional<MachineCpuTimes> machineCpuTimes()
{
    const auto text = readSmallFile("/proc/stat");
    if (!text)
        return std::nullopt;
    std::string_view rest = *text, line = takeLine(rest);
    if (takeWord(line) != "cpu")
        return std::nullopt;
    // user nice system idle iowait irq softirq steal; guest time is part of user already (proc(5)).
    std::array<double, 8> time_s{};
    for (double &value : time_s) {
        const auto ticks = numberOf<std::uint64_t>(takeWord(line));
        if (!ticks)
            return std::nullopt;
        value = static_cast<double>(*ticks) / ticksPerSecond();
    }
    MachineCpuTimes times;
    times.busy_s = time_s[0] + time_s[1] + time_s[2] + time_s[5] + time_s[6];
    times.system_s = time_s[2] + time_s[5] + time_s[6];
    times.idle_s = time_s[3];
    times.iowait_s = time_s[4];
    times.steal_s = time_s[7];
    int cores = 0;
    while (takeLine(rest).starts_with("cpu"))
        ++cores;
    times.cores = std::max(1, cores);
    return times;
}

std::optional<double> busyPercent(const MachineCpuTimes &before, const MachineCpuTimes &after)
{
    const double busy = after.busy_s - before.busy_s;
    const double idle = after.idle_s - before.idle_s;
    const double iowait = after.iowait_s - before.iowait_s;
    const double steal = after.steal_s - before.steal_s;
    const double all = busy + idle + iowait + steal;
    if (busy < 0 || idle < 0 || iowait < 0 || steal < 0 || all <= 0)
        return std::nullopt;
    return std::min(100.0, 100 * busy / all);
}

std::optional<MachineShares> machineShares(const MachineCpuTimes &before,
                                           const MachineCpuTimes &after)
{
    const double system = after.system_s - before.system_s;
    const double user = after.busy_s - before.busy_s - system;
    const double iowait = after.iowait_s - before.iowait_s;
    const double steal = after.steal_s - before.steal_s;
    const double all = user + system + iowait + steal + after.idle_s - before.idle_s;
    if (!busyPercent(before, after) || system < 0 || user < 0)
        return std::nullopt;
    return MachineShares{100 * user / all, 100 * system / all, 100 * iowait / all,
                         100 * steal / all};
}

std::optional<double> ThreadsCpu::busiest_s(std::span<const pid_t> processes)
{
    std::map<pid_t, std::uint64_t> now;
    std::uint64_t greatest_ns = 0;
    for (const pid_t process : processes) {
        const std::string tasks = "/proc/" + std::to_string(process) + "/task";
        std::error_code error;
        for (std::filesystem::directory_iterator at(tasks, error), end; !error && at != end;
             at.increment(error)) {
            if (now.size() == threads_max) {
                m_begun = false;
                return std::nullopt;
            }
            const auto thread = numberOf<pid_t>(at->path().filename().native());
            const auto text = readSmallFile(at->path().native() + "/schedstat");
            if (!thread || !text)
                continue;   // ended a moment ago
            std::string_view rest = *text;
            const auto run_ns = numberOf<std::uint64_t>(takeWord(rest));   // its first number
            if (!run_ns)
                continue;
            const auto known = m_threads_ns.find(*thread);
            const std::uint64_t before_ns = known == m_threads_ns.end() ? 0 : known->second;
            if (*run_ns >= before_ns)   // else another thread of the same number
                greatest_ns = std::max(greatest_ns, *run_ns - before_ns);
            now[*thread] = *run_ns;
        }
    }
    const bool tells = m_begun && !now.empty();
    m_begun = !now.empty();
    m_threads_ns = std::move(now);
    return tells ? std::optional(static_cast<double>(greatest_ns) * 1e-9) : std::nullopt;
}

} // namespace drivetrain
