// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/leftovers.h"
#include <QElapsedTimer>
#include <map>

using namespace Qt::StringLiterals;

namespace drivetrain::mysql {
namespace {

constexpr int dropWithin_ms = 800;   // Stop is to be over within a second
constexpr auto mark = "made_by_drivetrain";

Expected<std::unique_ptr<MysqlSession>> openSession(const MysqlParameters &parameters,
                                                    std::stop_token stop)
{
    auto connection = connectMysql(parameters, std::move(stop));
    if (!connection)
        return tl::unexpected(connection.error());
    return std::make_unique<MysqlSession>(std::move(*connection), parameters);
}

/// Databases of ours on a server that is not: one, and further ones when they are asked for. Its
/// drive and its log settings are not ours to choose.
class DatabaseInstallation final : public Installation
{
public:
    DatabaseInstallation(MysqlParameters parameters, const TargetSpec &target, QString tag)
        : m_parameters(std::move(parameters)), m_target(target), m_tag(std::move(tag))
    {
        m_dialect = mysqlDialect(tableSuffix(target));
    }
    ~DatabaseInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(std::stop_token stop);
    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return {}; }
    IoTotals io() const override { return {}; }
    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        return connectTo(0, std::move(stop));
    }
    Expected<std::unique_ptr<Session>> connectTo(int database, std::stop_token stop) override;
    std::optional<std::int64_t> size_bytes() override;
    Expected<void> drop() override;

private:
    Expected<void> makeDatabase(const QString &name, const std::stop_token &stop);
    MysqlParameters m_parameters;
    TargetSpec m_target;
    QString m_tag;
    std::map<QString, LeftoverNote> m_made;   // by name, those that are made or may be
    std::unique_ptr<MysqlSession> m_admin;
    EngineFacts m_facts;
    Dialect m_dialect;
};

Expected<void> DatabaseInstallation::make(std::stop_token stop)
{
    auto session = openSession(m_parameters, stop);
    if (!session)
        return tl::unexpected(session.error());
    m_admin = std::move(*session);
    if (auto made = makeDatabase(m_tag, stop); !made)
        return made;
    const auto facts = readFacts(*m_admin, m_target);
    if (!facts)
        return tl::unexpected(facts.error());
    m_facts = *facts;
    return {};
}

Expected<void> DatabaseInstallation::makeDatabase(const QString &name, const std::stop_token &stop)
{
    if (stop.stop_requested())
        return failure(ErrorKind::Cancelled);
    auto note = LeftoverNote::write({Leftover::Kind::Database, {}, 0, 0, m_target.text(), name});
    if (!note)
        return tl::unexpected(note.error());
    const std::stop_callback stopped(stop, [this] { m_admin->abandon(); });
    const auto made = m_admin->execute("CREATE DATABASE " + name.toStdString(), nullptr);
    if (!made && isRefusal(made.error())) {   // only what we made ourselves is ours to drop
        note->forget();
        return tl::unexpected(made.error());
    }
    m_made.emplace(name, std::move(*note));
    if (!made)
        return tl::unexpected(made.error());
    const QString table =
        u"CREATE TABLE %1.%2(mark INTEGER)"_s.arg(name, QString::fromLatin1(mark));
    const auto marked = m_admin->execute(table.toStdString(), nullptr);
    return marked ? Expected<void>() : tl::unexpected(marked.error());
}

Expected<std::unique_ptr<Session>> DatabaseInstallation::connectTo(int database,
                                                                   std::stop_token stop)
{
    if (database < 0 || database >= databasesMax)
        return failure(ErrorKind::NotAvailable, u"databases 0..%1"_s.arg(databasesMax - 1),
                       QString::number(database));
    const QString name = database == 0 ? m_tag : u"%1_%2"_s.arg(m_tag).arg(database + 1);
    if (!m_made.contains(name)) {
        if (auto made = makeDatabase(name, stop); !made)
            return tl::unexpected(made.error());
    }
    MysqlParameters parameters = m_parameters;
    parameters.database = name.toStdString();
    auto session = openSession(parameters, stop);
    if (!session)
        return tl::unexpected(session.error());
    return std::unique_ptr<Session>(std::move(*session));
}

std::optional<std::int64_t> DatabaseInstallation::size_bytes()
{
    QStringList names;
    for (const auto &[name, note] : m_made)
        names << name;
    const auto found = textRows(
        *m_admin, u"SELECT coalesce(sum(data_length+index_length),0) FROM "
                  "information_schema.tables WHERE table_schema IN ('%1')"_s.arg(
                      names.join(u"','"_s)));
    return found ? std::optional<std::int64_t>(found->at(0).at(0).toLongLong()) : std::nullopt;
}

Expected<void> DatabaseInstallation::drop()
{
    if (m_made.empty())
        return {};
    m_admin.reset();
    QStringList left;
    for (const auto &[name, note] : m_made)
        left << name;
    auto dropped = dropDatabases(m_parameters, left);
    for (auto it = m_made.begin(); it != m_made.end();) {
        if (left.contains(it->first)) {
            ++it;
            continue;
        }
        it->second.forget();
        it = m_made.erase(it);
    }
    return dropped;
}

Expected<void> dropDatabase(MysqlSession &session, const QString &tag)
{
    const auto there = textRows(
        session, u"SELECT (SELECT count(*) FROM information_schema.schemata WHERE "
                 "schema_name='%1'), (SELECT count(*) FROM information_schema.tables "
                 "WHERE table_schema='%1'), (SELECT count(*) FROM "
                 "information_schema.tables WHERE table_schema='%1' AND table_name='%2')"_s.arg(
                     tag, QString::fromLatin1(mark)));
    if (!there)
        return tl::unexpected(there.error());
    const QStringList counts = there->at(0);
    if (counts[0] == "0"_L1)
        return {};
    if (counts[2] == "0"_L1 && counts[1] != "0"_L1)
        return failure(ErrorKind::Permission, u"the database does not bear Drivetrain's mark"_s,
                       tag);
    const auto dropped = session.execute(u"DROP DATABASE %1"_s.arg(tag).toStdString(), nullptr);
    return dropped ? Expected<void>() : tl::unexpected(dropped.error());
}

} // namespace

QStringList addressOptions() { return {u"durability"_s, u"engine"_s, u"ssl"_s, u"ssl_ca"_s}; }

MysqlParameters parametersOf(const TargetSpec &target, const PasswordSource &password)
{
    const ServerAddress address = target.address.value_or(ServerAddress{});
    MysqlParameters parameters;
    const bool socket = address.host.startsWith(u'/');
    // A folder as for PostgreSQL, or the socket itself.
    parameters.socket = socket ? address.host.toStdString() : std::string();
    if (socket && !address.host.endsWith(".sock"_L1))
        parameters.socket += "/mysql.sock";
    parameters.host = socket ? "localhost" : address.host.toStdString();
    parameters.port = static_cast<unsigned>(address.port);
    parameters.user = address.user.toStdString();
    parameters.database = address.database.toStdString();
    parameters.reads_option_file = true;
    const QString ssl =
        target.option(u"ssl").value_or(isThisMachine(address.host) ? u"off"_s : u"verify"_s);
    parameters.verify_tls = ssl == "verify"_L1;
    parameters.ssl_ca = target.option(u"ssl_ca").value_or(QString()).toStdString();
    if (const auto secret = password ? password(target) : std::nullopt)
        parameters.password = secret->toStdString();
    else
        parameters.password = qEnvironmentVariable("MYSQL_PWD").toStdString();
    return parameters;
}

Expected<void> dropDatabases(const MysqlParameters &parameters, QStringList &tags)
{
    auto session = openSession(parameters, {});
    if (!session)
        return tl::unexpected(session.error());
    QElapsedTimer timer;   // of all of them
    timer.start();
    Expected<void> all;
    const QStringList wanted = tags;
    for (const QString &tag : wanted) {
        (*session)->setDeadline(std::max(1, dropWithin_ms - static_cast<int>(timer.elapsed())));
        auto dropped = dropDatabase(**session, tag);
        if (dropped)
            tags.removeOne(tag);
        else if (all)
            all = std::move(dropped);
    }
    return all;
}

Expected<std::unique_ptr<Installation>> openDatabase(const TargetSpec &target, const Place &place,
                                                     std::stop_token stop)
{
    auto installation = std::make_unique<DatabaseInstallation>(
        parametersOf(target, place.password), target, place.tag);
    if (auto made = installation->make(stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::mysql
