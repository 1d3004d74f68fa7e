// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/postgres/postgres_session.h"

namespace drivetrain {

/// COPY ... FROM STDIN in its text format
/// (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format").
class PostgresCopy final : public BulkWriter
{
public:
    static constexpr std::size_t block_bytes = 64 * 1024;
    [[nodiscard]] static Expected<std::unique_ptr<BulkWriter>> make(PostgresSession &session,
                                                                    const BulkTable &table);
    Expected<void> row(std::span<const Value> values) override;
    Expected<Outcome> finish() override;

private:
    explicit PostgresCopy(PostgresSession &session) : m_session(session) {}
    Expected<void> send();
    PostgresSession &m_session;
    std::string m_block;
};

} // namespace drivetrain
