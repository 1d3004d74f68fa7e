// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "drive.h"
#include "error.h"
#include "measure/histogram.h"
#include "phase.h"
#include "plan.h"
#include "sample.h"
#include <QDateTime>
#include <QJsonObject>
#include <QMap>
#include <optional>
#include <vector>

namespace drivetrain {

enum class Verification { NotRun, Verified, Wrong, Failed };
enum class LapStatus { Running, Finished, Failed, Wrong, Cancelled };
enum class RunStatus { Running, Finished, Failed, Cancelled, Interrupted };
/// for files: "verified", "wrong", ...
[[nodiscard]] QString verificationName(Verification verification);
[[nodiscard]] QString lapStatusName(LapStatus status);
[[nodiscard]] QString runStatusName(RunStatus status);

struct CpuTime
{
    double user_s = 0, sys_s = 0;
    friend bool operator==(const CpuTime &, const CpuTime &) = default;
};

/// A table as verified after a step: exact count and an order-free checksum over (a, b, c, ...),
/// equal on every engine for the same seed.
struct TableCheck
{
    std::int64_t rows = 0;
    std::uint64_t checksum = 0;
    friend bool operator==(const TableCheck &, const TableCheck &) = default;
};

/// What one step of one lap took, and whether its answer was right. Only a Verified one has a
/// speed.
struct StepResult
{
    int number = 0;                  ///< 1-based
    QString title;                   ///< English, as published: "25000 INSERTs in a transaction"
    Verification verification = Verification::NotRun;
    QString wrong_detail;            ///< expected and found, where Wrong
    std::int64_t operations = 0;     ///< statements that succeeded
    std::int64_t failed_operations = 0;
    /// rows inserted, changed, deleted or returned, as the engine told
    std::int64_t rows = 0;
    double wall_s = 0;
    CpuTime client;                  ///< the worker threads
    /// a private server's processes; nothing for embedded and remote ones
    std::optional<CpuTime> server;
    Histogram latency;               ///< service time of each statement
    PhaseTotals phases;              ///< sum to wall_s
    std::optional<std::int64_t> read_bytes, write_bytes, syncs;
    std::optional<std::int64_t> size_before_bytes, size_after_bytes;
    /// over the SELECTs' verified answers; 0: the step has none
    std::uint64_t answers_digest = 0;
    QMap<QString, TableCheck> tables;          ///< the tables that the step touched, after it
    /// English fact: "only 101 of 1000 UPDATEs touch a row"
    QString note;

    [[nodiscard]] bool isVerified() const { return verification == Verification::Verified; }
    /// Rows (or, for a step that touches none, statements) a second of wall time; nothing if not
    /// verified.
    [[nodiscard]] std::optional<double> rate_per_s() const;
    friend bool operator==(const StepResult &, const StepResult &) = default;
};

/// A setting of the engine as read back after it was set.
struct Setting
{
    QString name, value, default_value;   ///< default_value empty: not known
    friend bool operator==(const Setting &, const Setting &) = default;
};

struct EngineFacts
{
    QString name;              ///< "SQLite", "PostgreSQL", "MariaDB"
    QString version;           ///< "3.40.1", "15.18"
    QString client_library;    ///< "libpq 15.18"
    Durability durability = Durability::Unsafe;   ///< what the settings read back amount to
    std::vector<Setting> settings;
    friend bool operator==(const EngineFacts &, const EngineFacts &) = default;
};

/// A target of a run on its drive: one column of the result table.
struct RunTarget
{
    TargetSpec spec;
    /// nothing: somebody's server, whose drive is not ours to choose
    std::optional<Drive> drive;
    std::optional<EngineFacts> facts;    ///< known once its first lap opened
    [[nodiscard]] QString label() const; ///< spec and, where given, the drive's folder
    friend bool operator==(const RunTarget &, const RunTarget &) = default;
};

struct Lap
{
    int target = 0;              ///< index into Run::targets
    QString workload;
    int number = 0;              ///< 1-based
    int position = 0;            ///< 0-based order in the run, over all targets
    QDateTime started;           ///< UTC
    LapStatus status = LapStatus::Running;
    std::optional<Error> error;  ///< where Failed
    QString data_folder;         ///< where the data stood, as the engine told
    std::vector<StepResult> steps;
    std::vector<Sample> samples; ///< empty where loaded without samples
    [[nodiscard]] double wall_s() const;   ///< sum of the steps
    friend bool operator==(const Lap &, const Lap &) = default;
};

/// A plan that was carried out, with all that was measured. Immutable once read from the store.
struct Run
{
    qint64 id = 0;
    QDateTime started, finished;     ///< UTC; finished invalid while running or interrupted
    RunStatus status = RunStatus::Running;
    Plan plan;
    QJsonObject environment;         ///< rule 22's list; values that are not available are null
    std::vector<RunTarget> targets;
    std::vector<Lap> laps;           ///< in the order in which they ran
    QStringList notes;
    /// every planned lap finished and every step verified, but for what the engine cannot do
    [[nodiscard]] bool allVerified() const;
};

/// A line of the history list.
struct RunSummary
{
    qint64 id = 0;
    QDateTime started;
    RunStatus status = RunStatus::Running;
    QStringList targets, workloads, drives;
    double scale = 1;
    int laps_planned = 0, laps_finished = 0;   ///< laps over all targets and workloads
};

} // namespace drivetrain
