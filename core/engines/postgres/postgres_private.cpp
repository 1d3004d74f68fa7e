// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "servers/private_server.h"
#include <QDir>
#include <QFile>
#include <csignal>
#include <set>

using namespace Qt::StringLiterals;

namespace drivetrain::postgres {
namespace {

constexpr int spareConnections = 10;   // above the clients: ours for facts, and those reserved
constexpr int usualConnections = 100;
constexpr auto userName = "drivetrain", databaseName = "postgres";

QStringList durabilitySettings(Durability durability)
{
    switch (durability) {
    case Durability::Durable:
        return {u"fsync=on"_s, u"synchronous_commit=on"_s, u"full_page_writes=on"_s};
    case Durability::Relaxed:
        return {u"fsync=on"_s, u"synchronous_commit=off"_s, u"full_page_writes=on"_s};
    case Durability::Unsafe:
        return {u"fsync=off"_s, u"synchronous_commit=off"_s, u"full_page_writes=off"_s};
    }
    return {};
}

class PrivateInstallation final : public Installation
{
public:
    explicit PrivateInstallation(std::unique_ptr<PrivateServer> server)
        : m_server(std::move(server))
    {}

    Expected<void> start(const TargetSpec &target, const Place &place, std::stop_token stop);
    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return m_told; }
    std::optional<ServerAddress> address() const override
    {
        return ServerAddress{m_server->socketFolder(), 0, QString::fromLatin1(userName),
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
    Expected<void> makeDatabase(const std::string &name, const std::stop_token &stop);
    PgParameters parameters(const std::string &database = databaseName) const
    {
        return {{"host", m_server->socketFolder().toStdString()},
                {"dbname", database},
                {"user", userName},
                {"application_name", "drivetrain"}};
    }
    std::unique_ptr<PrivateServer> m_server;
    EngineFacts m_facts;
    Dialect m_dialect = postgresDialect();
    QString m_told;
    std::set<int> m_made{0};   // databases
};

Expected<std::unique_ptr<Session>> PrivateInstallation::connectTo(int database,
                                                                  std::stop_token stop)
{
    if (database < 0 || database >= databasesMax)
        return failure(ErrorKind::NotAvailable, u"databases 0..%1"_s.arg(databasesMax - 1),
                       QString::number(database));
    const std::string name =
        database == 0 ? databaseName : "drivetrain_" + std::to_string(database + 1);
    if (!m_made.contains(database)) {
        if (auto made = makeDatabase(name, stop); !made)
            return tl::unexpected(made.error());
        m_made.insert(database);
    }
    auto connection = connectPostgres(parameters(name), stop);
    if (!connection)
        return tl::unexpected(connection.error());
    return std::make_unique<PostgresSession>(std::move(*connection));
}

Expected<void> PrivateInstallation::makeDatabase(const std::string &name,
                                                 const std::stop_token &stop)
{
    auto connection = connectPostgres(parameters(), stop);
    if (!connection)
        return tl::unexpected(connection.error());
    PostgresSession session(std::move(*connection));
    const std::stop_callback stopped(stop, [&session] { session.abandon(); });
    const auto made = session.execute("CREATE DATABASE " + name, nullptr);
    return made ? Expected<void>() : tl::unexpected(made.error());
}

Expected<void> PrivateInstallation::start(const TargetSpec &target, const Place &place,
                                          std::stop_token stop)
{
    const QString folder = binaries(target);
    const auto made = m_server->runTool({folder + u"/initdb"_s,
                                         {u"-D"_s, m_server->dataFolder(), u"-U"_s,
                                          QString::fromLatin1(userName),
                                          u"--auth=trust"_s, u"--no-sync"_s, u"--encoding=UTF8"_s,
                                          u"--locale=C"_s, u"--no-instructions"_s}}, stop);
    if (!made)
        return made;
    QStringList arguments{
        u"-D"_s, m_server->dataFolder(), u"-k"_s, m_server->socketFolder(),
        u"-c"_s, u"listen_addresses="_s, u"-c"_s, u"unix_socket_permissions=0700"_s};
    const int connections = place.clients + databasesMax + spareConnections;
    if (connections > usualConnections)
        arguments << u"-c"_s << u"max_connections=%1"_s.arg(connections);
    for (const QString &setting : durabilitySettings(place.durability))
        arguments << u"-c"_s << setting;
    for (const auto &[key, value] : target.options) {   // last, so that they win
        if (key != "durability"_L1 && key != "version"_L1)
            arguments << u"-c"_s << key + u'=' + value;
    }
    const auto ready = [this] {
        return QFile::exists(m_server->socketFolder() + u"/.s.PGSQL.5432"_s)
            && connectPostgres(parameters(), {}).has_value();
    };
    if (auto started = m_server->start({folder + u"/postgres"_s, arguments}, SIGQUIT, ready, stop);
        !started)
        return started;
    auto connection = connectPostgres(parameters(), stop);
    if (!connection)
        return tl::unexpected(connection.error());
    PostgresSession session(std::move(*connection));
    const auto facts = readFacts(session);
    if (!facts)
        return tl::unexpected(facts.error());
    m_facts = *facts;
    const auto told = textRows(session, u"SHOW data_directory"_s);
    if (!told)
        return tl::unexpected(told.error());
    m_told = told->at(0).at(0);
    return {};
}

} // namespace

QString binaries(const TargetSpec &target)
{
    const QDir root(u"/usr/lib/postgresql"_s);
    QString best;
    double newest = -1;
    for (const QString &version : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString folder = root.filePath(version) + u"/bin"_s;
        const bool wanted = target.option(u"version").value_or(version) == version;
        if (wanted && QFile::exists(folder + u"/postgres"_s) && QFile::exists(folder + u"/initdb"_s)
            && version.toDouble() > newest) {
            newest = version.toDouble();
            best = folder;
        }
    }
    return best;
}

Expected<std::unique_ptr<Installation>> openPrivate(const TargetSpec &target, const Place &place,
                                                    std::stop_token stop)
{
    const auto account = Account::forServer("postgres");
    if (!account)
        return failure(ErrorKind::NotAvailable, u"there is no account 'postgres'"_s, {}, {},
                       u"apt-get install postgresql"_s);
    auto server = PrivateServer::make(place.folder, *account);
    if (!server)
        return tl::unexpected(server.error());
    auto installation = std::make_unique<PrivateInstallation>(std::move(*server));
    if (auto started = installation->start(target, place, stop); !started)
        return tl::unexpected(started.error());
    return installation;
}

} // namespace drivetrain::postgres
