// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"

namespace drivetrain {

enum class RunStage { Idle, Preparing, Running, Verifying, CleaningUp, Stopping, Over };
enum class StepState { Waiting, Running, Verified, Wrong, Failed };

struct StepProgress
{
    int number = 0;
    QString title;
    StepState state = StepState::Waiting;
    double wall_s = 0;                   ///< 0 until over
};

/// Where a run stands, for a progress bar, a step list and the time left. A copy by value.
struct Progress
{
    RunStage stage = RunStage::Idle;
    qint64 run_id = 0;
    RunStatus status = RunStatus::Running;
    std::vector<RunTarget> targets;      ///< as in Run
    int target = -1;                     ///< the one under way
    QString workload;
    int lap = 0, laps = 0;               ///< of this target: 1-based
    int laps_done = 0, laps_total = 0;   ///< over all
    std::vector<StepProgress> steps;     ///< of the lap under way
    int step = 0;                        ///< 1-based number of the one under way, 0: none
    double step_fraction = 0;            ///< 0..1
    double fraction = 0;                 ///< 0..1, of the whole run
    double elapsed_s = 0;
    /// from what was measured so far, before that from the forecast
    std::optional<double> left_s;
    bool no_progress = false;            ///< no statement finished for 5 s
    /// without samples: what stacked bars and tables show meanwhile
    std::vector<Lap> finished_laps;
    std::optional<Error> last_error;     ///< of a failed lap; the others go on
};

struct LiveSample { int target = 0; int lap = 0; Sample sample; };

} // namespace drivetrain
