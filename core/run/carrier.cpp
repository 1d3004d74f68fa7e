// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/carrier.h"
#include "measure/clock.h"
#include "workloads/sql_shape.h"

namespace drivetrain {
namespace {

/// One statement a call. Prepared ones are made when first used: their table may come to be in the
/// same step.
class DirectCarrier : public Carrier
{
public:
    DirectCarrier(Session &session, const std::vector<std::string> &shapes, StatementTally &tally)
        : m_session(session), m_shapes(shapes), m_tally(tally) {}

    Expected<void> carry(const Request &request, RowSink *sink, std::int64_t begin_ns) override
    {
        if (request.kind != Request::Kind::Statement)
            return request.kind == Request::Kind::Begin ? m_session.begin() : m_session.commit();
        auto outcome = request.shape < 0 ? m_session.execute(request.sql, sink)
                                         : prepared(request, sink);
        if (!outcome)
            return tl::unexpected(std::move(outcome.error()));
        m_tally.done(*outcome, tick_ns() - begin_ns);
        return {};
    }
    Expected<void> end() override { return {}; }

protected:
    Session &m_session;
    const std::vector<std::string> &m_shapes;
    StatementTally &m_tally;

private:
    Expected<Outcome> prepared(const Request &request, RowSink *sink)
    {
        const auto shape = static_cast<std::size_t>(request.shape);
        if (shape >= m_statements.size())
            m_statements.resize(m_shapes.size());
        auto &statement = m_statements[shape];
        if (!statement) {
            auto made = m_session.prepare(m_shapes[shape]);
            if (!made)
                return tl::unexpected(std::move(made.error()));
            statement = std::move(*made);
        }
        return statement->execute(request.values, sink);
    }
    std::vector<std::unique_ptr<Statement>> m_statements;
};

class PipelinedCarrier final : public Carrier, private OutcomeSink
{
public:
    PipelinedCarrier(Session &session, const std::vector<std::string> &shapes,
                     StatementTally &tally)
        : m_session(session), m_shapes(shapes), m_tally(tally) {}

    Expected<void> carry(const Request &request, RowSink *sink, std::int64_t) override
    {
        if (!m_pipeline) {
            auto made = m_session.pipeline(*this);
            if (!made)
                return tl::unexpected(std::move(made.error()));
            m_pipeline = std::move(*made);
        }
        if (request.kind == Request::Kind::Begin)
            return m_pipeline->begin();
        if (request.kind == Request::Kind::Commit)
            return m_pipeline->commit();
        ++m_sent;
        if (request.shape < 0)
            return m_pipeline->literal(request.sql, sink);
        return m_pipeline->prepared(request.shape,
                                    m_shapes[static_cast<std::size_t>(request.shape)],
                                    request.values, sink);
    }
    Expected<void> end() override
    {
        auto done = m_pipeline ? m_pipeline->drain() : Expected<void>();
        if (done)
            m_pipeline.reset();
        return done;
    }
    std::size_t behind() const override { return m_sent > m_done ? m_sent - m_done - 1 : 0; }

private:
    void done(const Outcome &outcome, std::int64_t sent_ns) override
    {
        ++m_done;
        m_tally.done(outcome, tick_ns() - sent_ns);
    }
    Session &m_session;
    const std::vector<std::string> &m_shapes;
    StatementTally &m_tally;
    std::unique_ptr<Pipeline> m_pipeline;
    std::size_t m_sent = 0, m_done = 0;
};

/// Rows of one INSERT after another go in bulk, everything else one a call.
class BulkCarrier final : public DirectCarrier
{
public:
    using DirectCarrier::DirectCarrier;

    Expected<void> carry(const Request &request, RowSink *sink, std::int64_t begin_ns) override
    {
        const bool row = request.kind == Request::Kind::Statement && request.shape >= 0
            && tableOf(static_cast<std::size_t>(request.shape));
        if (!row || request.shape != m_writing) {
            if (auto done = end(); !done)
                return done;
        }
        if (!row)
            return DirectCarrier::carry(request, sink, begin_ns);
        if (!m_writer) {
            auto made = m_session.bulk(*tableOf(static_cast<std::size_t>(request.shape)));
            if (!made)
                return tl::unexpected(std::move(made.error()));
            m_writer = std::move(*made);
            m_writing = request.shape;
        }
        if (auto done = m_writer->row(request.values); !done)
            return done;
        ++m_rows;
        m_tally.done({1, 0}, std::nullopt);
        return {};
    }

    Expected<void> end() override
    {
        if (!m_writer)
            return {};
        const auto outcome = m_writer->finish();
        m_writer.reset();
        const std::int64_t rows = std::exchange(m_rows, 0);
        if (!outcome)
            return tl::unexpected(outcome.error());
        if (outcome->rows_affected != rows)
            return failure(ErrorKind::Engine, QStringLiteral("%1 rows sent, %2 taken")
                                                  .arg(rows).arg(outcome->rows_affected));
        return {};
    }

private:
    const std::optional<BulkTable> &tableOf(std::size_t shape)
    {
        while (m_tables.size() < m_shapes.size())
            m_tables.push_back(bulkTableOf(m_shapes[m_tables.size()]));
        return m_tables[shape];
    }
    std::vector<std::optional<BulkTable>> m_tables;
    std::unique_ptr<BulkWriter> m_writer;
    int m_writing = -1;
    std::int64_t m_rows = 0;
};

} // namespace

std::unique_ptr<Carrier> makeCarrier(Transport transport, Session &session,
                                     const std::vector<std::string> &shapes, StatementTally &tally)
{
    switch (transport) {
    case Transport::Pipelined:
        return std::make_unique<PipelinedCarrier>(session, shapes, tally);
    case Transport::Bulk: return std::make_unique<BulkCarrier>(session, shapes, tally);
    default: return std::make_unique<DirectCarrier>(session, shapes, tally);
    }
}

} // namespace drivetrain
