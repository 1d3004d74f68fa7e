// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <QSqlDatabase>
#include <QSqlError>
#include <QStringList>
#include <memory>
#include <stop_token>

namespace drivetrain::qtsql {

inline constexpr int connectWithin_s = 5;

/// Whose SQL, error codes and text forms stand behind a driver.
enum class Speech { Sqlite, Postgres, Mysql, Other };

/// How to reach a database through Qt. The password stays in memory only.
struct Parameters
{
    QString driver, database, host, user, password;
    QString options;            ///< the driver's own, "KEY=value;KEY=value"
    int port = 0;               ///< 0: the driver's default
    QStringList first;          ///< statements for each new connection
};

/// One connection under a name of its own, closed and unregistered by its destructor.
///
/// Qt ties a connection to the thread that made it. A session is made by the runner, used by a
/// worker and then by the runner again, one after the other and never at once; so the driver is
/// detached from its thread (moveToThread(nullptr), as QSqlDatabase::moveToThread of Qt 6.8 does)
/// instead of being opened anew by each thread, with cold caches. Nothing of it waits for events.
class Connection
{
public:
    /// One try. Errors: NotAvailable, Authentication, Connection, Timeout, Cancelled, Engine.
    [[nodiscard]] static Expected<std::unique_ptr<Connection>> open(const Parameters &parameters,
                                                                    const std::stop_token &stop);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    [[nodiscard]] QSqlDatabase &database() noexcept { return m_database; }
    [[nodiscard]] Speech speech() const noexcept { return m_speech; }
    [[nodiscard]] const Parameters &parameters() const noexcept { return m_parameters; }
    /// The first cell of a statement's first row; empty where there is none.
    [[nodiscard]] QString one(const QString &sql);
    [[nodiscard]] QStringList column(const QString &sql);   ///< that cell of every row
    [[nodiscard]] Expected<void> run(const QString &sql);

private:
    explicit Connection(Parameters parameters);
    [[nodiscard]] Expected<void> connect();
    [[nodiscard]] Speech recognize();
    Parameters m_parameters;
    QString m_name;
    QSqlDatabase m_database;
    Speech m_speech = Speech::Other;
};

/// Qt's error in our kinds, with the engine's own code and words.
[[nodiscard]] Error sqlError(const QSqlError &error, Speech speech, std::string_view sql = {});

/// Whether the SQLite behind a QSQLITE connection is the library that we link: only then its
/// handles can be used.
[[nodiscard]] bool isOurSqlite(Connection &connection);

} // namespace drivetrain::qtsql
