// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/runner.h"
#include "measure/clock.h"
#include "measure/drives.h"
#include "measure/environment.h"
#include "run/lap_runner.h"
#include "store/store.h"
#include <QRandomGenerator>
#include <algorithm>
#include <condition_variable>
#include <map>
#include <thread>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr double probeBudget_s = 0.1;
constexpr double fallbackSync_s = 0.005;
constexpr std::chrono::milliseconds showTimeEvery{200};

double seconds(std::int64_t from_ns, std::int64_t to_ns)
{
    return static_cast<double>(to_ns - from_ns) / 1e9;
}

/// Calls back now and then while it lives, from a thread of its own.
class Ticker
{
public:
    explicit Ticker(std::function<void()> tick)
        : m_thread([this, tick = std::move(tick)](std::stop_token ending) {
              std::unique_lock lock(m_mutex);
              while (!m_wake.wait_for(lock, ending, showTimeEvery,
                                      [&] { return ending.stop_requested(); }))
                  tick();
          }) {}
private:
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace

TimeLeft Runner::timeLeft(const std::vector<PlannedLap> &order) const
{
    const Planner planner(m_engines, m_workloads, m_password);
    std::map<QString, double> syncs;
    std::vector<TimeLeft::PlannedLap> laps;
    for (const PlannedLap &lap : order) {
        const RunTarget &target = m_run.targets[static_cast<std::size_t>(lap.target)];
        double sync_s = fallbackSync_s;
        if (target.drive) {
            const auto [at, fresh] = syncs.try_emplace(target.drive->folder, fallbackSync_s);
            if (fresh) {
                const auto probe = probeDrive(target.drive->folder, probeBudget_s);
                at->second = probe ? probe->sync_s : fallbackSync_s;
            }
            sync_s = at->second;
        }
        const int workload = static_cast<int>(m_run.plan.workloads.indexOf(lap.workload));
        laps.push_back({lap.target * 1000 + workload,
                        planner.lapForecast_s(m_run.plan, target, lap.workload, sync_s)});
    }
    return TimeLeft(std::move(laps));
}

void Runner::showTime(double inLap_s)
{
    m_board.update([&](Progress &progress) {
        progress.elapsed_s = seconds(m_begin_ns, monotonic_ns());
        progress.left_s = m_timeLeft->left_s(inLap_s);
        const double whole = progress.elapsed_s + *progress.left_s;
        if (whole > 0)   // an estimate that grows must not send the bar backwards
            progress.fraction =
                std::max(progress.fraction, std::min(0.999, progress.elapsed_s / whole));
    });
}

void Runner::beginLap(const PlannedLap &planned)
{
    const Workload *workload = m_workloads.find(planned.workload);
    std::vector<StepProgress> steps;
    for (const StepInfo &info : workload->steps(settingsOf(m_run.plan, *workload)))
        steps.push_back({info.number, info.title, StepState::Waiting, 0});
    m_board.update([&](Progress &progress) {
        progress.stage = RunStage::Preparing;
        progress.target = planned.target;
        progress.workload = planned.workload;
        progress.lap = planned.number;
        progress.steps = steps;
        progress.step = 0;
        progress.step_fraction = 0;
        progress.no_progress = false;
    });
}

void Runner::endLap(const Lap &lap, double took_s)
{
    m_statuses.push_back(lap.status);
    m_timeLeft->lapDone(took_s);
    Lap shown = lap;
    shown.samples.clear();   // the board is copied ten times a second: only what is drawn meanwhile
    const Histogram none;   // assigned by copy, it holds no cells
    for (StepResult &step : shown.steps)
        step.latency = none;
    m_board.update([&](Progress &progress) {
        progress.laps_done = static_cast<int>(m_statuses.size());
        progress.finished_laps.push_back(std::move(shown));
    });
}

Expected<void> Runner::runLap(const PlannedLap &planned, int position, std::stop_token stop)
{
    RunTarget &target = m_run.targets[static_cast<std::size_t>(planned.target)];
    beginLap(planned);
    const std::int64_t begin_ns = monotonic_ns();
    LapRunner::Done done;
    {
        const Ticker ticker([this, begin_ns] { showTime(seconds(begin_ns, monotonic_ns())); });
        const QString tag = u"drivetrain_%1_%2_%3"_s.arg(m_run.id).arg(position)
                                .arg(QRandomGenerator::system()->generate(), 8, 16, QChar(u'0'));
        LapRunner runner({m_run.plan, target, *m_engines.find(target.spec.engine),
                          *m_workloads.find(planned.workload), m_password, m_board, tag, stop},
                         planned);
        done = runner.run();
    }
    done.lap.position = position;
    if (done.facts && !target.facts) {
        target.facts = done.facts;
        m_board.update([&](Progress &progress) {
            progress.targets[static_cast<std::size_t>(planned.target)].facts = done.facts;
        });
        if (auto kept = m_store.setFacts(m_run.id, planned.target, *done.facts); !kept)
            return kept;
    }
    if (auto kept = m_store.addLap(m_run.id, done.lap); !kept)
        return kept;
    endLap(done.lap, seconds(begin_ns, monotonic_ns()));
    return {};
}

RunStatus Runner::status(bool stopped) const
{
    if (stopped)
        return RunStatus::Cancelled;
    const bool good = std::all_of(m_statuses.begin(), m_statuses.end(),
                                  [](LapStatus lap) { return lap == LapStatus::Finished; });
    return good ? RunStatus::Finished : RunStatus::Failed;
}

Expected<RunStatus> Runner::run(const Plan &plan, std::stop_token stop)
{
    m_begin_ns = monotonic_ns();
    m_run.plan = plan;
    m_run.started = QDateTime::currentDateTimeUtc();
    m_run.environment = environmentNow();
    m_run.targets = Planner::targets(plan);
    const auto id = m_store.beginRun(m_run);
    if (!id)
        return tl::unexpected(id.error());
    m_run.id = *id;
    const std::vector<PlannedLap> order =
        Planner::order(plan, static_cast<int>(m_run.targets.size()));
    m_timeLeft = std::make_unique<TimeLeft>(timeLeft(order));
    m_board.update([&](Progress &progress) {
        progress.run_id = m_run.id;
        progress.targets = m_run.targets;
        progress.laps = plan.laps;
        progress.laps_total = static_cast<int>(order.size());
    });
    showTime(0);
    for (std::size_t i = 0; i < order.size() && !stop.stop_requested(); ++i) {
        if (auto done = runLap(order[i], static_cast<int>(i), stop); !done)
            return tl::unexpected(done.error());
    }
    const RunStatus ended = status(stop.stop_requested() && m_statuses.size() <= order.size()
                                   && (m_statuses.size() < order.size()
                                       || m_statuses.back() == LapStatus::Cancelled));
    if (auto kept = m_store.finishRun(m_run.id, ended, QDateTime::currentDateTimeUtc()); !kept)
        return tl::unexpected(kept.error());
    return ended;
}

} // namespace drivetrain
