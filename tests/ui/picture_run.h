// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "../core/sample_run.h"
#include "stats/comparison.h"

namespace drivetrain::testing {

inline const QString workloadName = QStringLiteral("speed-comparison");
inline const QString hostile = QStringLiteral("<script>alert('a & \"b\"')</script>");

/// A run as the pages meet it: two targets, five laps each, every lap its own figures.
inline Run shownRun(int laps = 5, double ratio = 2)
{
    Run run = sampleRun(laps, ratio);
    run.id = 7;
    return run;
}

/// The same with one answer of the second target wrong.
inline Run wrongRun()
{
    Run run = shownRun();
    for (Lap &lap : run.laps) {
        if (lap.target == 1 && lap.number == 2) {
            lap.status = LapStatus::Wrong;
            lap.steps[1].verification = Verification::Wrong;
            lap.steps[1].wrong_detail = QStringLiteral("expected 1000 rows, found 999");
        }
    }
    return run;
}

/// Text that a page, a report or a drawing must not take for markup, wherever text of others can
/// stand.
inline Run hostileRun()
{
    Run run = wrongRun();
    for (Lap &lap : run.laps) {
        for (StepResult &step : lap.steps) {
            step.title = hostile;
            step.note = hostile;
            if (!step.wrong_detail.isEmpty())
                step.wrong_detail = hostile;
        }
    }
    Lap &failed = run.laps.back();
    failed.status = LapStatus::Failed;
    failed.error = Error{ErrorKind::Engine, hostile, hostile, hostile, hostile};
    for (RunTarget &target : run.targets) {
        target.facts->name = hostile;
        target.facts->version = hostile;
        target.facts->settings.push_back({hostile, hostile, hostile});
        target.drive->folder = hostile;
        target.drive->model = hostile;
    }
    run.environment.insert(hostile, hostile);
    run.notes << hostile;
    return run;
}

} // namespace drivetrain::testing
