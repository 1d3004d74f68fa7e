// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_session.h"
#include "engines/postgres/postgres_copy.h"
#include "engines/postgres/postgres_pipeline.h"
#include "engines/postgres/postgres_values.h"
#include "measure/clock.h"
#include <array>
#include <charconv>
#include <sys/socket.h>
#include <thread>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int columnsMax = 64;   // of a result that goes to a sink; more are cut off
constexpr int connectPoll_ms = 50;

/// `reached`: somebody listens there, who then refused us (no such role, no such database).
Error connectError(PGconn *connection, bool reached)
{
    Error error;
    error.kind = PQconnectionNeedsPassword(connection) || PQconnectionUsedPassword(connection)
        ? ErrorKind::Authentication
        : reached ? ErrorKind::Engine : ErrorKind::Connection;
    error.words = QString::fromUtf8(PQerrorMessage(connection)).trimmed();
    const char *host = PQhost(connection);
    error.subject = QString::fromUtf8(host ? host : "");
    return error;
}

/// The row of a one-row result, to the sink.
void giveRow(const PGresult *result, int row, RowSink &sink)
{
    std::array<Cell, columnsMax> cells;
    const int columns = std::min(PQnfields(result), columnsMax);
    for (int i = 0; i < columns; ++i) {
        cells[static_cast<std::size_t>(i)] = {
            {PQgetvalue(result, row, i), static_cast<std::size_t>(PQgetlength(result, row, i))},
            PQgetisnull(result, row, i) != 0};
    }
    sink.row(std::span(cells.data(), static_cast<std::size_t>(columns)));
}

class PostgresStatement final : public Statement
{
public:
    PostgresStatement(PostgresSession &session, std::string name)
        : m_session(session), m_name(std::move(name))
    {
    }

    Expected<Outcome> execute(std::span<const Value> values, RowSink *sink) override
    {
        m_values.set(values);
        const int sent = PQsendQueryPrepared(m_session.handle(), m_name.c_str(), m_values.count(),
                                             m_values.texts(), nullptr, nullptr, 0);
        return m_session.finish(sent, sink);
    }

private:
    PostgresSession &m_session;
    std::string m_name;
    PostgresValues m_values;
};

} // namespace

Expected<PgHandle> connectPostgres(const PgParameters &parameters, std::stop_token stop)
{
    std::vector<const char *> keys, values;
    for (const auto &[key, value] : parameters) {
        keys.push_back(key.c_str());
        values.push_back(value.c_str());
    }
    keys.push_back(nullptr);
    values.push_back(nullptr);
    PgHandle connection(PQconnectStartParams(keys.data(), values.data(), 0));
    const std::int64_t until_ns = monotonic_ns() + connectWithin_ms * 1'000'000LL;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    bool reached = false;
    while (connection && PQstatus(connection.get()) != CONNECTION_BAD) {
        pollfd entry{PQsocket(connection.get()),
                     static_cast<short>(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
        const int ready = poll(&entry, 1, connectPoll_ms);
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        if (monotonic_ns() > until_ns) {
            const char *host = PQhost(connection.get());
            return failure(ErrorKind::Timeout,
                           u"no answer within %1 s"_s.arg(connectWithin_ms / 1000),
                           QString::fromUtf8(host ? host : ""));
        }
        if (ready <= 0)
            continue;
        state = PQconnectPoll(connection.get());
        reached = reached || PQstatus(connection.get()) == CONNECTION_AWAITING_RESPONSE;
        if (state == PGRES_POLLING_OK)
            return connection;
        if (state == PGRES_POLLING_FAILED)
            break;
    }
    return tl::unexpected(connectError(connection.get(), reached));
}

PostgresSession::PostgresSession(PgHandle connection)
    : m_connection(std::move(connection)), m_cancel(PQgetCancel(m_connection.get()), PQfreeCancel)
{
    PQsetnonblocking(m_connection.get(), 1);
    PQsetNoticeProcessor(m_connection.get(), [](void *, const char *) {}, nullptr);
}

PostgresSession::~PostgresSession()
{
    if (m_abandoned)   // no farewell to a server that does not listen
        shutdown(PQsocket(m_connection.get()), SHUT_RDWR);
}

void PostgresSession::cancel() noexcept
{
    if (m_cancelled.exchange(true))
        return;
    // PQcancel connects and waits: never here. A server that hangs keeps one thread until it goes.
    std::thread([cancel = m_cancel] {
        std::array<char, 256> words{};
        PQcancel(cancel.get(), words.data(), static_cast<int>(words.size()));
    }).detach();
}

void PostgresSession::abandon() noexcept
{
    m_cancelled = true;
    m_abandoned = true;
    m_wake.raise();
}

PostgresSession::Waited PostgresSession::wait(short events)
{
    const std::int64_t begin_ns = tick_ns();
    const auto result = m_wake.wait(PQsocket(m_connection.get()), events, m_timeout_ms);
    m_phases.add(m_waitPhase, tick_ns() - begin_ns);
    return result == WakeEvent::Result::Ready ? Waited::Ready
        : result == WakeEvent::Result::Woken  ? Waited::Cancelled
                                              : Waited::TimedOut;
}

Error PostgresSession::waitError(Waited waited) const
{
    return {
        waited == Waited::Cancelled ? ErrorKind::Cancelled : ErrorKind::Timeout, {}, {}, {}, {}};
}

Error PostgresSession::error(const PGresult *result) const
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
    Error error;
    error.code = QString::fromLatin1(state ? state : "");
    error.words = QString::fromUtf8(result ? PQresultErrorMessage(result)
                                           : PQerrorMessage(m_connection.get()))
                      .trimmed();
    constexpr std::size_t shown = 200;
    error.subject = QString::fromStdString(m_sql.substr(0, shown));
    if (m_cancelled || error.code == "57014"_L1)
        error.kind = ErrorKind::Cancelled;
    else if (PQstatus(m_connection.get()) == CONNECTION_BAD || error.code.startsWith("57P"_L1))
        error.kind = ErrorKind::Connection;
    else if (error.code == "53100"_L1)
        error.kind = ErrorKind::DiskFull;
    else if (error.code.startsWith("58"_L1))
        error.kind = ErrorKind::Io;
    else if (error.code == "42501"_L1)
        error.kind = ErrorKind::Permission;
    else
        error.kind = ErrorKind::Engine;
    return error;
}

std::optional<Error> PostgresSession::flush()
{
    while (true) {
        const int left = PQflush(m_connection.get());
        if (left == 0)
            return std::nullopt;
        if (left < 0)
            return error(nullptr);
        if (const Waited waited = wait(POLLIN | POLLOUT); waited != Waited::Ready)
            return waitError(waited);
        if (!PQconsumeInput(m_connection.get()))
            return error(nullptr);
    }
}

std::optional<Error> PostgresSession::receive()
{
    while (PQisBusy(m_connection.get())) {
        if (const Waited waited = wait(POLLIN); waited != Waited::Ready)
            return waitError(waited);
        if (!PQconsumeInput(m_connection.get()))
            return error(nullptr);
    }
    return std::nullopt;
}

bool PostgresSession::take(const PGresult *result, RowSink *sink, Outcome &outcome)
{
    switch (PQresultStatus(result)) {
    case PGRES_SINGLE_TUPLE:
    case PGRES_TUPLES_OK:
        for (int row = 0; sink && row < PQntuples(result); ++row)
            giveRow(result, row, *sink);
        outcome.rows_returned += PQntuples(result);
        return true;
    case PGRES_COMMAND_OK: {
        const std::string_view count(PQcmdTuples(const_cast<PGresult *>(result)));
        std::int64_t rows = 0;
        std::from_chars(count.data(), count.data() + count.size(), rows);
        outcome.rows_affected += rows;
        return true;
    }
    case PGRES_EMPTY_QUERY: return true;
    default: return false;
    }
}

Expected<void> PostgresSession::beginCopy(const std::string &sql)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    m_sql.assign(sql);
    if (!PQsendQuery(m_connection.get(), m_sql.c_str()))
        return tl::unexpected(error(nullptr));
    if (auto failed = flush())
        return tl::unexpected(std::move(*failed));
    if (auto broken = receive())
        return tl::unexpected(std::move(*broken));
    const PgResultHandle result(PQgetResult(m_connection.get()));
    if (PQresultStatus(result.get()) == PGRES_COPY_IN)
        return {};
    Error refused = error(result.get());
    while (PgResultHandle(PQgetResult(m_connection.get()))) {}
    return tl::unexpected(std::move(refused));
}

Expected<void> PostgresSession::sendCopy(const std::string &block)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    while (true) {
        const int put = PQputCopyData(m_connection.get(), block.data(),
                                      static_cast<int>(block.size()));
        if (put < 0)
            return tl::unexpected(error(nullptr));
        if (auto failed = flush())
            return tl::unexpected(std::move(*failed));
        if (put > 0)
            return {};
    }
}

Expected<Outcome> PostgresSession::endCopy()
{
    return finish(PQputCopyEnd(m_connection.get(), nullptr) > 0 ? 1 : 0, nullptr);
}

Expected<std::unique_ptr<Pipeline>> PostgresSession::pipeline(OutcomeSink &sink)
{
    return PostgresPipeline::make(*this, sink);
}

Expected<std::unique_ptr<BulkWriter>> PostgresSession::bulk(const BulkTable &table)
{
    return PostgresCopy::make(*this, table);
}

Expected<Outcome> PostgresSession::finish(int sent, RowSink *sink)
{
    if (!sent)
        return tl::unexpected(error(nullptr));
    if (sink)
        PQsetSingleRowMode(m_connection.get());
    if (auto failed = flush())
        return tl::unexpected(std::move(*failed));
    Outcome outcome;
    std::optional<Error> failed;
    while (true) {
        if (auto broken = receive())
            return tl::unexpected(std::move(*broken));
        const PgResultHandle result(PQgetResult(m_connection.get()));
        if (!result)
            break;
        if (!take(result.get(), sink, outcome))
            failed = error(result.get());
    }
    if (failed)
        return tl::unexpected(std::move(*failed));
    return outcome;
}

Expected<Outcome> PostgresSession::execute(const std::string &sql, RowSink *sink)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    m_sql.assign(sql);
    return finish(PQsendQuery(m_connection.get(), m_sql.c_str()), sink);
}

Expected<std::unique_ptr<Statement>> PostgresSession::prepare(std::string_view sql)
{
    if (m_cancelled)
        return failure(ErrorKind::Cancelled);
    m_waitPhase = Phase::Prepare;
    m_sql.assign(sql);
    const std::string name = nextName();
    const auto done =
        finish(PQsendPrepare(m_connection.get(), name.c_str(), m_sql.c_str(), 0, nullptr), nullptr);
    m_waitPhase = Phase::NetworkWait;
    if (!done)
        return tl::unexpected(done.error());
    return std::make_unique<PostgresStatement>(*this, name);
}

Expected<void> PostgresSession::simple(const char *sql)
{
    const auto done = execute(sql, nullptr);
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Expected<void> PostgresSession::begin() { return simple("BEGIN"); }
Expected<void> PostgresSession::rollback() { return simple("ROLLBACK"); }

Expected<void> PostgresSession::commit()
{
    m_waitPhase = Phase::CommitWait;
    auto done = simple("COMMIT");
    m_waitPhase = Phase::NetworkWait;
    return done;
}

} // namespace drivetrain
