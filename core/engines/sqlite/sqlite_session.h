// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include "engines/sqlite/sqlite_api.h"
#include <atomic>
#include <memory>

namespace drivetrain {

struct SqliteCloser
{
    const SqliteApi *api = &linkedSqlite;
    void operator()(sqlite3 *db) const noexcept { api->close_v2(db); }
};
using SqliteHandle = std::unique_ptr<sqlite3, SqliteCloser>;   ///< with the library it belongs to
struct SqliteFinalizer
{
    const SqliteApi *api = &linkedSqlite;
    void operator()(sqlite3_stmt *statement) const noexcept { api->finalize(statement); }
};
using SqliteStatementHandle = std::unique_ptr<sqlite3_stmt, SqliteFinalizer>;

/// The engine's error as it stands on a connection; `sql` names the statement.
[[nodiscard]] Error sqliteError(const SqliteApi &api, sqlite3 *db, int code,
                                std::string_view sql = {});

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
    Expected<std::unique_ptr<BulkWriter>> bulk(const BulkTable &table) override;
    void cancel() noexcept override;
    void abandon() noexcept override { cancel(); } // a library in our own process cannot be cut off
    PhaseTotals phases() const noexcept override;
    Phase restPhase() const noexcept override { return Phase::Execute; }

    [[nodiscard]] const SqliteApi &api() const noexcept { return m_api; }
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
    [[nodiscard]] tl::unexpected<Error> error(int code, std::string_view sql) const
    {
        return tl::unexpected(sqliteError(m_api, m_db.get(), code, sql));
    }
    const SqliteApi &m_api;
    SqliteHandle m_db;
    std::atomic<bool> m_cancelled{false};
    PhaseTotals m_phases;
};

} // namespace drivetrain
