// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/qtsql/qtsql_connection.h"
#include "engines/qtsql/qtsql_stopper.h"
#include "engines/session.h"
#include <QSqlQuery>
#include <atomic>

namespace drivetrain::qtsql {

/// One connection of Qt's SQL interface, used as a Qt program would: forward-only queries, values
/// as QVariant. What it allocates is part of what is measured. What cannot be told apart, such as
/// parsing a literal statement, stays unexplained.
class QtSession final : public Session
{
public:
    enum class FileCalls { Counted, NotCounted };
    /// `Counted`: SQLite, whose file calls go through our layer.
    QtSession(std::unique_ptr<Connection> connection, FileCalls fileCalls);
    ~QtSession() override;
    Expected<Outcome> execute(const std::string &sql, RowSink *sink) override;
    Expected<std::unique_ptr<Statement>> prepare(std::string_view sql) override;
    Expected<void> begin() override;
    Expected<void> commit() override;
    Expected<void> rollback() override;
    Expected<void> ready() override;
    void cancel() noexcept override;
    void abandon() noexcept override;
    PhaseTotals phases() const noexcept override;
    Phase restPhase() const noexcept override
    { return m_fileCalls == FileCalls::Counted ? Phase::Execute : Phase::Other; }

    [[nodiscard]] bool isCancelled() const noexcept
    { return m_cancelled.load(std::memory_order_relaxed); }
    [[nodiscard]] Connection &connection() noexcept { return *m_connection; }
    /// Reads what a query that was executed came to, and ends it.
    [[nodiscard]] Expected<Outcome> read(QSqlQuery &query, bool changesRows, RowSink *sink);
    [[nodiscard]] Error error(const QSqlError &error, std::string_view sql = {}) const;

private:
    Expected<void> simple(bool (QSqlDatabase::*call)());
    static int busy(void *self, int attempts) noexcept;
    std::unique_ptr<Connection> m_connection;
    Stopper m_stopper;
    FileCalls m_fileCalls;
    QSqlQuery m_query;
    std::atomic<bool> m_cancelled{false};
    PhaseTotals m_phases;
};

} // namespace drivetrain::qtsql
