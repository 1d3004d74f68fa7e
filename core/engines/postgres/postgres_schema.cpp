// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/leftovers.h"
#include <QElapsedTimer>
#include <map>

using namespace Qt::StringLiterals;

namespace drivetrain::postgres {
namespace {

constexpr int dropWithin_ms = 800;   // Stop is to be over within a second
const QString ownComment = u"made by Drivetrain for a run; may be dropped"_s;

/// Schemas of ours on a server that is not: one, and further ones when they are asked for, since a
/// database of our own is more than we may take there. Their drive is not ours to choose.
class SchemaInstallation final : public Installation
{
public:
    SchemaInstallation(TargetSpec target, PgParameters parameters, QString tag)
        : m_target(std::move(target)), m_parameters(std::move(parameters)), m_tag(std::move(tag))
    {}
    ~SchemaInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(Durability wished, std::stop_token stop);
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
    Expected<std::unique_ptr<PostgresSession>> open(const QString &schema, std::stop_token stop);
    Expected<void> makeSchema(const QString &name, const std::stop_token &stop);
    QString schemaName(int database) const
    {
        return database == 0 ? m_tag : u"%1_%2"_s.arg(m_tag).arg(database + 1);
    }

    TargetSpec m_target;
    PgParameters m_parameters;
    QString m_tag;
    std::map<QString, LeftoverNote> m_made;   // by name, those that are made or may be
    std::unique_ptr<PostgresSession> m_admin;
    std::string m_synchronous;
    EngineFacts m_facts;
    Dialect m_dialect = postgresDialect();
};

Expected<void> SchemaInstallation::make(Durability wished, std::stop_token stop)
{
    // The session's own setting: the one part of durability that is ours on somebody's server.
    m_synchronous = wished == Durability::Durable ? "on" : "off";
    auto connection = connectPostgres(m_parameters, stop);
    if (!connection)
        return tl::unexpected(connection.error());
    m_admin = std::make_unique<PostgresSession>(std::move(*connection));
    if (auto made = makeSchema(m_tag, stop); !made)
        return made;
    auto session = open(m_tag, stop);
    if (!session)
        return tl::unexpected(session.error());
    const auto facts = readFacts(**session);
    if (!facts)
        return tl::unexpected(facts.error());
    m_facts = *facts;
    return {};
}

Expected<void> SchemaInstallation::makeSchema(const QString &name, const std::stop_token &stop)
{
    if (stop.stop_requested())
        return failure(ErrorKind::Cancelled);
    auto note = LeftoverNote::write({Leftover::Kind::Database, {}, 0, 0, m_target.text(), name});
    if (!note)
        return tl::unexpected(note.error());
    const std::stop_callback stopped(stop, [this] { m_admin->abandon(); });
    const auto made = m_admin->execute(
        u"CREATE SCHEMA %1; COMMENT ON SCHEMA %1 IS '%2'"_s.arg(name, ownComment).toStdString(),
        nullptr);   // both statements are one transaction
    if (made || !isRefusal(made.error()))
        m_made.emplace(name, std::move(*note));
    else
        note->forget();
    return made ? Expected<void>() : tl::unexpected(made.error());
}

Expected<std::unique_ptr<Session>> SchemaInstallation::connectTo(int database,
                                                                 std::stop_token stop)
{
    if (database < 0 || database >= databasesMax)
        return failure(ErrorKind::NotAvailable, u"databases 0..%1"_s.arg(databasesMax - 1),
                       QString::number(database));
    const QString schema = schemaName(database);
    if (!m_made.contains(schema)) {
        if (auto made = makeSchema(schema, stop); !made)
            return tl::unexpected(made.error());
    }
    auto session = open(schema, stop);
    if (!session)
        return tl::unexpected(session.error());
    return std::unique_ptr<Session>(std::move(*session));
}

std::optional<std::int64_t> SchemaInstallation::size_bytes()
{
    QStringList names;
    for (const auto &[name, note] : m_made)
        names << name;
    const auto found =
        textRows(*m_admin, u"SELECT coalesce(sum(pg_total_relation_size(c.oid)),0) FROM pg_class c "
                           "JOIN pg_namespace n ON n.oid=c.relnamespace WHERE n.nspname IN ('%1') "
                           "AND c.relkind IN ('r','m')"_s.arg(names.join(u"','"_s)));
    return found ? std::optional<std::int64_t>(found->at(0).at(0).toLongLong()) : std::nullopt;
}

Expected<void> SchemaInstallation::drop()
{
    if (m_made.empty())
        return {};
    m_admin.reset();
    QStringList left;
    for (const auto &[name, note] : m_made)
        left << name;
    auto dropped = dropSchemas(m_parameters, left);
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

Expected<std::unique_ptr<PostgresSession>> SchemaInstallation::open(const QString &schema,
                                                                    std::stop_token stop)
{
    auto connection = connectPostgres(m_parameters, stop);
    if (!connection)
        return tl::unexpected(connection.error());
    auto session = std::make_unique<PostgresSession>(std::move(*connection));
    const std::string sql =
        "SET search_path=" + schema.toStdString() + "; SET synchronous_commit=" + m_synchronous;
    if (const auto set = session->execute(sql, nullptr); !set)
        return tl::unexpected(set.error());
    return session;
}

Expected<void> dropSchema(PostgresSession &session, const QString &tag)
{
    const auto found =
        textRows(session, u"SELECT obj_description(oid,'pg_namespace') FROM pg_namespace "
                      "WHERE nspname='%1'"_s.arg(tag));
    if (!found)
        return tl::unexpected(found.error());
    if (found->empty())
        return {};
    if (found->at(0).at(0) != ownComment)
        return failure(ErrorKind::Permission, u"the schema does not bear Drivetrain's comment"_s,
                       tag);
    const auto dropped = session.execute(
        u"SET client_min_messages=warning; DROP SCHEMA %1 CASCADE"_s.arg(tag).toStdString(),
        nullptr);
    return dropped ? Expected<void>() : tl::unexpected(dropped.error());
}

} // namespace

QStringList addressOptions()
{
    return {u"durability"_s, u"sslmode"_s, u"sslrootcert"_s, u"sslcert"_s, u"sslkey"_s};
}

PgParameters parametersOf(const TargetSpec &target, const PasswordSource &password)
{
    const ServerAddress address = target.address.value_or(ServerAddress{});
    PgParameters parameters{{"host", address.host.toStdString()},
                            {"application_name", "drivetrain"},
                            {"connect_timeout", std::to_string(connectWithin_ms / 1000)}};
    const auto put = [&parameters](const char *key, const QString &value) {
        if (!value.isEmpty())
            parameters[key] = value.toStdString();
    };
    put("port", address.port ? QString::number(address.port) : QString());
    put("user", address.user);
    put("dbname", address.database);
    if (!isThisMachine(address.host))
        parameters["sslmode"] = "verify-full";
    for (const auto &[key, value] : target.options) {
        if (key != "durability"_L1)
            parameters[key.toStdString()] = value.toStdString();
    }
    if (const auto secret = password ? password(target) : std::nullopt)
        put("password", *secret);
    return parameters;
}

Expected<void> dropSchemas(const PgParameters &parameters, QStringList &tags)
{
    auto connection = connectPostgres(parameters, {});
    if (!connection)
        return tl::unexpected(connection.error());
    PostgresSession session(std::move(*connection));
    QElapsedTimer timer;   // of all of them
    timer.start();
    Expected<void> all;
    const QStringList wanted = tags;
    for (const QString &tag : wanted) {
        session.setDeadline(std::max(1, dropWithin_ms - static_cast<int>(timer.elapsed())));
        auto dropped = dropSchema(session, tag);
        if (dropped)
            tags.removeOne(tag);
        else if (all)
            all = std::move(dropped);
    }
    return all;
}

Expected<std::unique_ptr<Installation>> openSchema(const TargetSpec &target, const Place &place,
                                                   std::stop_token stop)
{
    auto installation = std::make_unique<SchemaInstallation>(
        target, parametersOf(target, place.password), place.tag);
    if (auto made = installation->make(place.durability, stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::postgres
