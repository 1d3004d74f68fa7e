// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "model/phase.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace drivetrain {

/// A value to bind. Text must stay alive until the call returns.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// A cell of a result in the engine's own text form; valid only inside RowSink::row.
struct Cell { std::string_view text; bool isNull = false; };

/// Receives rows one by one, in the session's thread, while the statement runs. Must not call the
/// session.
class RowSink
{
public:
    virtual ~RowSink() = default;
    virtual void row(std::span<const Cell> cells) = 0;
};

struct Outcome { std::int64_t rows_affected = 0, rows_returned = 0; };

/// A prepared statement of one session; must not outlive it. Used by the session's thread only.
class Statement
{
public:
    virtual ~Statement() = default;
    /// Binds all values and runs to the end. A null sink discards rows (they are still counted).
    [[nodiscard]] virtual Expected<Outcome> execute(std::span<const Value> values,
                                                    RowSink *sink) = 0;
};

/// Learns, in the order of sending, what pipelined statements came to; in the session's thread.
class OutcomeSink
{
public:
    virtual ~OutcomeSink() = default;
    /// `sent_ns`: tick_ns() when it was handed over; the time until now is its service time.
    virtual void done(const Outcome &outcome, std::int64_t sent_ns) = 0;
};

/// Statements sent ahead, their results read later: so many in flight that the round trip is
/// hidden. Order is kept; transactions are as the statements say, and outside of one each statement
/// is a transaction of its own. After an error nothing that was sent later has had an effect that
/// counts: the session is of use for rollback() and destruction only. Session's thread.
class Pipeline
{
public:
    virtual ~Pipeline() = default;
    [[nodiscard]] virtual Expected<void> literal(const std::string &sql, RowSink *sink) = 0;
    /// `shape` numbers the prepared text `sql` within this pipeline: equal numbers, equal texts.
    [[nodiscard]] virtual Expected<void> prepared(int shape, const std::string &sql,
                                                  std::span<const Value> values, RowSink *sink) = 0;
    [[nodiscard]] virtual Expected<void> begin() = 0;
    [[nodiscard]] virtual Expected<void> commit() = 0;
    [[nodiscard]] virtual Expected<void> drain() = 0;   ///< until all results are there
};

/// Rows into one table by the engine's own bulk interface: within the transaction that is open, or
/// one of their own. Session's thread; nothing else may be asked of the session until finish().
class BulkWriter
{
public:
    virtual ~BulkWriter() = default;
    [[nodiscard]] virtual Expected<void> row(std::span<const Value> values) = 0;
    [[nodiscard]] virtual Expected<Outcome> finish() = 0;   ///< rows_affected: all that went in
};

/// INSERT INTO `table` (`columns`) VALUES (?, ...), names as they stand in the SQL; no columns: all
/// of the table's.
struct BulkTable
{
    std::string table;
    std::vector<std::string> columns;
    std::size_t values = 0;     ///< a row
    friend bool operator==(const BulkTable &, const BulkTable &) = default;
};

/// One connection, used by one thread. The measured path: execute() and Statement::execute()
/// allocate nothing of ours, log nothing and take no lock of ours.
///
/// Rows are streamed, never stored whole. rows_affected counts rows found (not only changed) by
/// UPDATE, rows inserted or deleted; 0 for DDL and for SELECT.
///
/// Stopping: cancel() asks the engine (sqlite3_interrupt, PQcancel on a thread of its own, KILL
/// QUERY); abandon() gives up on it: the running call returns at once with ErrorKind::Cancelled,
/// its connection closed. Both may be called from any thread, at any time, never block, and are
/// remembered: a call made later returns Cancelled as well. After either, only destruction is of
/// use.
class Session
{
public:
    virtual ~Session() = default;
    [[nodiscard]] virtual Expected<Outcome> execute(const std::string &sql,
                                                    RowSink *sink = nullptr) = 0;
    [[nodiscard]] virtual Expected<std::unique_ptr<Statement>> prepare(std::string_view sql) = 0;
    [[nodiscard]] virtual Expected<void> begin() = 0;
    [[nodiscard]] virtual Expected<void> commit() = 0;
    [[nodiscard]] virtual Expected<void> rollback() = 0;
    /// Where Transport::Pipelined, Bulk is declared; NotAvailable otherwise.
    [[nodiscard]] virtual Expected<std::unique_ptr<Pipeline>> pipeline(OutcomeSink &)
    {
        return failure(ErrorKind::NotAvailable);
    }
    [[nodiscard]] virtual Expected<std::unique_ptr<BulkWriter>> bulk(const BulkTable &)
    {
        return failure(ErrorKind::NotAvailable);
    }
    /// Called by the thread that is about to use the session, before its clock starts: for what a
    /// thread's first call would otherwise do within the measured time.
    [[nodiscard]] virtual Expected<void> ready() { return {}; }
    /// At the end of a step's statements, within its time: carries out what a session has kept
    /// back, and tells what came of that. Nothing for engines that keep nothing back.
    [[nodiscard]] virtual Expected<Outcome> finishStep() { return Outcome{}; }
    virtual void cancel() noexcept = 0;
    virtual void abandon() noexcept = 0;

    /// Time so far, by phase, of what happened inside the session's calls; only differences within
    /// one thread count. Client and Other are not its business (the worker's). Session's thread
    /// only.
    [[nodiscard]] virtual PhaseTotals phases() const noexcept = 0;
    /// Where the time of a call belongs that phases() leaves unexplained: an embedded engine
    /// executes then.
    [[nodiscard]] virtual Phase restPhase() const noexcept { return Phase::Other; }
};

} // namespace drivetrain
