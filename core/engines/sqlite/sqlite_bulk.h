// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/sqlite/sqlite_session.h"

namespace drivetrain {

/// Multi-row prepared INSERT: so many rows a statement as take `parametersMax` values, the last
/// ones a row at a time.
class SqliteBulk final : public BulkWriter
{
public:
    static constexpr std::size_t parametersMax = 200;
    [[nodiscard]] static Expected<std::unique_ptr<BulkWriter>> make(SqliteSession &session,
                                                                    const BulkTable &table);
    Expected<void> row(std::span<const Value> values) override;
    Expected<Outcome> finish() override;

private:
    struct Text { std::size_t offset, size; int index; };
    SqliteBulk(SqliteSession &session, std::size_t values, std::size_t rows)
        : m_session(session), m_values(values), m_rowsMax(rows) {}
    Expected<void> send();
    Expected<void> run(sqlite3_stmt *statement);
    SqliteSession &m_session;
    SqliteStatementHandle m_many, m_one;
    std::size_t m_values, m_rowsMax, m_rows = 0;
    std::vector<Value> m_held;        ///< texts point into m_text once it is complete
    std::vector<Text> m_texts;
    std::string m_text;
    Outcome m_outcome;
};

} // namespace drivetrain
