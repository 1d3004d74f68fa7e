// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include "engines/wake_event.h"
#include <QString>
#include <atomic>
#include <libpq-fe.h>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace drivetrain {

struct PgFinisher { void operator()(PGconn *c) const noexcept { PQfinish(c); } };
using PgHandle = std::unique_ptr<PGconn, PgFinisher>;
struct PgClearer { void operator()(PGresult *r) const noexcept { PQclear(r); } };
using PgResultHandle = std::unique_ptr<PGresult, PgClearer>;

/// Connection parameters by libpq's keywords; holds the password as long as it is needed, and no
/// longer.
using PgParameters = std::map<std::string, std::string>;
inline constexpr int connectWithin_ms = 5000;

/// Connects without ever blocking longer than `connectWithin_ms`; one try. Errors: Authentication,
/// Connection, Timeout, Cancelled.
[[nodiscard]] Expected<PgHandle> connectPostgres(const PgParameters &parameters,
                                                 std::stop_token stop);

/// One libpq connection in non-blocking mode: every wait is a poll of our own, so that abandon()
/// ends it.
class PostgresSession : public Session
{
public:
    explicit PostgresSession(PgHandle connection);
    ~PostgresSession() override;
    Expected<Outcome> execute(const std::string &sql, RowSink *sink) override;
    Expected<std::unique_ptr<Statement>> prepare(std::string_view sql) override;
    Expected<void> begin() override;
    Expected<void> commit() override;
    Expected<void> rollback() override;
    Expected<std::unique_ptr<Pipeline>> pipeline(OutcomeSink &sink) override;
    Expected<std::unique_ptr<BulkWriter>> bulk(const BulkTable &table) override;
    void cancel() noexcept override;
    void abandon() noexcept override;
    PhaseTotals phases() const noexcept override { return m_phases; }

    [[nodiscard]] PGconn *handle() const noexcept { return m_connection.get(); }
    /// Waits for and reads all results of what was sent; `sent` is libpq's own return value.
    [[nodiscard]] Expected<Outcome> finish(int sent, RowSink *sink);
    /// COPY ... FROM STDIN: begun, a block of its rows, ended.
    [[nodiscard]] Expected<void> beginCopy(const std::string &sql);
    [[nodiscard]] Expected<void> sendCopy(const std::string &block);
    [[nodiscard]] Expected<Outcome> endCopy();
    [[nodiscard]] bool isCancelled() const noexcept { return m_cancelled; }
    /// Sends what libpq has buffered; waits until a result can be had. Nothing: done.
    [[nodiscard]] std::optional<Error> flush();
    [[nodiscard]] std::optional<Error> receive();
    /// Adds a result's rows and counts to `outcome`; false: it is an error.
    [[nodiscard]] static bool take(const PGresult *result, RowSink *sink, Outcome &outcome);
    [[nodiscard]] Error error(const PGresult *result) const;
    [[nodiscard]] std::string nextName() { return "drivetrain_" + std::to_string(++m_prepared); }
    void name(const std::string &sql) { m_sql.assign(sql); }   ///< what errors are about
    /// A later call on the calling thread: at most `timeout_ms` without an answer (-1: for ever).
    void setDeadline(int timeout_ms) { m_timeout_ms = timeout_ms; }

private:
    enum class Waited { Ready, Cancelled, TimedOut };
    [[nodiscard]] Waited wait(short events);
    [[nodiscard]] Error waitError(Waited waited) const;
    Expected<void> simple(const char *sql);

    PgHandle m_connection;
    std::shared_ptr<PGcancel> m_cancel;
    WakeEvent m_wake;
    std::atomic<bool> m_cancelled{false}, m_abandoned{false};
    std::string m_sql;               ///< libpq wants a terminated text; keeps its memory
    PhaseTotals m_phases;
    Phase m_waitPhase = Phase::NetworkWait;
    int m_timeout_ms = -1;
    int m_prepared = 0;
};

} // namespace drivetrain
