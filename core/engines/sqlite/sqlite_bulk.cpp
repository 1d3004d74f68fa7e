// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_bulk.h"
#include "engines/tab_separated.h"

namespace drivetrain {
namespace {

std::string insert(const BulkTable &table, std::size_t rows)
{
    std::string row = "(";
    for (std::size_t i = 0; i < table.values; ++i)
        row += i ? ",?" : "?";
    row += ")";
    std::string sql = "INSERT INTO " + table.table;
    if (!table.columns.empty())
        sql += " (" + joined(table.columns) + ")";
    sql += " VALUES ";
    for (std::size_t i = 0; i < rows; ++i)
        sql += (i ? "," : "") + row;
    return sql;
}

Expected<SqliteStatementHandle> prepared(const SqliteSession &session, const std::string &sql)
{
    const SqliteApi &api = session.api();
    sqlite3 *db = session.handle();
    sqlite3_stmt *raw = nullptr;
    const int rc = api.prepare_v3(db, sql.c_str(), static_cast<int>(sql.size()) + 1,
                                  SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    if (rc != SQLITE_OK)
        return tl::unexpected(sqliteError(api, db, rc, sql));
    return SqliteStatementHandle(raw, {&api});
}

int bindValue(const SqliteApi &api, sqlite3_stmt *statement, int index, const Value &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return api.bind_int64(statement, index, *number);
    if (const auto *text = std::get_if<std::string_view>(&value))
        return api.bind_text64(statement, index, text->data(), text->size(), SQLITE_STATIC,
                               SQLITE_UTF8);
    if (const auto *real = std::get_if<double>(&value))
        return api.bind_double(statement, index, *real);
    return api.bind_null(statement, index);
}

} // namespace

Expected<std::unique_ptr<BulkWriter>> SqliteBulk::make(SqliteSession &session,
                                                       const BulkTable &table)
{
    const std::size_t rows = std::max<std::size_t>(1, parametersMax / std::max<std::size_t>(
                                                          1, table.values));
    std::unique_ptr<SqliteBulk> bulk(new SqliteBulk(session, table.values, rows));
    auto many = prepared(session, insert(table, rows));
    auto one = prepared(session, insert(table, 1));
    if (!many || !one)
        return tl::unexpected(many ? one.error() : many.error());
    bulk->m_many = std::move(*many);
    bulk->m_one = std::move(*one);
    return bulk;
}

Expected<void> SqliteBulk::row(std::span<const Value> values)
{
    if (values.size() != m_values)
        return failure(ErrorKind::Internal,
                       QStringLiteral("%1 values for %2 columns").arg(values.size()).arg(m_values));
    for (const Value &value : values) {
        if (const auto *text = std::get_if<std::string_view>(&value)) {
            m_texts.push_back({m_text.size(), text->size(), static_cast<int>(m_held.size())});
            m_text.append(*text);
        }
        m_held.push_back(value);
    }
    return ++m_rows < m_rowsMax ? Expected<void>() : send();
}

Expected<void> SqliteBulk::run(sqlite3_stmt *statement)
{
    const auto outcome = m_session.run(statement, nullptr);
    m_session.api().reset(statement);
    if (!outcome)
        return tl::unexpected(outcome.error());
    m_outcome.rows_affected += outcome->rows_affected;
    return {};
}

Expected<void> SqliteBulk::send()
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    for (const Text &text : m_texts)
        m_held[static_cast<std::size_t>(text.index)] =
            std::string_view(m_text).substr(text.offset, text.size);
    const SqliteApi &api = m_session.api();
    const bool full = m_rows == m_rowsMax;
    Expected<void> done;
    for (std::size_t i = 0, index = 0; i < m_held.size() && done; ++i) {
        sqlite3_stmt *statement = full ? m_many.get() : m_one.get();
        if (const int rc = bindValue(api, statement, static_cast<int>(++index), m_held[i]);
            rc != SQLITE_OK)
            return tl::unexpected(sqliteError(api, m_session.handle(), rc));
        if (!full && index == m_values) {
            done = run(statement);
            index = 0;
        }
    }
    if (full && done)
        done = run(m_many.get());
    m_held.clear();
    m_texts.clear();
    m_text.clear();
    m_rows = 0;
    return done;
}

Expected<Outcome> SqliteBulk::finish()
{
    if (auto done = send(); !done)
        return tl::unexpected(done.error());
    return m_outcome;
}

} // namespace drivetrain
