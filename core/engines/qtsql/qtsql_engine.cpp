// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/qtsql/qtsql_engine.h"
#include "engines/dialects.h"
#include "engines/mysql/mysql_engine.h"
#include "engines/postgres/postgres_engine.h"
#include "engines/qtsql/qtsql_installation.h"
#include "engines/server_address.h"
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace qtsql {

Kind kindOf(const TargetSpec &target)
{
    if (target.subject == "QPSQL"_L1)
        return Kind::Postgres;
    if (target.subject == "QMYSQL"_L1 || target.subject == "QMARIADB"_L1)
        return Kind::Mysql;
    return target.subject == "QSQLITE"_L1 && !target.address ? Kind::File : Kind::Foreign;
}

TargetSpec nativeTarget(const TargetSpec &target)
{
    TargetSpec native;
    native.engine = kindOf(target) == Kind::Postgres ? u"postgres"_s : u"mariadb"_s;
    native.address = target.address;
    for (const auto &option : target.options) {
        if (option.first.startsWith("ssl"_L1))
            native.options.push_back(option);
    }
    return native;
}

PasswordSource passwordOf(const TargetSpec &target, const PasswordSource &password)
{
    if (!password)
        return {};
    return [target, password](const TargetSpec &) { return password(target); };
}

Parameters foreignParameters(const TargetSpec &target, const PasswordSource &password)
{
    Parameters parameters;
    parameters.driver = target.subject;
    const ServerAddress address = target.address.value_or(ServerAddress{});
    parameters.host = target.option(u"host").value_or(QString());
    parameters.port = address.port;
    parameters.user = address.user;
    parameters.database = target.option(u"dsn").value_or(address.database);
    if (target.subject == "QODBC"_L1)
        parameters.options = u"SQL_ATTR_LOGIN_TIMEOUT=%1"_s.arg(connectWithin_s);
    if (const auto secret = password ? password(target) : std::nullopt)
        parameters.password = *secret;
    return parameters;
}

QString clientLibrary(const QString &driver)
{
    return u"Qt %1, driver %2"_s.arg(QString::fromLatin1(qVersion()), driver);
}

} // namespace qtsql

namespace {

using qtsql::Kind;

QString packageOf(const QString &driver)
{
    if (driver == "QPSQL"_L1)
        return u"apt-get install libqt6sql6-psql"_s;
    if (driver == "QMYSQL"_L1 || driver == "QMARIADB"_L1)
        return u"apt-get install libqt6sql6-mysql"_s;
    if (driver == "QODBC"_L1)
        return u"apt-get install libqt6sql6-odbc"_s;
    return driver == "QSQLITE"_L1 ? u"apt-get install libqt6sql6-sqlite"_s : QString();
}

QStringList knownOptions(const TargetSpec &target)
{
    const QStringList server{u"durability"_s, u"host"_s, u"port"_s, u"user"_s, u"database"_s};
    if (qtsql::kindOf(target) == Kind::Postgres)
        return server + QStringList{u"sslmode"_s, u"sslrootcert"_s};
    if (qtsql::kindOf(target) == Kind::Mysql)
        return server + QStringList{u"ssl"_s};
    if (target.subject == "QSQLITE"_L1)
        return {u"durability"_s, u"database"_s};
    if (target.subject == "QODBC"_L1)
        return {u"durability"_s, u"dsn"_s, u"user"_s};
    return {u"durability"_s, u"dsn"_s, u"host"_s, u"port"_s, u"user"_s, u"database"_s};
}

/// A value that is not what its option takes; empty: it is.
QString expectedValue(const QString &key, const QString &value)
{
    bool isNumber = false;
    const int port = value.toInt(&isNumber);
    if (key == "port"_L1 && (!isNumber || port < 1 || port > 65535))
        return u"1..65535"_s;
    const QStringList modes{u"disable"_s, u"allow"_s, u"prefer"_s,
                            u"require"_s, u"verify-ca"_s, u"verify-full"_s};
    if (key == "sslmode"_L1 && !modes.contains(value))
        return modes.join(u'|');
    return key == "ssl"_L1 && value != "off"_L1 ? u"off"_s : QString();
}

class QtEngine final : public Engine
{
public:
    QString name() const override { return u"qt"_s; }
    QString displayName() const override { return u"Qt SQL"_s; }
    QStringList suggestions() const override { return {u"qt:QSQLITE"_s, u"qt:QPSQL"_s}; }

    Availability availability(const TargetSpec &target) const override
    {
        if (!QSqlDatabase::isDriverAvailable(target.subject))
            return {false, u"the Qt driver %1 is not installed"_s.arg(target.subject),
                    packageOf(target.subject), {}};
        if (const Engine *native = nativeOf(target))
            return native->availability(qtsql::nativeTarget(target));
        return {true, {}, {}, {}};
    }

    /// What ODBC leads to is not known before it is opened: then it is plain.
    Dialect dialect(const TargetSpec &target) const override
    {
        const Engine *native = nativeOf(target);
        Dialect dialect = native ? native->dialect(qtsql::nativeTarget(target))
            : target.subject == "QSQLITE"_L1 ? sqliteDialect() : plainDialect();
        dialect.numbered_placeholders = false;
        return dialect;
    }

    Capabilities capabilities(const TargetSpec &target) const override
    {
        Capabilities can;
        can.durabilities = {Durability::Durable, Durability::Relaxed, Durability::Unsafe};
        can.installation_bytes = 100'000;
        can.installation_s = 0.1;
        can.statement_s = 15e-6;
        can.syncs_per_commit = 1;
        if (const Engine *native = nativeOf(target)) {
            const Capabilities inner = native->capabilities(qtsql::nativeTarget(target));
            can.durabilities = inner.durabilities;
            can.installation_bytes = inner.installation_bytes;
            can.installation_s = inner.installation_s;
            can.statement_s = inner.statement_s + 20e-6;
            can.syncs_per_commit = inner.syncs_per_commit;
        }
        can.transports = {Transport::Literal, Transport::Prepared};
        can.phases = {Phase::Client, Phase::Prepare, Phase::CommitWait, Phase::Other};
        if (qtsql::kindOf(target) == Kind::File)
            can.phases = {Phase::Client, Phase::Prepare, Phase::Execute,   Phase::Read,
                          Phase::Write,  Phase::Sync,    Phase::CommitWait};
        can.clients_max = limits::clientsMax;
        can.is_server = qtsql::kindOf(target) != Kind::File;
        return can;
    }

    Durability effectiveDurability(const TargetSpec &target, Durability wished) const override
    {
        const Engine *native = nativeOf(target);
        return native ? native->effectiveDurability(qtsql::nativeTarget(target), wished) : wished;
    }

    Faults checkOptions(const TargetSpec &target, const QString &field) const override
    {
        Faults faults;
        const QStringList known = knownOptions(target);
        for (const auto &[key, value] : target.options) {
            if (!known.contains(key))
                faults.push_back(
                    {FaultCode::UnknownOption, field, key, known.join(u", "_s), {}});
            else if (holdsPassword(value))   // inside of an ODBC connection string
                faults.push_back({FaultCode::PasswordInTarget, field, {}, {}, {}});
            else if (const QString expected = expectedValue(key, value); !expected.isEmpty())
                faults.push_back(
                    {FaultCode::BadOptionValue, field, key + u'=' + value, expected, {}});
        }
        const bool needsHost = nativeOf(target) && target.address;
        if (needsHost && target.address->host.isEmpty())
            faults.push_back({FaultCode::BadValue, field, target.text(), u"host=..."_s, {}});
        if (qtsql::kindOf(target) == Kind::Foreign && !target.address)
            faults.push_back({FaultCode::BadValue, field, target.text(), u"dsn=..."_s, {}});
        return faults;
    }

    Faults preflight(const TargetSpec &target, const QString &folder,
                     const PasswordSource &password, const QString &field) const override
    {
        const Kind kind = qtsql::kindOf(target);
        if (kind == Kind::File)
            return {};
        if (kind == Kind::Foreign)
            return checkForeign(target, password, field);
        if (kind == Kind::Mysql && target.address && !isThisMachine(target.address->host)
            && !target.option(u"ssl"))
            return {{FaultCode::TlsFailed, field, target.text(),
                     u"the Qt driver does not check a server's certificate"_s, u"ssl=off"_s}};
        return nativeOf(target)->preflight(qtsql::nativeTarget(target), folder,
                                           qtsql::passwordOf(target, password), field);
    }

    Expected<std::unique_ptr<Installation>> open(const TargetSpec &target, const Place &place,
                                                 std::stop_token stop) const override
    {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        switch (qtsql::kindOf(target)) {
        case Kind::File: return qtsql::openFile(place, stop);
        case Kind::Foreign: return qtsql::openCorner(target, place, stop);
        default: return qtsql::openServer(*nativeOf(target), target, place, stop);
        }
    }

    Expected<void> dropTagged(const TargetSpec &target, const QString &tag,
                              const PasswordSource &password) const override
    {
        if (const Engine *native = nativeOf(target))
            return native->dropTagged(qtsql::nativeTarget(target), tag,
                                      qtsql::passwordOf(target, password));
        return qtsql::dropCorner(qtsql::foreignParameters(target, password), tag);
    }

private:
    static bool holdsPassword(const QString &value)
    {
        return value.contains("pwd="_L1, Qt::CaseInsensitive)
            || value.contains("password="_L1, Qt::CaseInsensitive);
    }

    /// The engine that makes the target's database ready; nullptr: this one itself.
    const Engine *nativeOf(const TargetSpec &target) const
    {
        switch (qtsql::kindOf(target)) {
        case Kind::Postgres: return m_postgres.get();
        case Kind::Mysql: return m_mysql.get();
        default: return nullptr;
        }
    }

    static Faults checkForeign(const TargetSpec &target, const PasswordSource &password,
                               const QString &field)
    {
        const QString path = target.option(u"database").value_or(QString());
        if (target.subject == "QSQLITE"_L1 && !QFileInfo(path).isFile())
            return {{FaultCode::InputNotReadable, field, path, {}, {}}};
        auto connection = qtsql::Connection::open(qtsql::foreignParameters(target, password), {});
        if (!connection)
            return {connectionFault(connection.error(), field, target.text())};
        if (const auto checked = qtsql::checkCorner(**connection); !checked)
            return {connectionFault(checked.error(), field, target.text())};
        return {};
    }

    std::unique_ptr<Engine> m_postgres = makePostgresEngine(), m_mysql = makeMysqlEngine();
};

} // namespace

std::unique_ptr<Engine> makeQtEngine() { return std::make_unique<QtEngine>(); }

} // namespace drivetrain
