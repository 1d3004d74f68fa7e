// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_pipeline.h"
#include "measure/clock.h"

namespace drivetrain {
Expected<std::unique_ptr<Pipeline>> PostgresPipeline::make(PostgresSession &session,
                                                           OutcomeSink &sink)
{
    if (!PQenterPipelineMode(session.handle()))
        return tl::unexpected(session.error(nullptr));
    return std::unique_ptr<Pipeline>(new PostgresPipeline(session, sink));
}

PostgresPipeline::~PostgresPipeline()
{
    PQexitPipelineMode(m_session.handle());   // fails where results are left: the session is lost
}

Expected<void> PostgresPipeline::sent(int ok, Kind kind, RowSink *sink)
{
    if (!ok)
        return tl::unexpected(m_session.error(nullptr));
    m_inFlight.push_back({kind, sink, tick_ns()});
    ++m_unsynced;
    if (kind != Kind::Sync && (!m_inTransaction || m_unsynced >= perSync)) {
        if (auto done = sync(); !done)
            return done;
    }
    return m_inFlight.size() < inFlightMax ? Expected<void>() : readUntil(inFlightLow);
}

Expected<void> PostgresPipeline::sync()
{
    if (!PQpipelineSync(m_session.handle()))
        return tl::unexpected(m_session.error(nullptr));
    m_inFlight.push_back({Kind::Sync, nullptr, 0});
    m_unsynced = 0;
    return {};
}

Expected<void> PostgresPipeline::literal(const std::string &sql, RowSink *sink)
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    m_session.name(sql);
    return sent(PQsendQueryParams(m_session.handle(), sql.c_str(), 0, nullptr, nullptr, nullptr,
                                  nullptr, 0),
                Kind::Statement, sink);
}

Expected<void> PostgresPipeline::prepared(int shape, const std::string &sql,
                                          std::span<const Value> values, RowSink *sink)
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    std::string &name = m_prepared[shape];
    if (name.empty()) {
        name = m_session.nextName();
        m_session.name(sql);
        const int ok =
            PQsendPrepare(m_session.handle(), name.c_str(), sql.c_str(), 0, nullptr);
        if (auto done = sent(ok, Kind::Unseen, nullptr); !done)
            return done;
    }
    m_values.set(values);
    return sent(PQsendQueryPrepared(m_session.handle(), name.c_str(), m_values.count(),
                                    m_values.texts(), nullptr, nullptr, 0),
                Kind::Statement, sink);
}

Expected<void> PostgresPipeline::unseen(const char *sql)
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    return sent(PQsendQueryParams(m_session.handle(), sql, 0, nullptr, nullptr, nullptr, nullptr,
                                  0),
                Kind::Unseen, nullptr);
}

Expected<void> PostgresPipeline::begin()
{
    m_inTransaction = true;
    return unseen("BEGIN");
}

Expected<void> PostgresPipeline::commit()
{
    m_inTransaction = false;   // a Sync follows the COMMIT
    return unseen("COMMIT");
}

/// The result of the oldest one in flight.
Expected<void> PostgresPipeline::readOne()
{
    const Sent first = m_inFlight.front();
    if (first.kind == Kind::Sync)
        return readSync();
    Outcome outcome;
    std::optional<Error> failed;
    while (true) {
        if (auto broken = m_session.receive())
            return tl::unexpected(std::move(*broken));
        const PgResultHandle result(PQgetResult(m_session.handle()));
        if (!result)
            break;
        if (!m_session.take(result.get(), first.sink, outcome) && !failed)
            failed = m_session.error(result.get());
    }
    m_inFlight.pop_front();
    if (failed)
        return tl::unexpected(std::move(*failed));
    if (first.kind == Kind::Statement)
        m_sink.done(outcome, first.at_ns);
    return {};
}

Expected<void> PostgresPipeline::readSync()
{
    if (auto broken = m_session.receive())
        return tl::unexpected(std::move(*broken));
    const PgResultHandle result(PQgetResult(m_session.handle()));
    if (!result || PQresultStatus(result.get()) != PGRES_PIPELINE_SYNC)
        return tl::unexpected(m_session.error(result.get()));
    m_inFlight.pop_front();
    return {};
}

Expected<void> PostgresPipeline::readUntil(std::size_t left)
{
    if (m_unsynced > 0) {   // or the server would keep the answers of the last ones to itself
        if (auto done = sync(); !done)
            return done;
    }
    if (auto failed = m_session.flush())
        return tl::unexpected(std::move(*failed));
    while (m_inFlight.size() > left) {
        if (auto done = readOne(); !done)
            return done;
    }
    return {};
}

Expected<void> PostgresPipeline::drain()
{
    return readUntil(0);
}

} // namespace drivetrain
