// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "model/phase.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

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
