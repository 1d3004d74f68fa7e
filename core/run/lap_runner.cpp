// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/lap_runner.h"
#include "run/step_runner.h"
#include "run/start_files.h"
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {

void LapRunner::fail(Lap &lap, Error error) const
{
    const bool stopped = m_context.stop.stop_requested();
    lap.status = stopped ? LapStatus::Cancelled : LapStatus::Failed;
    if (stopped)
        return;
    m_context.board.update([&error](Progress &progress) { progress.last_error = error; });
    lap.error = std::move(error);
}

WorkloadSettings LapRunner::settings(const Dialect &dialect) const
{
    WorkloadSettings settings = settingsOf(m_context.plan, m_context.workload);
    settings.dialect = dialect;
    settings.databases = m_context.engine.capabilities(m_context.target.spec).databases_max;
    return settings;
}

/// Folders of the lap's own where the plan wants them.
Expected<void> LapRunner::makePlace(Place &place, std::vector<OwnFolder> &folders) const
{
    const Plan &plan = m_context.plan;
    place.tag = m_context.tag;
    place.durability = Planner::wishedDurability(plan, m_context.target.spec);
    place.clients = plan.clients;
    place.password = m_context.password;
    if (!m_context.target.drive)
        return {};
    const Capabilities can = m_context.engine.capabilities(m_context.target.spec);
    const std::pair<QString, QString *> wanted[] = {
        {m_context.target.drive->folder, &place.folder},
        {can.temp_folder ? plan.temp_drive : QString(), &place.temp_folder},
        {can.log_folder ? plan.log_drive : QString(), &place.log_folder}};
    for (const auto &[parent, path] : wanted) {
        if (parent.isEmpty())
            continue;
        auto made = OwnFolder::make(parent);
        if (!made)
            return tl::unexpected(made.error());
        *path = made->path();
        folders.push_back(std::move(*made));
    }
    auto start = StartFiles::get(m_context.engine, m_context.target.spec, m_context.workload,
                                 settings(m_context.engine.dialect(m_context.target.spec)),
                                 m_context.stop);
    if (!start)
        return tl::unexpected(start.error());
    place.start_file = *start;
    return {};
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
    std::vector<OwnFolder> folders;
    if (auto made = makePlace(place, folders); !made) {
        fail(lap, std::move(made.error()));
        return done;
    }
    {
        auto installation = m_context.engine.open(m_context.target.spec, place, m_context.stop);
        if (installation)
            runOn(**installation, !place.start_file.isEmpty(), done);
        else
            fail(lap, std::move(installation.error()));
        m_context.board.update([](Progress &progress) { progress.stage = RunStage::CleaningUp; });
        if (installation) {
            if (auto dropped = (*installation)->drop();
                !dropped && lap.status == LapStatus::Finished)
                fail(lap, std::move(dropped.error()));
        }
    }
    for (OwnFolder &folder : folders) {
        if (auto removed = folder.remove(); !removed && lap.status == LapStatus::Finished)
            fail(lap, std::move(removed.error()));
    }
    return done;
}

void LapRunner::runOn(Installation &installation, bool begun, Done &done)
{
    Lap &lap = done.lap;
    done.facts = installation.facts();
    lap.data_folder = installation.dataFolder();
    const WorkloadSettings how = settings(installation.dialect());
    const std::unique_ptr<WorkloadLap> workload = m_context.workload.lap(how);
    std::vector<StepProgress> steps;
    for (const StepInfo &info : workload->steps())
        steps.push_back({info.number, info.title, StepState::Waiting, 0});
    m_context.board.update([&steps](Progress &progress) { progress.steps = steps; });

    Canceller canceller(m_context.stop);
    LapSessions sessions(installation, canceller, m_context.stop);
    if (auto opened = sessions.open(m_context.plan.clients); !opened)
        return fail(lap, std::move(opened.error()));
    if (!begun && !m_context.workload.startKey(how).isEmpty()) {
        const auto first = sessions.forStep({});
        if (!first)
            return fail(lap, first.error());
        if (auto made = m_context.workload.makeStart(how, *first->front(), m_context.stop); !made)
            return fail(lap, std::move(made.error()));
    }
    for (std::size_t step = 0; step < workload->steps().size(); ++step) {
        if (!runStep(step, *workload, installation, sessions, lap))
            return;
    }
    const bool right = std::all_of(lap.steps.begin(), lap.steps.end(),
                                   [](const StepResult &step) {
                                       return step.verification == Verification::Verified
                                           || step.verification == Verification::NotRun;
                                   });
    lap.status = right ? LapStatus::Finished : LapStatus::Wrong;
}

bool LapRunner::runStep(std::size_t step, WorkloadLap &workload, Installation &installation,
                        LapSessions &sessions, Lap &lap)
{
    const double offset_s = lap.wall_s();
    m_context.board.update([&](Progress &progress) {
        progress.stage = RunStage::Running;
        progress.step = workload.steps()[step].number;
        progress.step_fraction = 0;
        progress.steps[step].state = StepState::Running;
    });
    auto workers = sessions.forStep(workload.steps()[step]);
    if (!workers) {
        fail(lap, std::move(workers.error()));
        return false;
    }
    StepRunner runner({installation, workload, *workers, m_context.board,
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
