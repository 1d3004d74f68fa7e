// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include "engines/wake_event.h"
#include <QString>
#include <atomic>
#include <memory>
#include <mysql.h>
#include <optional>
#include <stop_token>
#include <string>

namespace drivetrain {

struct MysqlCloser { void operator()(MYSQL *c) const noexcept { mysql_close(c); } };
using MysqlHandle = std::unique_ptr<MYSQL, MysqlCloser>;

/// How to reach a server. The password stays in memory only.
struct MysqlParameters
{
    std::string host, socket, user, password, database;
    unsigned port = 0;
    bool reads_option_file = false;   ///< the user's [client] group: somebody's servers only
    bool verify_tls = false;          ///< refuse without TLS and a certificate that names the host
    std::string ssl_ca;
};
inline constexpr unsigned mysqlConnectWithin_s = 5;

/// Connects; one try. Errors: Authentication, Connection, Timeout, Cancelled.
[[nodiscard]] Expected<MysqlHandle> connectMysql(const MysqlParameters &parameters,
                                                 std::stop_token stop);
[[nodiscard]] Error mysqlError(unsigned code, const char *state, const char *words,
                               std::string_view sql = {});

/// What the connection's LOAD DATA LOCAL handler hands out; nothing: it refuses.
struct LocalData { const char *at = nullptr; std::size_t left = 0; };

/// One connection of Connector/C. With MariaDB's library every wait is a poll of our own, so that
/// abandon() ends it; with Oracle's the calls block, and abandon() closes the socket under them.
class MysqlSession : public Session
{
public:
    MysqlSession(MysqlHandle connection, MysqlParameters parameters);
    ~MysqlSession() override;
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

    [[nodiscard]] MYSQL *handle() const noexcept { return m_connection.get(); }
    [[nodiscard]] bool isCancelled() const noexcept { return m_cancelled; }
    /// Waits for what a suspended call asks for (MYSQL_WAIT_*); nothing where abandoned.
    [[nodiscard]] std::optional<int> wait(int status);
    [[nodiscard]] tl::unexpected<Error> gaveUp() const;   ///< why wait() gave nothing
    [[nodiscard]] Error error(std::string_view sql = {}) const;
    /// The present result of what was sent, to its end.
    [[nodiscard]] Expected<Outcome> readResult(RowSink *sink);
    [[nodiscard]] LocalData &localData() noexcept { return m_localData; }
    [[nodiscard]] Error statementError(MYSQL_STMT *statement) const;
    void setDeadline(int timeout_ms) { m_timeout_ms = timeout_ms; }   ///< -1: for ever

private:
    Expected<void> simple(const std::string &sql);
    MysqlHandle m_connection;
    MysqlParameters m_parameters;
    LocalData m_localData;
    WakeEvent m_wake;
    int m_socket = -1;
    std::atomic<bool> m_cancelled{false}, m_abandoned{false};
    PhaseTotals m_phases;
    Phase m_waitPhase = Phase::NetworkWait;
    int m_timeout_ms = -1;
    bool m_timedOut = false;
};

} // namespace drivetrain
