// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/lap_runner.h"
#include "run/step_runner.h"
#include "servers/leftovers.h"
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// A session is in the canceller's list just as long as it lives.
class Registered
{
public:
    Registered(Canceller &canceller, Session *session) : m_canceller(canceller), m_session(session)
    { m_canceller.add(m_session); }
    ~Registered() { m_canceller.remove(m_session); }
    Registered(const Registered &) = delete;
    Registered &operator=(const Registered &) = delete;
private:
    Canceller &m_canceller;
    Session *m_session;
};

} // namespace

void LapRunner::fail(Lap &lap, Error error) const
{
    const bool stopped = m_context.stop.stop_requested();
    lap.status = stopped ? LapStatus::Cancelled : LapStatus::Failed;
    if (stopped)
        return;
    m_context.board.update([&error](Progress &progress) { progress.last_error = error; });
    lap.error = std::move(error);
}

LapRunner::Done LapRunner::run()
{
    Done done;
    Lap &lap = done.lap;
    lap.target = m_planned.target;
    lap.workload = m_planned.workload;
    lap.number = m_planned.number;
    lap.started = QDateTime::currentDateTimeUtc();
    Place place;
    place.tag = m_context.tag;
    place.durability = Planner::wishedDurability(m_context.plan, m_context.target.spec);
    place.clients = m_context.plan.clients;
    place.password = m_context.password;
    std::optional<OwnFolder> folder;
    if (m_context.target.drive) {
        auto made = OwnFolder::make(m_context.target.drive->folder);
        if (!made) {
            fail(lap, std::move(made.error()));
            return done;
        }
        folder.emplace(std::move(*made));
        place.folder = folder->path();
    }
    {
        auto installation = m_context.engine.open(m_context.target.spec, place, m_context.stop);
        if (installation)
            runOn(**installation, done);
        else
            fail(lap, std::move(installation.error()));
        m_context.board.update([](Progress &progress) { progress.stage = RunStage::CleaningUp; });
        if (installation) {
            if (auto dropped = (*installation)->drop();
                !dropped && lap.status == LapStatus::Finished)
                fail(lap, std::move(dropped.error()));
        }
    }
    if (folder) {
        if (auto removed = folder->remove(); !removed && lap.status == LapStatus::Finished)
            fail(lap, std::move(removed.error()));
    }
    return done;
}

void LapRunner::runOn(Installation &installation, Done &done)
{
    Lap &lap = done.lap;
    done.facts = installation.facts();
    lap.data_folder = installation.dataFolder();
    WorkloadSettings settings;
    settings.scale = m_context.plan.scale;
    settings.seed = m_context.plan.seed;
    settings.transport = m_context.plan.transport;
    settings.dialect = installation.dialect();
    settings.parameters = m_context.plan.parameters.value(m_context.workload.name()).toObject();
    const std::unique_ptr<WorkloadLap> workload = m_context.workload.lap(settings);

    Canceller canceller(m_context.stop);
    std::vector<std::unique_ptr<Session>> sessions;
    std::vector<std::unique_ptr<Registered>> registered;   // goes first, before its session
    for (int i = 0; i < m_context.plan.clients; ++i) {
        auto session = installation.connect(m_context.stop);
        if (!session)
            return fail(lap, std::move(session.error()));
        sessions.push_back(std::move(*session));
        registered.push_back(std::make_unique<Registered>(canceller, sessions.back().get()));
    }
    for (std::size_t step = 0; step < workload->steps().size(); ++step) {
        if (!runStep(step, *workload, installation, sessions, lap))
            return;
    }
    const bool right = std::all_of(lap.steps.begin(), lap.steps.end(),
                                   [](const StepResult &step) { return step.isVerified(); });
    lap.status = right ? LapStatus::Finished : LapStatus::Wrong;
}

bool LapRunner::runStep(std::size_t step, WorkloadLap &workload, Installation &installation,
                        std::vector<std::unique_ptr<Session>> &sessions, Lap &lap)
{
    const double offset_s = lap.wall_s();
    m_context.board.update([&](Progress &progress) {
        progress.stage = RunStage::Running;
        progress.step = workload.steps()[step].number;
        progress.step_fraction = 0;
        progress.steps[step].state = StepState::Running;
    });
    StepRunner runner({installation, workload, sessions, m_context.board,
                       m_context.target.drive ? std::optional(m_context.target.drive->device_id)
                                              : std::nullopt,
                       m_planned.target, m_planned.number, m_context.stop});
    StepRunner::Done done = runner.run(step, offset_s);
    const StepState state = done.error ? StepState::Failed
        : done.result.isVerified()     ? StepState::Verified
                                       : StepState::Wrong;
    m_context.board.update([&](Progress &progress) {
        progress.steps[step].state = state;
        progress.steps[step].wall_s = done.result.wall_s;
        progress.step_fraction = 1;
    });
    lap.steps.push_back(std::move(done.result));
    lap.samples.insert(lap.samples.end(), done.samples.begin(), done.samples.end());
    if (!done.error)
        return true;
    fail(lap, std::move(*done.error));
    return false;
}

} // namespace drivetrain
