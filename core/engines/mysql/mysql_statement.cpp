// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_statement.h"
#include "engines/mysql/mysql_calls.h"
#include <array>

namespace drivetrain {

MysqlStatement::MysqlStatement(MysqlSession &session, MysqlStatementHandle statement)
    : m_session(session), m_statement(std::move(statement)),
      m_parameters(mysql_stmt_param_count(m_statement.get())),
      m_results(mysql_stmt_field_count(m_statement.get())), m_lengths(m_parameters.size()),
      m_columns(m_results.size())
{
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        m_results[i] = {};
        m_results[i].buffer_type = MYSQL_TYPE_STRING;
        m_results[i].buffer = m_columns[i].text.data();
        m_results[i].buffer_length = m_columns[i].text.size();
        m_results[i].length = &m_columns[i].length;
        m_results[i].is_null = &m_columns[i].is_null;
    }
}

Expected<std::unique_ptr<Statement>> MysqlStatement::make(MysqlSession &session,
                                                          std::string_view sql)
{
    MysqlStatementHandle statement(mysql_stmt_init(session.handle()));
    int failed = 0;
    if (!DRIVETRAIN_MYSQL_CALL(session, failed, mysql_stmt_prepare, statement.get(), sql.data(),
                               sql.size()))
        return session.gaveUp();
    if (failed)
        return tl::unexpected(session.statementError(statement.get()));
    return std::unique_ptr<Statement>(new MysqlStatement(session, std::move(statement)));
}

Expected<void> MysqlStatement::bindValues(std::span<const Value> values)
{
    if (values.size() != m_parameters.size())
        return failure(ErrorKind::Internal, QStringLiteral("%1 values for %2 parameters")
                                                .arg(values.size()).arg(m_parameters.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        MYSQL_BIND &bind = m_parameters[i];
        bind = {};
        // The library only reads what a parameter points to; its type has no const.
        if (const auto *number = std::get_if<std::int64_t>(&values[i])) {
            bind.buffer_type = MYSQL_TYPE_LONGLONG;
            bind.buffer = const_cast<std::int64_t *>(number);
        } else if (const auto *real = std::get_if<double>(&values[i])) {
            bind.buffer_type = MYSQL_TYPE_DOUBLE;
            bind.buffer = const_cast<double *>(real);
        } else if (const auto *text = std::get_if<std::string_view>(&values[i])) {
            m_lengths[i] = text->size();
            bind.buffer_type = MYSQL_TYPE_STRING;
            bind.buffer = const_cast<char *>(text->data());
            bind.buffer_length = text->size();
            bind.length = &m_lengths[i];
        } else {
            bind.buffer_type = MYSQL_TYPE_NULL;
        }
    }
    if (!m_parameters.empty() && mysql_stmt_bind_param(m_statement.get(), m_parameters.data()))
        return tl::unexpected(m_session.statementError(m_statement.get()));
    return {};
}

Expected<Outcome> MysqlStatement::fetch(RowSink *sink)
{
    Outcome outcome;
    if (mysql_stmt_bind_result(m_statement.get(), m_results.data()))
        return tl::unexpected(m_session.statementError(m_statement.get()));
    std::vector<Cell> cells(sink ? m_columns.size() : 0);
    while (true) {
        int state = 0;
        if (!DRIVETRAIN_MYSQL_CALL(m_session, state, mysql_stmt_fetch, m_statement.get()))
            return m_session.gaveUp();
        if (state == MYSQL_NO_DATA)
            break;
        if (state == 1)
            return tl::unexpected(m_session.statementError(m_statement.get()));
        ++outcome.rows_returned;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Column &column = m_columns[i];
            cells[i] = {{column.text.data(), std::min<std::size_t>(column.length, cellMax_bytes)},
                        column.is_null != 0};
        }
        if (sink)
            sink->row(cells);
    }
    mysql_stmt_free_result(m_statement.get());
    return outcome;
}

Expected<Outcome> MysqlStatement::execute(std::span<const Value> values, RowSink *sink)
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    if (auto bound = bindValues(values); !bound)
        return tl::unexpected(bound.error());
    int failed = 0;
    if (!DRIVETRAIN_MYSQL_CALL(m_session, failed, mysql_stmt_execute, m_statement.get()))
        return m_session.gaveUp();
    if (failed)
        return tl::unexpected(m_session.statementError(m_statement.get()));
    if (!m_results.empty())
        return fetch(sink);
    return Outcome{static_cast<std::int64_t>(mysql_stmt_affected_rows(m_statement.get())), 0};
}

} // namespace drivetrain
