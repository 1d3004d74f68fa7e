// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/sampler.h"
#include "engines/engine.h"
#include "measure/clock.h"

namespace drivetrain {

struct Sampler::Reading
{
    std::int64_t at_ns = 0;
    WorkerCounters::Snapshot counters;
    std::optional<double> client_s, server_s;
    std::optional<MachineCpuTimes> machine;
    std::optional<IoBytes> disk;
};

namespace {

std::optional<double> rate(std::optional<double> before, std::optional<double> after,
                           double interval_s)
{
    if (!before || !after || *after < *before)   // ran backwards: a gap, not a point
        return std::nullopt;
    return (*after - *before) / interval_s;
}

std::optional<double> percent(std::optional<double> before, std::optional<double> after,
                              double interval_s)
{
    const auto share = rate(before, after, interval_s);
    return share ? std::optional(100 * *share) : std::nullopt;
}

} // namespace

Sampler::Sampler(Sources sources)
    : m_sources(std::move(sources)), m_serverCpu(std::make_unique<ProcessesCpu>())
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
    }
    if (allClocks)
        reading.client_s = client_s;
    const std::vector<pid_t> processes = m_sources.installation->processes();
    if (!processes.empty()) {
        m_serverCpu->update(processes);
        reading.server_s = m_serverCpu->total().user_s + m_serverCpu->total().sys_s;
    }
    reading.machine = machineCpuTimes();
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
            sample.cpu_machine_percent = busyPercent(*before.machine, *now.machine);
        if (before.disk && now.disk) {
            const auto bytes = [&](std::int64_t IoBytes::*field) {
                return rate(static_cast<double>((*before.disk).*field),
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
        due += interval;
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
