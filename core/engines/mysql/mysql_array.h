// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/mysql/mysql_statement.h"
#include <variant>

namespace drivetrain {

/// A prepared statement that is executed for many rows of values at once
/// (https://mariadb.com/kb/en/bulk-insert-column-wise-binding/).
class MysqlArray
{
public:
    static constexpr std::size_t rowsMax = 1000, textMax_bytes = 1024 * 1024;
    [[nodiscard]] static bool isKnownBy(MYSQL *connection) noexcept;   ///< server and library
    [[nodiscard]] static Expected<std::unique_ptr<MysqlArray>> make(MysqlSession &session,
                                                                    std::string_view sql);
    /// False where it is full, or the values are not of the types of the rows before: execute()
    /// first.
    [[nodiscard]] bool add(std::span<const Value> values, std::int64_t sent_ns);
    /// Runs for the rows added, tells the sink of each, and is empty then.
    [[nodiscard]] Expected<void> execute(OutcomeSink &sink);
    [[nodiscard]] std::size_t rows() const { return m_sent_ns.size(); }

private:
    enum class Type { Unknown, Integer, Real, Text };
    struct Column
    {
        Type type = Type::Unknown;
        std::vector<std::int64_t> integers;
        std::vector<double> reals;
        std::vector<std::size_t> offsets;      ///< of texts
        std::vector<char *> texts;
        std::vector<unsigned long> lengths;
        std::vector<char> indicators;
    };
    MysqlArray(MysqlSession &session, MysqlStatementHandle statement);
    static Type typeOf(const Value &value);
    void append(Column &column, const Value &value);
    void bind();
    void clear();
    MysqlSession &m_session;
    MysqlStatementHandle m_statement;
    std::vector<Column> m_columns;
    std::vector<MYSQL_BIND> m_binds;
    std::vector<std::int64_t> m_sent_ns;
    std::string m_text;
};

} // namespace drivetrain
