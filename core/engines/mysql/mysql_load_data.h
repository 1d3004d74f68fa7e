// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/mysql/mysql_session.h"

namespace drivetrain {

/// LOAD DATA LOCAL from memory, some MiB a statement. No file is ever opened: the connection's
/// handler hands out the block that a writer holds ready, and refuses whatever else a server asks
/// for (https://mariadb.com/kb/en/mysql_set_local_infile_handler/).
class MysqlLoadData final : public BulkWriter
{
public:
    static constexpr std::size_t block_bytes = 4 * 1024 * 1024;
    [[nodiscard]] static Expected<std::unique_ptr<BulkWriter>> make(MysqlSession &session,
                                                                    const BulkTable &table);
    Expected<void> row(std::span<const Value> values) override;
    Expected<Outcome> finish() override;

private:
    MysqlLoadData(MysqlSession &session, std::string sql)
        : m_session(session), m_sql(std::move(sql)) {}
    Expected<void> send();
    MysqlSession &m_session;
    std::string m_sql, m_block;
    Outcome m_outcome;
};

/// Sets the connection's handler: it serves `data` where that holds something, and nothing else.
void serveLocalDataOnly(MYSQL *connection, LocalData *data) noexcept;

} // namespace drivetrain
