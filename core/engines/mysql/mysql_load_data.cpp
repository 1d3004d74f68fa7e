// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_load_data.h"
#include "engines/tab_separated.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace drivetrain {
namespace {

int begin(void **state, const char *, void *userData)
{
    *state = userData;
    const auto *data = static_cast<const LocalData *>(userData);
    return data && data->at ? 0 : 1;
}

int read(void *state, char *to, unsigned size)
{
    auto *data = static_cast<LocalData *>(state);
    const std::size_t now = std::min<std::size_t>(size, data->left);
    std::memcpy(to, data->at, now);
    data->at += now;
    data->left -= now;
    return static_cast<int>(now);
}

void end(void *state)
{
    if (state)
        *static_cast<LocalData *>(state) = {};
}

int refusal(void *, char *words, unsigned size)
{
    std::snprintf(words, size, "the server asked for a file of this machine: refused");
    return 1;
}

} // namespace

void serveLocalDataOnly(MYSQL *connection, LocalData *data) noexcept
{
    mysql_set_local_infile_handler(connection, begin, read, end, refusal, data);
}

Expected<std::unique_ptr<BulkWriter>> MysqlLoadData::make(MysqlSession &session,
                                                          const BulkTable &table)
{
    std::string sql = "LOAD DATA LOCAL INFILE 'drivetrain' INTO TABLE " + table.table
        + " CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' "
          "LINES TERMINATED BY '\\n'";
    if (!table.columns.empty())
        sql += " (" + joined(table.columns) + ")";
    return std::unique_ptr<BulkWriter>(new MysqlLoadData(session, std::move(sql)));
}

Expected<void> MysqlLoadData::row(std::span<const Value> values)
{
    appendTabSeparated(m_block, values);
    return m_block.size() < block_bytes ? Expected<void>() : send();
}

Expected<void> MysqlLoadData::send()
{
    if (m_block.empty())
        return {};
    m_session.localData() = {m_block.data(), m_block.size()};
    const auto outcome = m_session.execute(m_sql, nullptr);
    m_session.localData() = {};
    m_block.clear();
    if (!outcome)
        return tl::unexpected(outcome.error());
    m_outcome.rows_affected += outcome->rows_affected;
    return {};
}

Expected<Outcome> MysqlLoadData::finish()
{
    if (auto done = send(); !done)
        return tl::unexpected(done.error());
    return m_outcome;
}

} // namespace drivetrain
