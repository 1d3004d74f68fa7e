// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_session.h"
#include "engines/mysql/mysql_calls.h"
#include "engines/mysql/mysql_load_data.h"
#include "engines/mysql/mysql_pipeline.h"
#include "engines/mysql/mysql_statement.h"
#include "measure/clock.h"
#include <array>
#include <cstring>
#include <strings.h>
#include <sys/socket.h>
#include <thread>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr unsigned columnsMax = 64;   // of a result that goes to a sink; more are cut off
constexpr unsigned killWithin_s = 1;

/// Some table engines report the rows that DDL copied as affected.
bool isDdl(std::string_view sql)
{
    for (const std::string_view word : {"CREATE", "ALTER", "DROP", "RENAME", "TRUNCATE"}) {
        if (sql.size() > word.size() && strncasecmp(sql.data(), word.data(), word.size()) == 0)
            return true;
    }
    return false;
}

ErrorKind kindOf(unsigned code)
{
    switch (code) {
    case 1317: return ErrorKind::Cancelled;                          // ER_QUERY_INTERRUPTED
    case 1045: case 1698: return ErrorKind::Authentication;          // ER_ACCESS_DENIED_*
    case 1044: case 1142: case 1227: return ErrorKind::Permission;   // database, table, privilege
    case 1021:
    case 1114:
        return ErrorKind::DiskFull; // ER_DISK_FULL, ER_RECORD_FILE_FULL
    case 2002: case 2003: case 2005: case 2006: case 2013: case 2026: case 2055:
    case 1053: case 1927: return ErrorKind::Connection;              // CR_*, shutdown, killed
    default: return ErrorKind::Engine;
    }
}

void setOptions(MYSQL *connection, const MysqlParameters &parameters)
{
    unsigned timeout_s = mysqlConnectWithin_s, localData = 1;
    mysql_options(connection, MYSQL_OPT_CONNECT_TIMEOUT, &timeout_s);
    // Asked for by LOAD DATA LOCAL; a rogue server that asks for a file is refused by the handler.
    mysql_options(connection, MYSQL_OPT_LOCAL_INFILE, &localData);
    serveLocalDataOnly(connection, nullptr);
    mysql_options(connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (parameters.reads_option_file)
        mysql_options(connection, MYSQL_READ_DEFAULT_GROUP, "client");
#ifdef MARIADB_PACKAGE_VERSION_ID
    mysql_options(connection, MYSQL_OPT_NONBLOCK, nullptr);
    my_bool yes = 1, no = 0;
    mysql_options(connection, MYSQL_OPT_SSL_ENFORCE, parameters.verify_tls ? &yes : &no);
    mysql_options(connection, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, parameters.verify_tls ? &yes : &no);
#else
    unsigned mode = parameters.verify_tls ? SSL_MODE_VERIFY_IDENTITY : SSL_MODE_PREFERRED;
    mysql_options(connection, MYSQL_OPT_SSL_MODE, &mode);
#endif
    if (!parameters.ssl_ca.empty())
        mysql_options(connection, MYSQL_OPT_SSL_CA, parameters.ssl_ca.c_str());
}

MYSQL *connectBlocking(MYSQL *connection, const MysqlParameters &p)
{
    const auto orNull = [](const std::string &text) {
        return text.empty() ? nullptr : text.c_str();
    };
    return mysql_real_connect(connection, orNull(p.host), orNull(p.user), orNull(p.password),
                              orNull(p.database), p.port, orNull(p.socket), CLIENT_FOUND_ROWS);
}

} // namespace

Error mysqlError(unsigned code, const char *state, const char *words, std::string_view sql)
{
    constexpr std::size_t shown = 200;
    Error error;
    error.kind = kindOf(code);
    error.code = u"%1 (%2)"_s.arg(code).arg(QString::fromLatin1(state));
    error.words = QString::fromUtf8(words);
    if (error.kind == ErrorKind::Engine && error.words.contains("No space left"_L1))
        error.kind = ErrorKind::DiskFull;
    error.subject =
        QString::fromUtf8(sql.data(), static_cast<qsizetype>(std::min(sql.size(), shown)));
    return error;
}

Expected<MysqlHandle> connectMysql(const MysqlParameters &parameters, std::stop_token stop)
{
    if (stop.stop_requested())
        return failure(ErrorKind::Cancelled);
    MysqlHandle connection(mysql_init(nullptr));
    setOptions(connection.get(), parameters);
    if (!connectBlocking(connection.get(), parameters)) {
        Error error = mysqlError(mysql_errno(connection.get()), mysql_sqlstate(connection.get()),
                                 mysql_error(connection.get()));
        error.subject =
            QString::fromStdString(parameters.socket.empty() ? parameters.host : parameters.socket);
        return tl::unexpected(std::move(error));
    }
    return connection;
}

MysqlSession::MysqlSession(MysqlHandle connection, MysqlParameters parameters)
    : m_connection(std::move(connection)), m_parameters(std::move(parameters))
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    m_socket = static_cast<int>(mysql_get_socket(m_connection.get()));
#else
    m_socket = m_connection->net.fd;
#endif
    serveLocalDataOnly(m_connection.get(), &m_localData);
}

MysqlSession::~MysqlSession()
{
    if (m_abandoned)   // no farewell to a server that does not listen
        shutdown(m_socket, SHUT_RDWR);
}

std::optional<int> MysqlSession::wait(int status)
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    const short events = static_cast<short>((status & MYSQL_WAIT_READ ? POLLIN : 0)
                                            | (status & MYSQL_WAIT_WRITE ? POLLOUT : 0)
                                            | (status & MYSQL_WAIT_EXCEPT ? POLLPRI : 0));
    const std::int64_t begin_ns = tick_ns();
    const auto result = m_wake.wait(m_socket, events, m_timeout_ms);
    m_phases.add(m_waitPhase, tick_ns() - begin_ns);
    if (result == WakeEvent::Result::TimedOut)
        m_timedOut = m_abandoned = m_cancelled = true;
    if (result != WakeEvent::Result::Ready) {
        // Freeing a result reads what is left of it, and would wait for a server that does not
        // answer.
        shutdown(m_socket, SHUT_RDWR);
        return std::nullopt;
    }
    return status & (MYSQL_WAIT_READ | MYSQL_WAIT_WRITE | MYSQL_WAIT_EXCEPT);
#else
    return status;
#endif
}

tl::unexpected<Error> MysqlSession::gaveUp() const
{
    return failure(m_timedOut ? ErrorKind::Timeout : ErrorKind::Cancelled);
}

Error MysqlSession::error(std::string_view sql) const
{
    Error error =
        mysqlError(mysql_errno(handle()), mysql_sqlstate(handle()), mysql_error(handle()), sql);
    if (m_cancelled)
        error.kind = ErrorKind::Cancelled;
    return error;
}

Error MysqlSession::statementError(MYSQL_STMT *statement) const
{
    Error error = mysqlError(mysql_stmt_errno(statement), mysql_stmt_sqlstate(statement),
                             mysql_stmt_error(statement));
    if (m_cancelled)
        error.kind = ErrorKind::Cancelled;
    return error;
}

void MysqlSession::cancel() noexcept
{
    if (m_cancelled.exchange(true))
        return;
    // KILL QUERY needs a connection of its own, and may wait: never here.
    std::thread([parameters = m_parameters, id = mysql_thread_id(m_connection.get())] {
        const MysqlHandle other(mysql_init(nullptr));
        setOptions(other.get(), parameters);
        unsigned timeout_s = killWithin_s;
        for (const mysql_option option :
             {MYSQL_OPT_CONNECT_TIMEOUT, MYSQL_OPT_READ_TIMEOUT, MYSQL_OPT_WRITE_TIMEOUT})
            mysql_options(other.get(), option, &timeout_s);
        if (connectBlocking(other.get(), parameters))
            mysql_query(other.get(), ("KILL QUERY " + std::to_string(id)).c_str());
        mysql_thread_end();
    }).detach();
}

void MysqlSession::abandon() noexcept
{
    m_cancelled = true;
    m_abandoned = true;
    m_wake.raise();
#ifndef MARIADB_PACKAGE_VERSION_ID
    shutdown(m_socket, SHUT_RDWR);
#endif
}

Expected<Outcome> MysqlSession::readResult(RowSink *sink)
{
    struct Free { void operator()(MYSQL_RES *r) const noexcept { mysql_free_result(r); } };
    Outcome outcome;
    const std::unique_ptr<MYSQL_RES, Free> result(mysql_use_result(handle()));
    if (!result) {
        if (mysql_field_count(handle()) > 0)
            return tl::unexpected(error());
        outcome.rows_affected = static_cast<std::int64_t>(mysql_affected_rows(handle()));
        return outcome;
    }
    const unsigned columns = std::min(mysql_num_fields(result.get()), columnsMax);
    while (true) {
        MYSQL_ROW row = nullptr;
        if (!DRIVETRAIN_MYSQL_CALL(*this, row, mysql_fetch_row, result.get()))
            return gaveUp();
        if (!row)
            break;
        ++outcome.rows_returned;
        if (!sink)
            continue;
        const unsigned long *lengths = mysql_fetch_lengths(result.get());
        std::array<Cell, columnsMax> cells;
        for (unsigned i = 0; i < columns; ++i)
            cells[i] = {row[i] ? std::string_view(row[i], lengths[i]) : std::string_view(),
                        row[i] == nullptr};
        sink->row(std::span(cells.data(), columns));
    }
    if (mysql_errno(handle()))
        return tl::unexpected(error());
    return outcome;
}

Expected<Outcome> MysqlSession::execute(const std::string &sql, RowSink *sink)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    int failed = 0;
    if (!DRIVETRAIN_MYSQL_CALL(*this, failed, mysql_real_query, handle(), sql.data(), sql.size()))
        return gaveUp();
    if (failed)
        return tl::unexpected(error(sql));
    auto outcome = readResult(sink);
    if (outcome && isDdl(sql))
        outcome->rows_affected = 0;
    return outcome;
}

Expected<std::unique_ptr<Statement>> MysqlSession::prepare(std::string_view sql)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    m_waitPhase = Phase::Prepare;
    auto statement = MysqlStatement::make(*this, sql);
    m_waitPhase = Phase::NetworkWait;
    return statement;
}

Expected<std::unique_ptr<Pipeline>> MysqlSession::pipeline(OutcomeSink &sink)
{
    return MysqlPipeline::make(*this, sink);
}

Expected<std::unique_ptr<BulkWriter>> MysqlSession::bulk(const BulkTable &table)
{
    return MysqlLoadData::make(*this, table);
}

Expected<void> MysqlSession::simple(const std::string &sql)
{
    const auto done = execute(sql, nullptr);
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Expected<void> MysqlSession::begin() { return simple("BEGIN"); }
Expected<void> MysqlSession::rollback() { return simple("ROLLBACK"); }

Expected<void> MysqlSession::commit()
{
    m_waitPhase = Phase::CommitWait;
    auto done = simple("COMMIT");
    m_waitPhase = Phase::NetworkWait;
    return done;
}

} // namespace drivetrain
