// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_session.h"
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_bulk.h"
#include "measure/clock.h"
#include <array>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int columnsMax = 64;   // of a result that goes to a sink; more are cut off

std::int64_t ioOfThread_ns()
{
    return threadIo().read_ns + threadIo().write_ns + threadIo().sync_ns;
}

/// Adds the time until its end to a phase, less what file calls took meanwhile.
class PhaseTimer
{
public:
    PhaseTimer(PhaseTotals &totals, Phase phase)
        : m_totals(totals), m_phase(phase), m_begin_ns(tick_ns()), m_io_ns(ioOfThread_ns()) {}
    ~PhaseTimer()
    { m_totals.add(m_phase, tick_ns() - m_begin_ns - (ioOfThread_ns() - m_io_ns)); }
    PhaseTimer(const PhaseTimer &) = delete;
    PhaseTimer &operator=(const PhaseTimer &) = delete;
private:
    PhaseTotals &m_totals;
    Phase m_phase;
    std::int64_t m_begin_ns, m_io_ns;
};

ErrorKind kindOf(int code)
{
    switch (code & 0xff) {
    case SQLITE_INTERRUPT: return ErrorKind::Cancelled;
    case SQLITE_FULL: return ErrorKind::DiskFull;
    case SQLITE_IOERR: return ErrorKind::Io;
    case SQLITE_READONLY: return ErrorKind::ReadOnly;
    case SQLITE_PERM:
    case SQLITE_AUTH: return ErrorKind::Permission;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return ErrorKind::Damaged;
    default: return ErrorKind::Engine;
    }
}

class SqliteStatement final : public Statement
{
public:
    SqliteStatement(SqliteSession &session, SqliteStatementHandle statement)
        : m_session(session), m_statement(std::move(statement)) {}

    Expected<Outcome> execute(std::span<const Value> values, RowSink *sink) override
    {
        int index = 0;
        for (const Value &value : values) {
            if (const int rc = bind(++index, value); rc != SQLITE_OK)
                return tl::unexpected(sqliteError(m_session.api(), m_session.handle(), rc));
        }
        auto outcome = m_session.run(m_statement.get(), sink);
        m_session.api().reset(m_statement.get());
        return outcome;
    }

private:
    int bind(int index, const Value &value)
    {
        const SqliteApi &api = m_session.api();
        sqlite3_stmt *statement = m_statement.get();
        if (const auto *number = std::get_if<std::int64_t>(&value))
            return api.bind_int64(statement, index, *number);
        if (const auto *text = std::get_if<std::string_view>(&value))
            return api.bind_text64(statement, index, text->data(), text->size(), SQLITE_STATIC,
                                   SQLITE_UTF8);
        if (const auto *real = std::get_if<double>(&value))
            return api.bind_double(statement, index, *real);
        return api.bind_null(statement, index);
    }
    SqliteSession &m_session;
    SqliteStatementHandle m_statement;
};

} // namespace

Error sqliteError(const SqliteApi &api, sqlite3 *db, int code, std::string_view sql)
{
    constexpr std::size_t shown = 200;
    Error error;
    error.kind = kindOf(code);
    error.code = u"SQLITE_%1"_s.arg(code & 0xff);
    const int extended = db ? api.extended_errcode(db) : code;
    error.code = u"%1 (%2)"_s.arg(QString::fromUtf8(api.errstr(extended))).arg(extended);
    error.words = QString::fromUtf8(db ? api.errmsg(db) : api.errstr(code));
    error.subject =
        QString::fromUtf8(sql.data(), static_cast<qsizetype>(std::min(sql.size(), shown)));
    return error;
}

SqliteSession::SqliteSession(SqliteHandle db)
    : m_api(*db.get_deleter().api), m_db(std::move(db))
{
    m_api.busy_handler(m_db.get(), &SqliteSession::busy, this);
}

int SqliteSession::busy(void *self, int) noexcept
{
    if (static_cast<SqliteSession *>(self)->isCancelled())
        return 0;
    usleep(busyPause_us);
    return 1;
}

Expected<Outcome> SqliteSession::run(sqlite3_stmt *statement, RowSink *sink)
{
    Outcome outcome;
    const bool reads = m_api.stmt_readonly(statement);
    const sqlite3_int64 before = reads ? 0 : m_api.total_changes64(m_db.get());
    int rc = SQLITE_OK;
    while ((rc = m_api.step(statement)) == SQLITE_ROW) {
        ++outcome.rows_returned;
        if (!sink)
            continue;
        std::array<Cell, columnsMax> cells;
        const int columns = std::min(m_api.column_count(statement), columnsMax);
        for (int i = 0; i < columns; ++i) {
            const auto *text = reinterpret_cast<const char *>(m_api.column_text(statement, i));
            const auto size = static_cast<std::size_t>(m_api.column_bytes(statement, i));
            cells[static_cast<std::size_t>(i)] = {
                text ? std::string_view(text, size) : std::string_view(), text == nullptr};
        }
        sink->row(std::span(cells.data(), static_cast<std::size_t>(columns)));
    }
    if (rc != SQLITE_DONE) {
        const char *sql = m_api.sql(statement);
        return error(rc, sql ? sql : "");
    }
    // total_changes, since changes() keeps the figure of an earlier statement after DDL.
    if (!reads)
        outcome.rows_affected = m_api.total_changes64(m_db.get()) - before;
    return outcome;
}

Expected<Outcome> SqliteSession::execute(const std::string &sql, RowSink *sink)
{
    Outcome all;
    const char *next = sql.data(), *const end = sql.data() + sql.size();
    while (next < end) {
        if (isCancelled())
            return failure(ErrorKind::Cancelled);
        sqlite3_stmt *raw = nullptr;
        const char *from = next;
        int rc = SQLITE_OK;
        {
            const PhaseTimer timer(m_phases, Phase::Prepare);
            // With its terminator counted in, SQLite does not copy the text.
            rc = m_api.prepare_v2(m_db.get(), from, static_cast<int>(end - from) + 1, &raw,
                                    &next);
        }
        const SqliteStatementHandle statement(raw, {&m_api});
        if (rc != SQLITE_OK)
            return error(rc, {from, static_cast<std::size_t>(end - from)});
        if (!statement)   // a comment or white space
            continue;
        auto outcome = run(raw, sink);
        if (!outcome)
            return outcome;
        all.rows_affected += outcome->rows_affected;
        all.rows_returned += outcome->rows_returned;
    }
    return all;
}

Expected<std::unique_ptr<Statement>> SqliteSession::prepare(std::string_view sql)
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    const PhaseTimer timer(m_phases, Phase::Prepare);
    sqlite3_stmt *raw = nullptr;
    const int rc = m_api.prepare_v3(m_db.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    SqliteStatementHandle statement(raw, {&m_api});
    if (rc != SQLITE_OK)
        return error(rc, sql);
    return std::make_unique<SqliteStatement>(*this, std::move(statement));
}

Expected<void> SqliteSession::simple(const char *sql)
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    const int rc = m_api.exec(m_db.get(), sql, nullptr, nullptr, nullptr);
    if (rc != SQLITE_OK)
        return error(rc, sql);
    return {};
}

Expected<void> SqliteSession::begin() { return simple("BEGIN"); }
Expected<void> SqliteSession::rollback() { return simple("ROLLBACK"); }

Expected<void> SqliteSession::commit()
{
    const PhaseTimer timer(m_phases, Phase::CommitWait);
    return simple("COMMIT");
}

Expected<std::unique_ptr<BulkWriter>> SqliteSession::bulk(const BulkTable &table)
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    return SqliteBulk::make(*this, table);
}

void SqliteSession::cancel() noexcept
{
    m_cancelled.store(true, std::memory_order_relaxed);
    m_api.interrupt(m_db.get());
}

PhaseTotals SqliteSession::phases() const noexcept
{
    PhaseTotals totals = m_phases;
    totals.add(Phase::Read, threadIo().read_ns);
    totals.add(Phase::Write, threadIo().write_ns);
    totals.add(Phase::Sync, threadIo().sync_ns);
    return totals;
}

} // namespace drivetrain
