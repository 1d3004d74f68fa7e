// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/step_runner.h"
#include "run/sampler.h"
#include "run/worker.h"
#include <algorithm>
#include <barrier>

namespace drivetrain {
namespace {

constexpr double noProgressAfter_s = 5;

std::optional<std::int64_t> difference(std::optional<std::int64_t> before,
                                       std::optional<std::int64_t> after)
{
    if (!before || !after || *after < *before)
        return std::nullopt;
    return *after - *before;
}

std::optional<CpuTime> serverCpu(const Installation &installation, ProcessesCpu &cpu)
{
    const std::vector<pid_t> processes = installation.processes();
    if (processes.empty())
        return std::nullopt;
    cpu.update(processes);
    return cpu.total();
}

/// Phases, CPU and latencies of several workers in one. The wall time runs from the first to begin
/// to the last to end; a worker that waited for others adds its wait to Other, and phases are means
/// a worker.
void merge(const std::vector<WorkerResult> &workers, StepResult &result)
{
    std::int64_t begin_ns = workers.front().begin_ns, end_ns = workers.front().end_ns;
    for (const WorkerResult &worker : workers) {
        begin_ns = std::min(begin_ns, worker.begin_ns);
        end_ns = std::max(end_ns, worker.end_ns);
        result.latency.merge(worker.latency);
        result.phases += worker.phases;
        result.client.user_s += worker.cpu.user_s;
        result.client.sys_s += worker.cpu.sys_s;
        result.operations += worker.operations;
        result.failed_operations += worker.failed_operations;
        result.rows += worker.rows;
    }
    for (std::int64_t &phase_ns : result.phases.ns)
        phase_ns /= static_cast<std::int64_t>(workers.size());
    const std::int64_t wall_ns = end_ns - begin_ns;
    result.phases.add(Phase::Other, wall_ns - result.phases.sum_ns());
    result.wall_s = static_cast<double>(wall_ns) / 1e9;
}

void addNote(StepResult &result, const QString &words)
{
    result.note += (result.note.isEmpty() ? QString() : QStringLiteral("; ")) + words;
}

/// Statements that the engine refused and that did not end the step: never throughput, always said.
void noteFailures(const std::vector<WorkerResult> &workers, StepResult &result)
{
    if (result.failed_operations == 0)
        return;
    QStringList words;
    for (const WorkerResult &worker : workers)
        words += worker.failures;
    addNote(result, QStringLiteral("%1 statements failed: %2").arg(result.failed_operations)
                        .arg(words.join(QStringLiteral(" | "))));
}

} // namespace

struct StepRunner::Measured
{
    std::vector<WorkerResult> workers;
    std::vector<Sample> samples;
};

void StepRunner::onSample(const StepInfo &info, std::uint64_t &done, double &idle_s,
                          const Sample &sample)
{
    done += sample.operations;
    idle_s = sample.operations ? 0 : idle_s + sample.interval_s;
    const double fraction = info.operations > 0
        ? std::min(1.0, static_cast<double>(done) / static_cast<double>(info.operations)) : 0.0;
    m_context.board.update([&](Progress &progress) {
        progress.step_fraction = fraction;
        progress.no_progress = idle_s >= noProgressAfter_s;
    });
    m_context.board.addSample({m_context.target, m_context.lap, sample});
}

StepRunner::Measured StepRunner::measure(std::size_t step, double offset_s)
{
    const StepInfo &info = m_context.workload.steps()[step];
    const std::size_t count = m_context.sessions.size();
    std::vector<std::unique_ptr<StatementStream>> streams;
    for (std::size_t i = 0; i < count; ++i) {
        streams.push_back(
            m_context.workload.stream(step, static_cast<int>(i), static_cast<int>(count)));
    }
    std::vector<WorkerCounters> counters(count);
    std::vector<ThreadClock> clocks(count);
    Measured measured;
    measured.workers.resize(count);
    std::barrier start(static_cast<std::ptrdiff_t>(count) + 1);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            measured.workers[i] = runWorker(*m_context.sessions[i], *streams[i], counters[i],
                                            clocks[i], start, m_context.stop,
                                            m_context.workload.transport(step));
        });
    }
    start.arrive_and_wait();
    std::uint64_t done = 0;
    double idle_s = 0;
    Sampler::Sources sources;
    sources.counters = counters;
    sources.clocks = clocks;
    sources.installation = &m_context.installation;
    sources.device_id = m_context.device_id;
    sources.step_number = info.number;
    sources.offset_s = offset_s;
    sources.onSample = [&](const Sample &sample) { onSample(info, done, idle_s, sample); };
    Sampler sampler(std::move(sources));
    start.arrive_and_wait();
    double clientCpu_s = 0;
    for (std::jthread &thread : threads)
        thread.join();
    for (const WorkerResult &worker : measured.workers)
        clientCpu_s += worker.cpu.user_s + worker.cpu.sys_s;
    measured.samples = sampler.finish(clientCpu_s);
    return measured;
}

StepRunner::Done StepRunner::run(std::size_t step, double offset_s)
{
    const StepInfo &info = m_context.workload.steps()[step];
    Done done;
    StepResult &result = done.result;
    result.number = info.number;
    result.title = info.title;
    result.note = info.note;
    if (auto ready = m_context.workload.prepare(step, m_context.sessions); !ready) {
        result.verification = Verification::Failed;
        done.error = std::move(ready.error());
        return done;
    }
    result.size_before_bytes = m_context.installation.size_bytes();
    ProcessesCpu server;
    const auto cpuBefore = serverCpu(m_context.installation, server);
    const IoTotals ioBefore = m_context.installation.io();

    Measured measured = measure(step, offset_s);
    const IoTotals ioAfter = m_context.installation.io();
    if (const auto cpuAfter = serverCpu(m_context.installation, server); cpuBefore && cpuAfter)
        result.server =
            CpuTime{cpuAfter->user_s - cpuBefore->user_s, cpuAfter->sys_s - cpuBefore->sys_s};
    done.samples = std::move(measured.samples);
    merge(measured.workers, result);
    result.read_bytes = difference(ioBefore.read_bytes, ioAfter.read_bytes);
    result.write_bytes = difference(ioBefore.write_bytes, ioAfter.write_bytes);
    result.syncs = difference(ioBefore.syncs, ioAfter.syncs);

    for (const WorkerResult &worker : measured.workers) {
        if (worker.error) {
            result.verification = Verification::Failed;
            done.error = worker.error;
            return done;
        }
    }
    result.size_after_bytes = m_context.installation.size_bytes();
    m_context.board.update([](Progress &progress) { progress.stage = RunStage::Verifying; });
    auto check = m_context.workload.verify(step, m_context.sessions);
    if (!check) {
        result.verification = Verification::Failed;
        done.error = std::move(check.error());
        return done;
    }
    result.verification = check->verification;
    result.wrong_detail = check->detail;
    result.answers_digest = check->answers_digest;
    result.tables = check->tables;
    if (!check->note.isEmpty())
        addNote(result, check->note);
    if (const auto temp_bytes = difference(ioBefore.temp_write_bytes, ioAfter.temp_write_bytes);
        temp_bytes && *temp_bytes > 0)
        addNote(result, QStringLiteral("%1 bytes of temporary files in %2").arg(*temp_bytes)
                            .arg(m_context.installation.tempFolder()));
    noteFailures(measured.workers, result);
    if (result.isVerified() && info.operations >= 0
        && result.operations + result.failed_operations != info.operations) {
        result.verification = Verification::Wrong;
        result.wrong_detail = QStringLiteral("%1 statements expected, %2 done")
                                  .arg(info.operations).arg(result.operations);
    }
    return done;
}

} // namespace drivetrain
