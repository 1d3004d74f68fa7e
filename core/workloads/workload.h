// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/dialect.h"
#include "engines/session.h"
#include "model/historical.h"
#include "model/plan.h"
#include "model/run.h"
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace drivetrain {

/// The next thing that a worker does. Reused from one statement to the next: buffers keep their
/// memory.
struct Request
{
    enum class Kind { Statement, Begin, Commit };
    Kind kind = Kind::Statement;
    std::string sql;             ///< literal text; used where shape < 0
    /// index into StatementStream::shapes(): run prepared, with `values`
    int shape = -1;
    std::vector<Value> values;   ///< may point into `text`
    std::string text;            ///< storage for bound text
};

/// One worker's stream of statements. Owned and used by one thread; next() is in the measured path.
class StatementStream
{
public:
    virtual ~StatementStream() = default;
    [[nodiscard]] virtual bool next(Request &request) = 0;      ///< false: the end
    /// SQL of prepared ones
    [[nodiscard]] virtual const std::vector<std::string> &shapes() const = 0;
    /// Where the statement just made returns rows that are checked; nullptr otherwise.
    [[nodiscard]] virtual RowSink *sink() = 0;
    /// Where in the user's file the statement stands that came `behind` statements before the
    /// latest: "line 17"; empty where there is no file.
    [[nodiscard]] virtual QString where(std::size_t behind) const
    {
        static_cast<void>(behind);
        return {};
    }
    /// Whether a statement that the engine refuses is counted and the next one made.
    [[nodiscard]] virtual bool goesOnAfterFailure() const { return false; }
    /// Why next() gave no further request, where that was not the end: the input is broken.
    [[nodiscard]] virtual std::optional<Error> failure() const { return std::nullopt; }
};

struct StepInfo
{
    int number = 0;              ///< 1-based
    QString title;               ///< English, as published
    QString note;                ///< English fact, may be empty
    /// statements, BEGIN and COMMIT not counted; -1: only the stream's end tells
    std::int64_t operations = 0;
    std::int64_t commits = 0;    ///< durable commits (forecast)
    /// engine's work beyond the statements' own cost: scans, sorts (forecast)
    double forecast_s = 0;
    int workers = 0;             ///< of its own number; 0: the plan's clients
    bool own_databases = false;  ///< each worker its own database
};

/// What the oracle says of a step.
struct StepCheck
{
    Verification verification = Verification::NotRun;
    QString detail;                      ///< expected and found, where Wrong
    std::uint64_t answers_digest = 0;
    QMap<QString, TableCheck> tables;
    QString note;                        ///< English fact, in addition to the step's own
};

struct WorkloadSettings
{
    double scale = 1;
    std::uint64_t seed = 1;
    Transport transport = Transport::Literal;
    Dialect dialect;
    QJsonObject parameters;
    QString input;                       ///< the user's file; empty: made from the seed
    std::int64_t transaction = 0;        ///< statements a transaction; 0: as the workload has it
    int databases = 1;                   ///< that the target can tell apart
};

/// One lap's worth of a workload: made for a lap, used for it, thrown away. Knows every right
/// answer from a model of its own in memory, never from another engine.
class WorkloadLap
{
public:
    virtual ~WorkloadLap() = default;
    [[nodiscard]] virtual const std::vector<StepInfo> &steps() const = 0;
    /// Before a step, outside of the measuring: what it needs and what an earlier one left. With
    /// the sessions of its workers.
    [[nodiscard]] virtual Expected<void> prepare(std::size_t, const std::vector<Session *> &)
    {
        return {};
    }
    /// How the step's statements reach the engine; a lap may mix them.
    [[nodiscard]] virtual Transport transport(std::size_t step) const = 0;
    /// The stream of `worker` (0-based) of `workers` for the step; called before the clock starts.
    [[nodiscard]] virtual std::unique_ptr<StatementStream> stream(std::size_t step, int worker,
                                                                  int workers) = 0;
    /// After the step, outside of the measuring: answers given, row counts, checksums.
    /// With the sessions of its workers.
    [[nodiscard]] virtual Expected<StepCheck> verify(std::size_t step,
                                                     const std::vector<Session *> &sessions) = 0;
};

/// A named list of steps. Stateless, any thread.
class Workload
{
public:
    virtual ~Workload() = default;
    [[nodiscard]] virtual QString name() const = 0;         ///< "speed-comparison"
    /// English source text; ui translates it
    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual QString description() const = 0;
    [[nodiscard]] virtual std::set<Transport> transports() const = 0;
    [[nodiscard]] virtual int clients_max() const { return 1; }
    [[nodiscard]] virtual bool takesInput() const { return false; }
    [[nodiscard]] virtual bool needsInput() const { return false; }
    [[nodiscard]] virtual bool takesTransaction() const { return false; }
    /// Why the workload is not for an engine of this dialect; empty: it is.
    [[nodiscard]] virtual QString obstacle(const Dialect &) const { return {}; }
    /// What is wrong with the user's file, for a target of this dialect. May read all of it.
    [[nodiscard]] virtual Faults checkInput(const QString &, const Dialect &,
                                            const QString &) const
    {
        return {};
    }
    /// A database that every lap starts with, made once: a key that names all it depends on. Empty:
    /// laps start with nothing.
    [[nodiscard]] virtual QString startKey(const WorkloadSettings &) const { return {}; }
    /// Its size, in the user's cache folder.
    [[nodiscard]] virtual std::int64_t start_bytes(const WorkloadSettings &) const { return 0; }
    /// Makes that database with a session, outside of the measuring.
    [[nodiscard]] virtual Expected<void> makeStart(const WorkloadSettings &, Session &,
                                                   const std::stop_token &) const
    {
        return {};
    }
    [[nodiscard]] virtual HistoricalTable historical() const { return {}; }
    [[nodiscard]] virtual Faults checkParameters(const QJsonObject &parameters,
                                                 const QString &field) const = 0;
    /// database and journal at the peak (forecast)
    [[nodiscard]] virtual std::int64_t space_bytes(const WorkloadSettings &settings) const = 0;
    /// temporary files at the peak
    [[nodiscard]] virtual std::int64_t temp_bytes(const WorkloadSettings &) const { return 0; }
    [[nodiscard]] virtual std::vector<StepInfo> steps(const WorkloadSettings &settings) const = 0;
    [[nodiscard]] virtual std::unique_ptr<WorkloadLap>
    lap(const WorkloadSettings &settings) const = 0;
};

/// What a plan asks of a workload, for an engine of which nothing is known yet.
[[nodiscard]] WorkloadSettings settingsOf(const Plan &plan, const Workload &workload);

class WorkloadRegistry
{
public:
    [[nodiscard]] static const WorkloadRegistry &standard();
    [[nodiscard]] const Workload *find(const QString &name) const;
    [[nodiscard]] const std::vector<std::unique_ptr<Workload>> &workloads() const
    {
        return m_workloads;
    }
    explicit WorkloadRegistry(std::vector<std::unique_ptr<Workload>> workloads);
private:
    std::vector<std::unique_ptr<Workload>> m_workloads;
};

} // namespace drivetrain
