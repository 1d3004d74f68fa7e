// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/leftovers.h"

using namespace Qt::StringLiterals;

namespace drivetrain::postgres {
namespace {

constexpr int dropWithin_ms = 800;   // Stop is to be over within a second
const QString ownComment = u"made by Drivetrain for a run; may be dropped"_s;

/// A schema of ours on a server that is not. Its drive is not ours to choose.
class SchemaInstallation final : public Installation
{
public:
    SchemaInstallation(PgParameters parameters, QString tag, LeftoverNote note)
        : m_parameters(std::move(parameters)), m_tag(std::move(tag)), m_note(std::move(note))
    {}
    ~SchemaInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(Durability wished, std::stop_token stop)
    {
        // The session's own setting: the one part of durability that is ours on somebody's server.
        m_synchronous = wished == Durability::Durable ? "on" : "off";
        auto connection = connectPostgres(m_parameters, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        m_admin = std::make_unique<PostgresSession>(std::move(*connection));
        const auto made = m_admin->execute(
            u"CREATE SCHEMA %1; COMMENT ON SCHEMA %1 IS '%2'"_s.arg(m_tag, ownComment)
                .toStdString(),
            nullptr);
        m_made = made || !isRefusal(made.error());   // both statements are one transaction
        if (!made)
            return tl::unexpected(made.error());
        auto session = open(stop);
        if (!session)
            return tl::unexpected(session.error());
        const auto facts = readFacts(**session);
        if (!facts)
            return tl::unexpected(facts.error());
        m_facts = *facts;
        return {};
    }

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return {}; }
    IoTotals io() const override { return {}; }

    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        auto session = open(stop);
        if (!session)
            return tl::unexpected(session.error());
        return std::unique_ptr<Session>(std::move(*session));
    }

    std::optional<std::int64_t> size_bytes() override
    {
        const auto found =
            textRows(*m_admin, u"SELECT coalesce(sum(pg_total_relation_size(c.oid)),0) FROM pg_class c "
                           "JOIN pg_namespace n ON n.oid=c.relnamespace WHERE n.nspname='%1' "
                           "AND c.relkind IN ('r','m')"_s.arg(m_tag));
        return found ? std::optional<std::int64_t>(found->at(0).at(0).toLongLong()) : std::nullopt;
    }

    Expected<void> drop() override
    {
        if (!m_made) {
            m_note.forget();
            return {};
        }
        m_admin.reset();
        if (auto dropped = dropSchema(m_parameters, m_tag); !dropped)
            return dropped;
        m_made = false;
        m_note.forget();
        return {};
    }

private:
    Expected<std::unique_ptr<PostgresSession>> open(std::stop_token stop)
    {
        auto connection = connectPostgres(m_parameters, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        auto session = std::make_unique<PostgresSession>(std::move(*connection));
        const std::string sql =
            "SET search_path=" + m_tag.toStdString() + "; SET synchronous_commit=" + m_synchronous;
        if (const auto set = session->execute(sql, nullptr); !set)
            return tl::unexpected(set.error());
        return session;
    }

    PgParameters m_parameters;
    QString m_tag;
    LeftoverNote m_note;
    std::unique_ptr<PostgresSession> m_admin;
    std::string m_synchronous;
    EngineFacts m_facts;
    Dialect m_dialect = postgresDialect();
    bool m_made = false;
};

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

Expected<void> dropSchema(const PgParameters &parameters, const QString &tag)
{
    auto connection = connectPostgres(parameters, {});
    if (!connection)
        return tl::unexpected(connection.error());
    PostgresSession session(std::move(*connection));
    session.setDeadline(dropWithin_ms);
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
    if (!dropped)
        return tl::unexpected(dropped.error());
    return {};
}

Expected<std::unique_ptr<Installation>> openSchema(const TargetSpec &target, const Place &place,
                                                   std::stop_token stop)
{
    auto note = LeftoverNote::write({Leftover::Kind::Database, {}, 0, 0, target.text(), place.tag});
    if (!note)
        return tl::unexpected(note.error());
    auto installation = std::make_unique<SchemaInstallation>(parametersOf(target, place.password),
                                                             place.tag, std::move(*note));
    if (auto made = installation->make(place.durability, stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::postgres
