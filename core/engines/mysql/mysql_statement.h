// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/mysql/mysql_session.h"
#include <vector>

namespace drivetrain {

struct MysqlStatementCloser
{
    void operator()(MYSQL_STMT *s) const noexcept { mysql_stmt_close(s); }
};
using MysqlStatementHandle = std::unique_ptr<MYSQL_STMT, MysqlStatementCloser>;

/// A statement of the binary protocol. Results come as text, a column cut off at `cellMax_bytes`.
class MysqlStatement final : public Statement
{
public:
    static constexpr std::size_t cellMax_bytes = 4096;
    [[nodiscard]] static Expected<std::unique_ptr<Statement>> make(MysqlSession &session,
                                                                   std::string_view sql);
    Expected<Outcome> execute(std::span<const Value> values, RowSink *sink) override;

private:
    MysqlStatement(MysqlSession &session, MysqlStatementHandle statement);
    Expected<void> bindValues(std::span<const Value> values);
    Expected<Outcome> fetch(RowSink *sink);
    struct Column
    {
        std::vector<char> text = std::vector<char>(cellMax_bytes);
        unsigned long length = 0;
        decltype(MYSQL_BIND::error_value) is_null = 0;   // my_bool or bool, as the library has it
    };
    MysqlSession &m_session;
    MysqlStatementHandle m_statement;
    std::vector<MYSQL_BIND> m_parameters, m_results;
    std::vector<unsigned long> m_lengths;
    std::vector<Column> m_columns;
};

} // namespace drivetrain
