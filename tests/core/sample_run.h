// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <random>

namespace drivetrain::testing {

/// A step as it might have been measured, every field set to something of its own.
inline StepResult sampleStep(int number, double wall_s, std::mt19937_64 &random)
{
    StepResult step;
    step.number = number;
    step.title = QStringLiteral("%1 INSERTs, \"quoted\", ünïcode").arg(number * 1000);
    step.verification = Verification::Verified;
    step.operations = 1000 * number;
    step.failed_operations = number % 2;
    step.rows = 1000 * number;
    step.wall_s = wall_s;
    step.client = {wall_s / 3, wall_s / 7};
    if (number % 2)
        step.server = CpuTime{0.1 + 0.2, 1.0 / 3};
    for (int i = 0; i < 400; ++i)
        step.latency.record(static_cast<std::int64_t>(random() % 5'000'000));
    step.phases.add(Phase::Sync, static_cast<std::int64_t>(wall_s * 4e8));
    step.phases.add(Phase::Other, static_cast<std::int64_t>(wall_s * 6e8));
    if (number != 2) {
        step.read_bytes = 0;
        step.write_bytes = (std::int64_t{1} << 53) + 1;   // a double would round it
        step.syncs = 17;
    }
    step.size_before_bytes = 4096;
    step.size_after_bytes = 81920;
    step.answers_digest = 0xfedcba9876543210ULL;
    step.tables = {{QStringLiteral("t1"), {25000, 0xffffffffffffffffULL}},
                   {QStringLiteral("t2"), {0, 0}}};
    step.note = QStringLiteral("only 101 of 1000 UPDATEs touch a row");
    return step;
}

inline Lap sampleLap(int target, int number, int position, double factor, std::mt19937_64 &random)
{
    Lap lap;
    lap.target = target;
    lap.workload = QStringLiteral("speed-comparison");
    lap.number = number;
    lap.position = position;
    lap.started = QDateTime::fromMSecsSinceEpoch(1'780'000'000'123 + position * 1000, Qt::UTC);
    lap.status = LapStatus::Finished;
    lap.data_folder = QStringLiteral("/var/tmp/.drivetrain-x/datä");
    for (int step = 1; step <= 3; ++step)
        lap.steps.push_back(sampleStep(step, factor * step * 0.1, random));
    for (int i = 0; i < 5; ++i) {
        Sample sample;
        sample.t_s = 0.1 * i;
        sample.interval_s = 0.1001;
        sample.step_number = 1 + i / 2;
        sample.operations = random();
        sample.rows = 77;
        if (i % 2)
            sample.cpu_client_percent = 99.5;
        if (i > 2)
            sample.disk_write_bytes_per_s = 1e9 / 3;
        lap.samples.push_back(sample);
    }
    return lap;
}

inline RunTarget sampleTarget(const QString &text, Durability durability)
{
    RunTarget target;
    target.spec = *parseTarget(text);
    Drive drive;
    drive.folder = QStringLiteral("/home/someone");
    drive.mount_point = QStringLiteral("/home");
    drive.device = QStringLiteral("/dev/nvme0n1p2");
    drive.model = QStringLiteral("Some SSD 970");
    drive.file_system = QStringLiteral("ext4");
    drive.mount_options = QStringLiteral("rw,relatime");
    drive.kind = DriveKind::Nvme;
    drive.free_bytes = (std::int64_t{1} << 55) + 3;
    drive.total_bytes = (std::int64_t{1} << 56) + 1;
    drive.device_id = 0xf000000000000001ULL;
    drive.is_home = true;
    target.drive = drive;
    EngineFacts facts;
    facts.name = QStringLiteral("SQLite");
    facts.version = QStringLiteral("3.40.1");
    facts.client_library = QStringLiteral("libsqlite3 3.40.1");
    facts.durability = durability;
    facts.settings = {
        {QStringLiteral("journal_mode"), QStringLiteral("wal"), QStringLiteral("delete")},
        {QStringLiteral("synchronous"), QStringLiteral("2"), QString()}};
    target.facts = facts;
    return target;
}

/// Two SQLite targets, `laps` laps each, interleaved. The second takes `ratio` times as long.
inline Run sampleRun(int laps = 3, double ratio = 2)
{
    std::mt19937_64 random(7);
    Run run;
    run.started = QDateTime::fromMSecsSinceEpoch(1'780'000'000'001, Qt::UTC);
    run.finished = QDateTime::fromMSecsSinceEpoch(1'780'000'100'999, Qt::UTC);
    run.status = RunStatus::Finished;
    run.targets = {sampleTarget(QStringLiteral("sqlite:journal=wal"), Durability::Durable),
                   sampleTarget(QStringLiteral("sqlite:durability=durable,page_size=8192"),
                                Durability::Durable)};
    for (const RunTarget &target : run.targets)
        run.plan.targets.push_back(target.spec);
    run.plan.drives = {QStringLiteral("/home/someone")};
    run.plan.workloads = {QStringLiteral("speed-comparison")};
    run.plan.laps = laps;
    run.plan.scale = 0.1;
    run.plan.seed = 0xffffffffffffff01ULL;
    run.plan.parameters = {{QStringLiteral("speed-comparison"),
                            QJsonObject{{QStringLiteral("b_range"), 100000}}}};
    run.environment = {{QStringLiteral("cpu_model"), QStringLiteral("Some CPU")},
                       {QStringLiteral("governor"), QJsonValue::Null},
                       {QStringLiteral("memory_bytes"), qint64{9007199254740993}}};
    run.notes = {QStringLiteral("a note"), QStringLiteral("another")};
    std::uniform_real_distribution<double> noise(0.99, 1.01);
    int position = 0;
    for (int lap = 1; lap <= laps; ++lap) {
        run.laps.push_back(sampleLap(0, lap, position++, noise(random), random));
        run.laps.push_back(sampleLap(1, lap, position++, ratio * noise(random), random));
    }
    return run;
}

} // namespace drivetrain::testing
