// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/sampler.h"
#include "engines/engine.h"
#include "measure/clock.h"
#include "measure/pressure.h"
#include "measure/rate.h"

namespace drivetrain {

struct Sampler::Reading
{
    std::int64_t at_ns = 0;
    WorkerCounters::Snapshot counters;
    std::optional<double> client_s, server_s;
    std::vector<double> threads_s;                 ///< each worker's; empty: not known
    std::optional<double> busiestServerThread_s;   ///< since the reading before
    Pressure pressure;
    std::optional<MachineCpuTimes> machine;
    std::optional<IoBytes> disk;
};

namespace {

std::optional<double> percent(std::optional<double> before, std::optional<double> after,
                              double interval_s)
{
    const auto share = counterRate(before, after, interval_s);
    return share ? std::optional(100 * *share) : std::nullopt;
}

void fillMachine(Sample &sample, const MachineCpuTimes &before, const MachineCpuTimes &after)
{
    sample.cpu_machine_percent = busyPercent(before, after);
    if (const auto shares = machineShares(before, after)) {
        sample.cpu_user_percent = shares->user;
        sample.cpu_system_percent = shares->system;
        sample.cpu_iowait_percent = shares->iowait;
        sample.cpu_steal_percent = shares->steal;
    }
}

} // namespace

Sampler::Sampler(Sources sources)
    : m_sources(std::move(sources)), m_serverCpu(std::make_unique<ProcessesCpu>()),
      m_serverThreads(std::make_unique<ThreadsCpu>())
{
    m_last = std::make_unique<Reading>(read());
    m_begin_ns = m_last->at_ns;
    m_clientBegin_s = m_last->client_s;
    m_thread = std::jthread([this](std::stop_token ending) { work(std::move(ending)); });
}

Sampler::~Sampler() = default;

Sampler::Reading Sampler::read() const
{
    Reading reading;
    double client_s = 0;
    bool allClocks = true;
    for (const ThreadClock clock : m_sources.clocks) {
        const auto seconds = threadClock_s(clock);
        allClocks = allClocks && seconds;
        client_s += seconds.value_or(0);
        reading.threads_s.push_back(seconds.value_or(0));
    }
    if (allClocks)
        reading.client_s = client_s;
    else
        reading.threads_s.clear();
    const std::vector<pid_t> processes = m_sources.installation->processes();
    if (!processes.empty()) {
        m_serverCpu->update(processes);
        reading.server_s = m_serverCpu->total().user_s + m_serverCpu->total().sys_s;
        reading.busiestServerThread_s = m_serverThreads->busiest_s(processes);
    }
    reading.machine = machineCpuTimes();
    reading.pressure = machinePressure();
    if (m_sources.device_id)
        reading.disk = deviceIo(*m_sources.device_id);
    for (const WorkerCounters &counters : m_sources.counters) {
        const auto part = counters.snapshot();
        reading.counters.operations += part.operations;
        reading.counters.rows += part.rows;
    }
    reading.at_ns = monotonic_ns();
    return reading;
}

std::optional<double> Sampler::busiestThread_s(const Reading &now) const
{
    std::optional<double> most_s = now.busiestServerThread_s;
    if (now.server_s && !most_s)
        return std::nullopt;   // one of the server's may be busier than all of ours
    for (std::size_t i = 0; i < std::min(now.threads_s.size(), m_last->threads_s.size()); ++i)
        most_s = std::max(most_s.value_or(0), now.threads_s[i] - m_last->threads_s[i]);
    return most_s;
}

void Sampler::take(const Reading &now)
{
    const Reading &before = *m_last;
    Sample sample;
    sample.interval_s = static_cast<double>(now.at_ns - before.at_ns) / 1e9;
    sample.t_s = m_sources.offset_s + static_cast<double>(now.at_ns - m_begin_ns) / 1e9;
    sample.step_number = m_sources.step_number;
    sample.operations = now.counters.operations - before.counters.operations;
    sample.rows = now.counters.rows - before.counters.rows;
    sample.cpu_client_percent = percent(before.client_s, now.client_s, sample.interval_s);
    sample.cpu_server_percent = percent(before.server_s, now.server_s, sample.interval_s);
    if (sample.interval_s >= shortestForTicks_s) {
        if (before.machine && now.machine)
            fillMachine(sample, *before.machine, *now.machine);
        if (const auto busiest_s = busiestThread_s(now))
            sample.cpu_busiest_thread_percent = 100 * *busiest_s / sample.interval_s;
        const auto pressure = [&](std::optional<double> Pressure::*field) {
            return percent(before.pressure.*field, now.pressure.*field, sample.interval_s);
        };
        sample.pressure_cpu_percent = pressure(&Pressure::cpu_s);
        sample.pressure_io_percent = pressure(&Pressure::io_s);
        sample.pressure_memory_percent = pressure(&Pressure::memory_s);
        if (before.disk && now.disk) {
            const auto bytes = [&](std::int64_t IoBytes::*field) {
                return counterRate(static_cast<double>((*before.disk).*field),
                            static_cast<double>((*now.disk).*field), sample.interval_s);
            };
            sample.disk_read_bytes_per_s = bytes(&IoBytes::read_bytes);
            sample.disk_write_bytes_per_s = bytes(&IoBytes::write_bytes);
        }
    }
    *m_last = now;
    m_samples.push_back(sample);
    if (m_sources.onSample)
        m_sources.onSample(sample);
}

void Sampler::work(std::stop_token ending)
{
    auto due = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!ending.stop_requested()) {
        due += m_sources.interval;
        m_wake.wait_until(lock, ending, due, [] { return false; });
        if (!ending.stop_requested())
            take(read());
    }
}

std::vector<Sample> Sampler::finish(double clientCpu_s)
{
    m_thread.request_stop();
    m_thread.join();
    Reading last = read();
    last.client_s = m_clientBegin_s ? std::optional(*m_clientBegin_s + clientCpu_s) : std::nullopt;
    take(last);
    return std::move(m_samples);
}

} // namespace drivetrain
