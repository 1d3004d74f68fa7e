// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "servers/private_server.h"
#include <QFile>
#include <QStandardPaths>
#include <csignal>
#include <set>

using namespace Qt::StringLiterals;

namespace drivetrain::mysql {
namespace {

constexpr auto userName = "root", databaseName = "drivetrain";
constexpr int spareConnections = 10, usualConnections = 151;

QStringList durabilityOptions(Durability durability)
{
    switch (durability) {
    case Durability::Durable:
        return {u"--innodb-flush-log-at-trx-commit=1"_s, u"--innodb-doublewrite=1"_s};
    case Durability::Relaxed:
        return {u"--innodb-flush-log-at-trx-commit=2"_s, u"--innodb-doublewrite=1"_s};
    case Durability::Unsafe:
        return {u"--innodb-flush-log-at-trx-commit=0"_s, u"--innodb-doublewrite=0"_s};
    }
    return {};
}

class PrivateInstallation final : public Installation
{
public:
    PrivateInstallation(std::unique_ptr<PrivateServer> server, const TargetSpec &target)
        : m_server(std::move(server)), m_target(target)
    {
        m_dialect = mysqlDialect(tableSuffix(target));
    }

    Expected<void> start(const Place &place, std::stop_token stop);
    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return m_told; }
    std::optional<ServerAddress> address() const override
    {
        return ServerAddress{socket(), 0, QString::fromLatin1(userName),
                             QString::fromLatin1(databaseName)};
    }
    std::vector<pid_t> processes() const override { return m_server->processes(); }
    std::optional<std::int64_t> size_bytes() override { return m_server->size_bytes(); }
    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        return connectTo(0, std::move(stop));
    }
    Expected<std::unique_ptr<Session>> connectTo(int database, std::stop_token stop) override;
    IoTotals io() const override
    {
        const auto bytes = m_server->io();
        return bytes ? IoTotals{bytes->read_bytes, bytes->write_bytes, {}} : IoTotals{};
    }
    Expected<void> drop() override
    {
        m_server->kill();
        return {};
    }

private:
    QString socket() const { return m_server->socketFolder() + u"/mysql.sock"_s; }
    Expected<void> makeDatabase(const std::string &name, const std::stop_token &stop) const;
    Expected<std::unique_ptr<MysqlSession>> open(const std::string &database,
                                                 std::stop_token stop) const
    {
        MysqlParameters parameters;
        parameters.socket = socket().toStdString();
        parameters.host = "localhost";
        parameters.user = userName;
        parameters.database = database;
        auto connection = connectMysql(parameters, std::move(stop));
        if (!connection)
            return tl::unexpected(connection.error());
        return std::make_unique<MysqlSession>(std::move(*connection), std::move(parameters));
    }
    QStringList serverArguments(const Place &place) const;
    std::unique_ptr<PrivateServer> m_server;
    TargetSpec m_target;
    EngineFacts m_facts;
    Dialect m_dialect;
    QString m_told;
    std::set<int> m_made;   // databases
};

Expected<std::unique_ptr<Session>> PrivateInstallation::connectTo(int database,
                                                                  std::stop_token stop)
{
    if (database < 0 || database >= databasesMax)
        return failure(ErrorKind::NotAvailable, u"databases 0..%1"_s.arg(databasesMax - 1),
                       QString::number(database));
    std::string name = databaseName;
    if (database > 0)
        name += '_' + std::to_string(database + 1);
    if (!m_made.contains(database)) {
        if (auto made = makeDatabase(name, stop); !made)
            return tl::unexpected(made.error());
        m_made.insert(database);
    }
    auto session = open(name, stop);
    if (!session)
        return tl::unexpected(session.error());
    return std::unique_ptr<Session>(std::move(*session));
}

Expected<void> PrivateInstallation::makeDatabase(const std::string &name,
                                                 const std::stop_token &stop) const
{
    auto session = open("", stop);
    if (!session)
        return tl::unexpected(session.error());
    const std::stop_callback stopped(stop, [&session] { (*session)->abandon(); });
    const auto made = (*session)->execute("CREATE DATABASE " + name, nullptr);
    return made ? Expected<void>() : tl::unexpected(made.error());
}

QStringList PrivateInstallation::serverArguments(const Place &place) const
{
    QStringList arguments{u"--no-defaults"_s, u"--datadir="_s + m_server->dataFolder(),
                          u"--socket="_s + socket(),
                          u"--pid-file="_s + m_server->socketFolder() + u"/mysql.pid"_s,
                          u"--tmpdir="_s + m_server->temporaryFolder(), u"--skip-networking"_s,
                          u"--character-set-server=utf8mb4"_s, u"--local-infile=1"_s};
    const int connections = place.clients + databasesMax + spareConnections;
    if (connections > usualConnections)
        arguments << u"--max-connections=%1"_s.arg(connections);
    arguments << durabilityOptions(place.durability);
    for (const auto &[key, value] : m_target.options) {   // last, so that they win
        if (key != "durability"_L1 && key != "engine"_L1)
            arguments << u"--%1=%2"_s.arg(key, value);
    }
    return arguments;
}

Expected<void> PrivateInstallation::start(const Place &place, std::stop_token stop)
{
    const auto made =
        m_server->runTool({program(u"mariadb-install-db"_s),
                           {u"--no-defaults"_s, u"--datadir="_s + m_server->dataFolder(),
                            u"--tmpdir="_s + m_server->temporaryFolder(),
                            u"--auth-root-authentication-method=normal"_s, u"--skip-test-db"_s,
                            u"--skip-name-resolve"_s}},
                          stop);
    if (!made)
        return made;
    const auto ready = [this] { return open("", {}).has_value(); };
    if (auto started =
            m_server->start({program(u"mariadbd"_s), serverArguments(place)}, SIGKILL, ready, stop);
        !started)
        return started;
    auto session = open("", stop);
    if (!session)
        return tl::unexpected(session.error());
    if (auto created = makeDatabase(databaseName, stop); !created)
        return created;
    m_made.insert(0);
    const auto facts = readFacts(**session, m_target);
    if (!facts)
        return tl::unexpected(facts.error());
    m_facts = *facts;
    const auto told = textRows(**session, u"SELECT @@datadir"_s);
    if (!told)
        return tl::unexpected(told.error());
    m_told = told->at(0).at(0);
    return {};
}

} // namespace

QString program(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty()
               ? QStandardPaths::findExecutable(name, {u"/usr/sbin"_s, u"/usr/libexec"_s})
               : found;
}

Expected<std::unique_ptr<Installation>> openPrivate(const TargetSpec &target, const Place &place,
                                                    std::stop_token stop)
{
    const auto account = Account::forServer("mysql");
    if (!account)
        return failure(ErrorKind::NotAvailable, u"there is no account 'mysql'"_s, {}, {},
                       u"apt-get install mariadb-server"_s);
    auto server = PrivateServer::make(place.folder, *account);
    if (!server)
        return tl::unexpected(server.error());
    auto installation = std::make_unique<PrivateInstallation>(std::move(*server), target);
    if (auto started = installation->start(place, stop); !started)
        return tl::unexpected(started.error());
    return installation;
}

} // namespace drivetrain::mysql
