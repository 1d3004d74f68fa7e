// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_pipeline.h"
#include "engines/mysql/mysql_calls.h"
#include "measure/clock.h"

namespace drivetrain {

Expected<std::unique_ptr<Pipeline>> MysqlPipeline::make(MysqlSession &session, OutcomeSink &sink)
{
    if (mysql_set_server_option(session.handle(), MYSQL_OPTION_MULTI_STATEMENTS_ON))
        return tl::unexpected(session.error());
    return std::unique_ptr<Pipeline>(new MysqlPipeline(session, sink));
}

MysqlPipeline::~MysqlPipeline()
{
    if (!m_session.isCancelled())
        mysql_set_server_option(m_session.handle(), MYSQL_OPTION_MULTI_STATEMENTS_OFF);
}

Expected<void> MysqlPipeline::literal(const std::string &sql, RowSink *sink)
{
    if (auto done = sendArray(); !done)
        return done;
    m_texts += sql;
    m_texts += ";\n";   // a line break, for a text may end with a comment
    m_sent.push_back({sink, tick_ns()});
    if (m_sent.size() < statementsMax && m_texts.size() < textMax_bytes)
        return {};
    return sendTexts();
}

Expected<void> MysqlPipeline::sendTexts()
{
    if (m_sent.empty())
        return {};
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    int state = 0;
    if (!DRIVETRAIN_MYSQL_CALL(m_session, state, mysql_real_query, m_session.handle(),
                               m_texts.data(), m_texts.size()))
        return m_session.gaveUp();
    for (const Sent &sent : m_sent) {
        if (state > 0)
            return tl::unexpected(m_session.error());
        auto outcome = m_session.readResult(sent.sink);
        if (!outcome)
            return tl::unexpected(outcome.error());
        m_sink.done(*outcome, sent.at_ns);
        if (!DRIVETRAIN_MYSQL_CALL(m_session, state, mysql_next_result, m_session.handle()))
            return m_session.gaveUp();
    }
    m_sent.clear();
    m_texts.clear();
    return {};
}

Expected<void> MysqlPipeline::sendArray()
{
    if (!m_filling)
        return {};
    auto done = m_filling->execute(m_sink);
    m_filling = nullptr;
    return done;
}

Expected<void> MysqlPipeline::single(Shape &shape, const std::string &sql,
                                     std::span<const Value> values, RowSink *sink)
{
    if (auto done = drain(); !done)
        return done;
    const std::int64_t begin_ns = tick_ns();
    if (!shape.single) {
        auto made = m_session.prepare(sql);
        if (!made)
            return tl::unexpected(made.error());
        shape.single = std::move(*made);
    }
    const auto outcome = shape.single->execute(values, sink);
    if (!outcome)
        return tl::unexpected(outcome.error());
    m_sink.done(*outcome, begin_ns);
    return {};
}

Expected<void> MysqlPipeline::prepared(int number, const std::string &sql,
                                       std::span<const Value> values, RowSink *sink)
{
    Shape &shape = m_shapes[number];
    if (!m_inTransaction || sink || values.empty() || !MysqlArray::isKnownBy(m_session.handle()))
        return single(shape, sql, values, sink);
    if (auto done = sendTexts(); !done)
        return done;
    if (!shape.array) {
        auto made = MysqlArray::make(m_session, sql);
        if (!made)
            return tl::unexpected(made.error());
        shape.array = std::move(*made);
    }
    if (m_filling && m_filling != shape.array.get()) {
        if (auto done = sendArray(); !done)
            return done;
    }
    const std::int64_t now_ns = tick_ns();
    if (!shape.array->add(values, now_ns)) {
        if (auto done = shape.array->execute(m_sink); !done)
            return done;
        if (!shape.array->add(values, now_ns))
            return failure(ErrorKind::Internal, QStringLiteral("a row does not fit an empty array"));
    }
    m_filling = shape.array.get();
    return {};
}

Expected<void> MysqlPipeline::begin()
{
    if (auto done = drain(); !done)
        return done;
    m_inTransaction = true;
    return m_session.begin();
}

Expected<void> MysqlPipeline::commit()
{
    if (auto done = drain(); !done)
        return done;
    m_inTransaction = false;
    return m_session.commit();
}

Expected<void> MysqlPipeline::drain()
{
    if (auto done = sendArray(); !done)
        return done;
    return sendTexts();
}

} // namespace drivetrain
