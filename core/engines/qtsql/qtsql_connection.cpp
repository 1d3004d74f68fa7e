// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/qtsql/qtsql_connection.h"
#include "measure/bounded_call.h"
#include <QSqlDriver>
#include <QSqlQuery>
#include <atomic>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

constexpr auto askEvery = std::chrono::milliseconds(20);

ErrorKind sqliteKind(int code)
{
    switch (code & 0xff) {
    case SQLITE_INTERRUPT: return ErrorKind::Cancelled;
    case SQLITE_FULL: return ErrorKind::DiskFull;
    case SQLITE_IOERR: return ErrorKind::Io;
    case SQLITE_READONLY: return ErrorKind::ReadOnly;
    case SQLITE_CANTOPEN: return ErrorKind::NotFound;
    case SQLITE_PERM:
    case SQLITE_AUTH: return ErrorKind::Permission;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return ErrorKind::Damaged;
    default: return ErrorKind::Engine;
    }
}

ErrorKind postgresKind(const QString &state)
{
    if (state == "57014"_L1)
        return ErrorKind::Cancelled;
    if (state.isEmpty() || state.startsWith("57P"_L1) || state.startsWith("08"_L1))
        return ErrorKind::Connection;
    if (state.startsWith("28"_L1))
        return ErrorKind::Authentication;
    if (state == "53100"_L1)
        return ErrorKind::DiskFull;
    if (state.startsWith("58"_L1))
        return ErrorKind::Io;
    return state == "42501"_L1 ? ErrorKind::Permission : ErrorKind::Engine;
}

ErrorKind mysqlKind(int code)
{
    switch (code) {
    case 1317: return ErrorKind::Cancelled;
    case 1045:
    case 1698: return ErrorKind::Authentication;
    case 1044:
    case 1142:
    case 1227: return ErrorKind::Permission;
    case 1021:
    case 1114: return ErrorKind::DiskFull;
    case 1053:
    case 1927: return ErrorKind::Connection;
    default:   // the client library's own are about the connection
        return code >= 2000 && code < 3000 ? ErrorKind::Connection : ErrorKind::Engine;
    }
}

/// Where a connection could not be made, drivers tell little more than the engine's words.
ErrorKind connectKind(const Error &error)
{
    if (error.kind != ErrorKind::Engine && error.kind != ErrorKind::Connection)
        return error.kind;
    const auto says = [&error](QLatin1StringView text) {
        return error.words.contains(text, Qt::CaseInsensitive);
    };
    if (says("password"_L1) || says("access denied"_L1) || says("authentication"_L1))
        return ErrorKind::Authentication;
    return says("timeout"_L1) ? ErrorKind::Timeout : ErrorKind::Connection;
}

} // namespace

Error sqlError(const QSqlError &from, Speech speech, std::string_view sql)
{
    constexpr std::size_t shown = 200;
    Error error;
    error.code = from.nativeErrorCode();
    error.words = from.databaseText().trimmed();
    if (error.words.isEmpty())
        error.words = from.driverText().trimmed();
    error.subject =
        QString::fromUtf8(sql.data(), static_cast<qsizetype>(std::min(sql.size(), shown)));
    const int number = error.code.section(u';', 0, 0).toInt();
    switch (speech) {
    case Speech::Sqlite:
        error.kind = sqliteKind(number);
        if (number)
            error.code = u"%1 (%2)"_s.arg(QString::fromUtf8(sqlite3_errstr(number))).arg(number);
        break;
    case Speech::Postgres: error.kind = postgresKind(error.code); break;
    case Speech::Mysql: error.kind = mysqlKind(number); break;
    case Speech::Other: error.kind = ErrorKind::Engine; break;
    }
    if (error.kind == ErrorKind::Connection && from.type() == QSqlError::StatementError
        && error.code.isEmpty() && !error.words.contains("connection"_L1))
        error.kind = ErrorKind::Engine;
    // QSQLITE calls a statement that was refused a connection's error.
    if (error.kind == ErrorKind::Engine && from.type() == QSqlError::ConnectionError
        && speech != Speech::Sqlite)
        error.kind = ErrorKind::Connection;
    return error;
}

Connection::Connection(Parameters parameters) : m_parameters(std::move(parameters))
{
    static std::atomic<int> number{0};
    m_name = u"drivetrain-qt-%1"_s.arg(++number);
}

Connection::~Connection()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

Speech Connection::recognize()
{
    switch (m_database.driver()->dbmsType()) {
    case QSqlDriver::SQLite: return Speech::Sqlite;
    case QSqlDriver::PostgreSQL: return Speech::Postgres;
    case QSqlDriver::MySqlServer: return Speech::Mysql;
    case QSqlDriver::UnknownDbms: break;   // ODBC knows some by name only
    default: return Speech::Other;
    }
    if (!one(u"SELECT sqlite_version()"_s).isEmpty())
        return Speech::Sqlite;
    const QString version = one(u"SELECT version()"_s);
    if (version.startsWith("PostgreSQL"_L1))
        return Speech::Postgres;
    return version.contains("MariaDB"_L1) || !one(u"SELECT @@version_comment"_s).isEmpty()
        ? Speech::Mysql : Speech::Other;
}

Expected<void> Connection::connect()
{
    m_database = QSqlDatabase::addDatabase(m_parameters.driver, m_name);
    if (!m_database.isValid())
        return failure(ErrorKind::NotAvailable,
                       u"the Qt driver %1 cannot be loaded"_s.arg(m_parameters.driver));
    m_database.setDatabaseName(m_parameters.database);
    m_database.setHostName(m_parameters.host);
    m_database.setUserName(m_parameters.user);
    m_database.setPassword(m_parameters.password);
    if (m_parameters.port)
        m_database.setPort(m_parameters.port);
    m_database.setConnectOptions(m_parameters.options);
    m_database.setNumericalPrecisionPolicy(QSql::HighPrecision);
    const Speech expected = m_database.driver()->dbmsType() == QSqlDriver::SQLite
        ? Speech::Sqlite : m_database.driver()->dbmsType() == QSqlDriver::MySqlServer
        ? Speech::Mysql : Speech::Other;
    if (!m_database.open()) {
        Error error = sqlError(m_database.lastError(), expected);
        error.kind = connectKind(error);
        error.subject =
            m_parameters.host.isEmpty() ? m_parameters.database : m_parameters.host;
        return tl::unexpected(std::move(error));
    }
    m_speech = recognize();
    for (const QString &statement : m_parameters.first) {
        if (auto done = run(statement); !done)
            return done;
    }
    m_database.driver()->moveToThread(nullptr);
    return {};
}

QString Connection::one(const QString &sql)
{
    return column(sql).value(0);
}

QStringList Connection::column(const QString &sql)
{
    QStringList cells;
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (query.exec(sql)) {
        while (query.next())
            cells << query.value(0).toString();
    }
    return cells;
}

Expected<void> Connection::run(const QString &sql)
{
    QSqlQuery query(m_database);
    if (!query.exec(sql))
        return tl::unexpected(sqlError(query.lastError(), m_speech, sql.toStdString()));
    return {};
}

Expected<std::unique_ptr<Connection>> Connection::open(const Parameters &parameters,
                                                       const std::stop_token &stop)
{
    // Drivers connect in one blocking call: in a thread of its own, so that Stop need not wait.
    auto call = BoundedCalls::start([parameters]() -> Expected<std::unique_ptr<Connection>> {
        std::unique_ptr<Connection> connection(new Connection(parameters));
        if (auto connected = connection->connect(); !connected)
            return tl::unexpected(std::move(connected.error()));
        return connection;
    });
    const auto until =
        std::chrono::steady_clock::now() + std::chrono::seconds(connectWithin_s + 1);
    while (std::chrono::steady_clock::now() < until) {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        auto answer = BoundedCalls::answer(call, std::chrono::steady_clock::now() + askEvery);
        if (answer)
            return std::move(*answer);
        if (!call)
            break;
    }
    return failure(ErrorKind::Timeout, u"no answer within %1 s"_s.arg(connectWithin_s),
                   parameters.host.isEmpty() ? parameters.database : parameters.host);
}

bool isOurSqlite(Connection &connection)
{
    return connection.one(u"SELECT sqlite_source_id()"_s)
        == QString::fromLatin1(sqlite3_sourceid());
}

} // namespace drivetrain::qtsql
