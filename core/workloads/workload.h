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
};

struct StepInfo
{
    int number = 0;              ///< 1-based
    QString title;               ///< English, as published
    QString note;                ///< English fact, may be empty
    std::int64_t operations = 0; ///< statements, BEGIN and COMMIT not counted (progress)
    std::int64_t commits = 0;    ///< durable commits (forecast)
    /// engine's work beyond the statements' own cost: scans, sorts (forecast)
    double forecast_s = 0;
};

/// What the oracle says of a step.
struct StepCheck
{
    Verification verification = Verification::NotRun;
    QString detail;                      ///< expected and found, where Wrong
    std::uint64_t answers_digest = 0;
    QMap<QString, TableCheck> tables;
};

struct WorkloadSettings
{
    double scale = 1;
    std::uint64_t seed = 1;
    Transport transport = Transport::Literal;
    Dialect dialect;
    QJsonObject parameters;
};

/// One lap's worth of a workload: made for a lap, used for it, thrown away. Knows every right
/// answer from a model of its own in memory, never from another engine.
class WorkloadLap
{
public:
    virtual ~WorkloadLap() = default;
    [[nodiscard]] virtual const std::vector<StepInfo> &steps() const = 0;
    /// The stream of `worker` (0-based) of `workers` for the step; called before the clock starts.
    [[nodiscard]] virtual std::unique_ptr<StatementStream> stream(std::size_t step, int worker,
                                                                  int workers) = 0;
    /// After the step, outside of the measuring: answers given, row counts, checksums.
    [[nodiscard]] virtual Expected<StepCheck> verify(std::size_t step, Session &session) = 0;
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
    [[nodiscard]] virtual HistoricalTable historical() const { return {}; }
    [[nodiscard]] virtual Faults checkParameters(const QJsonObject &parameters,
                                                 const QString &field) const = 0;
    /// database and journal at the peak (forecast)
    [[nodiscard]] virtual std::int64_t space_bytes(double scale) const = 0;
    [[nodiscard]] virtual std::vector<StepInfo> steps(double scale) const = 0;
    [[nodiscard]] virtual std::unique_ptr<WorkloadLap>
    lap(const WorkloadSettings &settings) const = 0;
};

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
