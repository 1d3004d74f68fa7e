// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run/lap_sessions.h"
#include "run/live_board.h"
#include "run/planner.h"
#include "servers/leftovers.h"

namespace drivetrain {

/// Runs one lap: a fresh place on the target's drive, the engine opened there, every step, and all
/// of it gone again whichever way it ends. From the runner's thread.
class LapRunner
{
public:
    struct Context
    {
        const Plan &plan;
        const RunTarget &target;
        const Engine &engine;
        const Workload &workload;
        const PasswordSource &password;
        LiveBoard &board;
        QString tag;             ///< of the run: our databases on somebody's server bear it
        std::stop_token stop;
    };
    LapRunner(Context context, PlannedLap planned)
        : m_context(context), m_planned(std::move(planned))
    {
    }

    struct Done { Lap lap; std::optional<EngineFacts> facts; };
    [[nodiscard]] Done run();

private:
    [[nodiscard]] WorkloadSettings settings(const Dialect &dialect) const;
    Expected<void> makePlace(Place &place, std::vector<OwnFolder> &folders) const;
    /// `begun`: it holds already what laps of the workload start with.
    void runOn(Installation &installation, bool begun, Done &done);
    bool runStep(std::size_t step, WorkloadLap &workload, Installation &installation,
                 LapSessions &sessions, Lap &lap);
    void fail(Lap &lap, Error error) const;
    Context m_context;
    PlannedLap m_planned;
};

} // namespace drivetrain
