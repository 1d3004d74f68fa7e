// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "fault.h"
#include "target.h"
#include <QByteArray>
#include <QJsonObject>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace drivetrain {

/// All that is needed to repeat a run: targets x drives x workloads. Read once; a run never looks
/// at a setting or a widget again.
struct Plan
{
    std::vector<TargetSpec> targets;
    QStringList drives;            ///< folders; not used by targets that are somebody's server
    QString temp_drive;            ///< for temporary files; empty: with the data
    QString log_drive;             ///< for the write-ahead log; empty: with the data
    QStringList workloads;         ///< registry names: "speed-comparison"
    double scale = 1.0;            ///< 0.001 .. 1000
    int laps = 5;                  ///< 1 .. 1000
    Durability durability = Durability::Durable;
    Transport transport = Transport::Literal;
    int clients = 1;               ///< 1 .. 256
    int transaction = 0;           ///< statements a transaction; 0: as the workload has it
    double duration_s = 0;         ///< 0: until the statements are done
    double rate = 0;               ///< statements a second; 0: closed loop
    std::uint64_t seed = 1;
    QString input;                 ///< a file of the user's, for workloads that take one
    /// of workloads, by workload name: {"speed-comparison": {"b_range": 100000}}
    QJsonObject parameters;

    friend bool operator==(const Plan &, const Plan &) = default;
};

namespace limits {
inline constexpr double scaleMin = 0.001, scaleMax = 1000.0;
inline constexpr int lapsMax = 1000, clientsMax = 256, targetsMax = 32, drivesMax = 16;
}

struct PlanReading { Plan plan; Faults faults; };

/// Reads a plan's JSON. Every fault is reported at once: unknown keys, wrong types, values out of
/// range, targets that cannot be read, two targets that are the same.
[[nodiscard]] PlanReading planFromJson(const QByteArray &json);
[[nodiscard]] QJsonObject planToJson(const Plan &plan);

/// The faults that can be told without looking at the machine or at a registry.
[[nodiscard]] Faults validate(const Plan &plan);

/// Two SQLite targets, durable and unsafe, on `homeFolder`, the speed comparison, five laps.
[[nodiscard]] Plan demoPlan(const QString &homeFolder);

} // namespace drivetrain
