// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_copy.h"
#include "engines/postgres/postgres_values.h"
#include "engines/tab_separated.h"

namespace drivetrain {

Expected<std::unique_ptr<BulkWriter>> PostgresCopy::make(PostgresSession &session,
                                                         const BulkTable &table)
{
    std::string sql = "COPY " + table.table;
    if (!table.columns.empty())
        sql += " (" + joined(table.columns) + ")";
    sql += " FROM STDIN";
    if (auto begun = session.beginCopy(sql); !begun)
        return tl::unexpected(begun.error());
    return std::unique_ptr<BulkWriter>(new PostgresCopy(session));
}

Expected<void> PostgresCopy::row(std::span<const Value> values)
{
    appendTabSeparated(m_block, values);
    return m_block.size() < block_bytes ? Expected<void>() : send();
}

Expected<void> PostgresCopy::send()
{
    auto done = m_session.sendCopy(m_block);
    m_block.clear();
    return done;
}

Expected<Outcome> PostgresCopy::finish()
{
    if (auto done = send(); !done)
        return tl::unexpected(done.error());
    return m_session.endCopy();
}

} // namespace drivetrain
