// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include <atomic>
#include <memory>
#include <sqlite3.h>

namespace drivetrain {

struct SqliteCloser { void operator()(sqlite3 *db) const noexcept { sqlite3_close_v2(db); } };
using SqliteHandle = std::unique_ptr<sqlite3, SqliteCloser>;
struct SqliteFinalizer { void operator()(sqlite3_stmt *s) const noexcept { sqlite3_finalize(s); } };
using SqliteStatementHandle = std::unique_ptr<sqlite3_stmt, SqliteFinalizer>;

/// The engine's error as it stands on a connection; `sql` names the statement.
[[nodiscard]] Error sqliteError(sqlite3 *db, int code, std::string_view sql = {});

/// One connection of the C API. Prepare and commit are timed apart, file calls by the layer below;
/// the rest of a call is execution.
class SqliteSession : public Session
{
public:
    static constexpr int busyPause_us = 200;
    explicit SqliteSession(SqliteHandle db);
    Expected<Outcome> execute(const std::string &sql, RowSink *sink) override;
    Expected<std::unique_ptr<Statement>> prepare(std::string_view sql) override;
    Expected<void> begin() override;
    Expected<void> commit() override;
    Expected<void> rollback() override;
    void cancel() noexcept override;
    void abandon() noexcept override { cancel(); } // a library in our own process cannot be cut off
    PhaseTotals phases() const noexcept override;
    Phase restPhase() const noexcept override { return Phase::Execute; }

    [[nodiscard]] sqlite3 *handle() const noexcept { return m_db.get(); }
    [[nodiscard]] bool isCancelled() const noexcept
    {
        return m_cancelled.load(std::memory_order_relaxed);
    }
    /// Steps a statement to its end.
    [[nodiscard]] Expected<Outcome> run(sqlite3_stmt *statement, RowSink *sink);

private:
    static int busy(void *self, int attempts) noexcept;
    Expected<void> simple(const char *sql);
    SqliteHandle m_db;
    std::atomic<bool> m_cancelled{false};
    PhaseTotals m_phases;
};

} // namespace drivetrain
