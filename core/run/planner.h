// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "run/workbench.h"
#include "workloads/workload.h"
#include <vector>

namespace drivetrain {

/// A lap to come: which target, which workload, which repetition.
struct PlannedLap { int target = 0; QString workload; int number = 0; };

/// Turns a plan into what will be done, and says beforehand what stands in its way and what it will
/// take. Looks at the machine, changes nothing but probe files of its own that are gone again. Any
/// thread.
class Planner
{
public:
    Planner(const EngineRegistry &engines, const WorkloadRegistry &workloads,
            PasswordSource password);

    /// Targets x drives; a target that is somebody's server comes once, without a drive.
    [[nodiscard]] static std::vector<RunTarget> targets(const Plan &plan);
    /// All laps in the order in which they will run: workload by workload, lap by lap, the targets
    /// of a lap in a seeded random order, so that a drift of the machine falls on all of them
    /// alike.
    [[nodiscard]] static std::vector<PlannedLap> order(const Plan &plan, int targets);
    /// The plan's durability, or the target's own option.
    [[nodiscard]] static Durability wishedDurability(const Plan &plan, const TargetSpec &target);

    [[nodiscard]] PlanCheck check(const Plan &plan) const;
    /// Expected seconds of one lap on a target, all told, from rough figures and the drive's sync
    /// time.
    [[nodiscard]] double lapForecast_s(const Plan &plan, const RunTarget &target,
                                       const QString &workload, double sync_s) const;

private:
    void checkTarget(const Plan &plan, std::size_t index, const std::vector<Drive> &drives,
                     Faults &faults) const;
    void checkWorkloads(const Plan &plan, Faults &faults) const;
    void checkInput(const Plan &plan, const Workload &workload, Faults &faults) const;
    [[nodiscard]] Forecast forecast(const Plan &plan, const std::vector<RunTarget> &targets,
                                    Faults &faults) const;

    const EngineRegistry &m_engines;
    const WorkloadRegistry &m_workloads;
    PasswordSource m_password;
};

} // namespace drivetrain
