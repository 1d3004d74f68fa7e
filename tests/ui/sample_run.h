// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"

/// A finished run of two SQLite targets with plain figures: target 1 takes twice as long as target
/// 0.
inline drivetrain::Run sampleRun(int laps = 5)
{
    using namespace drivetrain;
    Run run;
    run.id = 7;
    run.started = QDateTime::fromSecsSinceEpoch(1700000000, Qt::UTC);
    run.finished = run.started.addSecs(60);
    run.status = RunStatus::Finished;
    run.plan = demoPlan(QStringLiteral("/data"));
    run.plan.laps = laps;
    run.environment = {{QStringLiteral("cpu_model"), QStringLiteral("A CPU")},
                       {QStringLiteral("on_battery"), QJsonValue()}};
    for (const TargetSpec &spec : run.plan.targets) {
        Drive drive;
        drive.folder = QStringLiteral("/data");
        drive.file_system = QStringLiteral("ext4");
        EngineFacts facts;
        facts.name = QStringLiteral("SQLite");
        facts.version = QStringLiteral("3.40.1");
        facts.durability = Durability::Durable;
        run.targets.push_back({spec, drive, facts});
    }
    for (int number = 1; number <= laps; ++number) {
        for (int target = 0; target < 2; ++target) {
            Lap lap;
            lap.target = target;
            lap.number = number;
            lap.position = static_cast<int>(run.laps.size());
            lap.workload = QStringLiteral("speed-comparison");
            lap.status = LapStatus::Finished;
            for (int step = 1; step <= 3; ++step) {
                StepResult result;
                result.number = step;
                result.title = QStringLiteral("Step %1").arg(step);
                result.verification = Verification::Verified;
                result.operations = result.rows = 1000;
                result.wall_s = step * (target + 1) * (0.1 + 0.001 * number);
                result.phases.add(Phase::Execute,
                                  static_cast<std::int64_t>(result.wall_s * 0.75e9));
                result.phases.add(Phase::Sync, static_cast<std::int64_t>(result.wall_s * 0.25e9));
                for (int i = 0; i < 400; ++i)
                    result.latency.record(100'000 * step);
                lap.steps.push_back(result);
            }
            run.laps.push_back(lap);
        }
    }
    return run;
}
