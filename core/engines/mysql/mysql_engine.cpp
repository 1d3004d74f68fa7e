// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_engine.h"
#include "engines/dialects.h"
#include "engines/mysql/mysql_installation.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/processes.h"
#include <QProcess>
#include <QSet>
#include <mutex>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr auto installCommand = "apt-get install mariadb-server";
constexpr int helpWithin_ms = 10'000;

/// The names of all options that mariadbd takes, as its help tells them; empty where it does not.
const QSet<QString> &optionNames()
{
    static const QSet<QString> names = [] {
        QSet<QString> found;
        QProcess program;
        program.start(mysql::program(u"mariadbd"_s),
                      {u"--no-defaults"_s, u"--verbose"_s, u"--help"_s});
        program.waitForFinished(helpWithin_ms);
        for (const QByteArray &line : program.readAllStandardOutput().split('\n')) {
            const QByteArray text = line.trimmed();
            const qsizetype at = text.indexOf("--");
            if (at < 0 || at > 4)   // "-b, --basedir=name" at most
                continue;
            QByteArray name = text.mid(at + 2);
            for (const char end : {' ', '[', '='})
                name = name.left(name.indexOf(end) < 0 ? name.size() : name.indexOf(end));
            found.insert(QString::fromLatin1(name.replace('_', '-')).toLower());
        }
        return found;
    }();
    return names;
}

class MysqlEngine final : public Engine
{
public:
    QString name() const override { return u"mariadb"_s; }
    QString displayName() const override { return u"MariaDB"_s; }
    QStringList suggestions() const override
    { return {u"mariadb"_s, u"mariadb:engine=myisam"_s, u"mariadb:engine=aria"_s}; }

    Availability availability(const TargetSpec &target) const override
    {
        if (target.isSomebodysServer())
            return {true, {}, {}, {}};
        const QString remedy = QString::fromLatin1(installCommand);
        const QString server = mysql::program(u"mariadbd"_s);
        if (server.isEmpty() || mysql::program(u"mariadb-install-db"_s).isEmpty())
            return {false, u"the server package is not installed"_s, remedy, {}};
        if (!Account::forServer("mysql"))
            return {false, u"there is no account 'mysql'"_s, remedy, {}};
        static const QString version =
            [&server] { // "mariadbd  Ver 10.11.6-MariaDB-0+deb12u1 for ..."
                QProcess program;
                program.start(server, {u"--no-defaults"_s, u"--version"_s});
                program.waitForFinished(helpWithin_ms);
                const QString text = QString::fromUtf8(program.readAllStandardOutput());
                return text.section("Ver "_L1, 1).section(u'-', 0, 0);
            }();
        return {true, {}, {}, version};
    }

    Capabilities capabilities(const TargetSpec &target) const override
    {
        Capabilities can;
        can.transports = {Transport::Literal, Transport::Prepared, Transport::Pipelined,
                          Transport::Bulk};
        const mysql::TableKind kind = mysql::tableKind(target);
        can.durabilities = {Durability::Durable, Durability::Relaxed, Durability::Unsafe};
        if (kind != mysql::TableKind::InnoDb)
            can.durabilities = {kind == mysql::TableKind::Aria ? Durability::Durable
                                                               : Durability::Unsafe};
        can.phases = {Phase::Client, Phase::Prepare, Phase::CommitWait, Phase::NetworkWait};
        can.clients_max = limits::clientsMax;
        can.databases_max = mysql::databasesMax;
        can.is_server = true;
        can.installation_bytes = 140'000'000;   // seen: 114 MB empty
        can.installation_s = 1.8;
        can.statement_s = kind == mysql::TableKind::Aria ? 3e-3 : 100e-6;   // Aria: a sync each
        can.syncs_per_commit = kind == mysql::TableKind::InnoDb ? 1 : 0;
        return can;
    }

    Durability effectiveDurability(const TargetSpec &target, Durability wished) const override
    {
        if (mysql::tableKind(target) != mysql::TableKind::InnoDb)
            return mysql::tableKind(target) == mysql::TableKind::Aria ? Durability::Durable
                                                                      : Durability::Unsafe;
        return target.isSomebodysServer() ? Durability::Durable : wished;
    }

    Dialect dialect(const TargetSpec &target) const override
    { return mysqlDialect(mysql::tableSuffix(target)); }

    Faults checkOptions(const TargetSpec &target, const QString &field) const override
    {
        Faults faults;
        const bool installed = availability(target).available;
        for (const auto &[key, value] : target.options) {
            QString bare = QString(key).replace(u'_', u'-');
            if (bare.startsWith("skip-"_L1) && !optionNames().contains(bare))
                bare = bare.mid(5);
            const bool known = target.isSomebodysServer()
                                   ? mysql::addressOptions().contains(key)
                                   : key == "durability"_L1 || key == "engine"_L1 || !installed
                                         || optionNames().isEmpty() || optionNames().contains(bare);
            if (!target.isSomebodysServer() && isReserved(key))
                faults.push_back({FaultCode::BadOptionValue, field, key,
                                  u"settings that a private server does not keep for itself"_s, {}});
            else if (!known)
                faults.push_back(
                    {FaultCode::UnknownOption,
                     field,
                     key,
                     target.isSomebodysServer() ? mysql::addressOptions().join(u", "_s) : QString(),
                     {}});
            const QStringList engines{u"innodb"_s, u"myisam"_s, u"aria"_s};
            if (key == "engine"_L1 && !engines.contains(value.toLower()))
                faults.push_back({FaultCode::BadOptionValue,
                                  field,
                                  u"engine="_s + value,
                                  engines.join(u'|'),
                                  {}});
            const QStringList modes{u"verify"_s, u"off"_s};
            if (key == "ssl"_L1 && target.isSomebodysServer() && !modes.contains(value))
                faults.push_back(
                    {FaultCode::BadOptionValue, field, u"ssl="_s + value, modes.join(u'|'), {}});
        }
        return faults;
    }

    Faults preflight(const TargetSpec &target, const QString &folder,
                     const PasswordSource &password, const QString &field) const override
    {
        if (target.isSomebodysServer())
            return checkServer(target, password, field);
        const auto account = Account::forServer("mysql");
        const auto obstacle = account ? account->obstacleTo(folder) : std::nullopt;
        if (!obstacle)
            return {};
        return {{FaultCode::DriveNotEnterable, field, folder,
                 u"%1, %2"_s.arg(account->name, *obstacle), u"/var/tmp"_s}};
    }

    Expected<std::unique_ptr<Installation>> open(const TargetSpec &target, const Place &place,
                                                 std::stop_token stop) const override
    {
        return target.isSomebodysServer() ? mysql::openDatabase(target, place, stop)
                                          : mysql::openPrivate(target, place, stop);
    }

    Expected<void> dropTagged(const TargetSpec &target, const QString &tag,
                              const PasswordSource &password) const override
    {
        QStringList tags{tag};
        return mysql::dropDatabases(mysql::parametersOf(target, password), tags);
    }

private:
    /// Whether a grant on all databases, or on a pattern that our tags match, lets us create one.
    static Faults checkServer(const TargetSpec &target, const PasswordSource &password,
                              const QString &field)
    {
        const MysqlParameters parameters = mysql::parametersOf(target, password);
        auto connection = connectMysql(parameters, {});
        if (!connection)
            return {connectionFault(connection.error(), field, target.text())};
        MysqlSession session(std::move(*connection), parameters);
        session.setDeadline(static_cast<int>(mysqlConnectWithin_s) * 1000);
        const auto grants = textRows(session, u"SHOW GRANTS"_s);
        if (!grants)
            return {connectionFault(grants.error(), field, target.text())};
        for (const QStringList &row : *grants) {
            const QString grant = row.value(0).toUpper();
            const QString on = grant.section(" ON "_L1, 1).section(" TO "_L1, 0, 0).remove(u'`');
            const bool ours = on == "*.*"_L1 || on.startsWith("DRIVETRAIN"_L1);
            const QString rights = grant.section(" ON "_L1, 0, 0);
            if (ours && (rights.contains("ALL PRIVILEGES"_L1) || rights.contains("CREATE,"_L1)
                         || rights.endsWith("CREATE"_L1)))
                return {};
        }
        const auto user = textRows(session, u"SELECT current_user()"_s);
        const QString name = user ? user->at(0).at(0) : QString();
        return {{FaultCode::MissingRight, field, target.text(), u"CREATE"_s,
                 u"GRANT ALL ON `drivetrain\\_%`.* TO %1"_s.arg(name)}};
    }
};

} // namespace

std::unique_ptr<Engine> makeMysqlEngine() { return std::make_unique<MysqlEngine>(); }

} // namespace drivetrain
