// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/dialects.h"
#include "engines/postgres/postgres_installation.h"
#include "engines/qtsql/qtsql_installation.h"
#include "engines/qtsql/qtsql_session.h"
#include "engines/server_address.h"
#include "engines/sqlite/sqlite_settings.h"
#include "servers/leftovers.h"

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

constexpr auto mysqlMark = "made_by_drivetrain";
const QString ownComment = u"made by Drivetrain for a run; may be dropped"_s;
const QString tablesOfSqlite =
    u"SELECT name FROM sqlite_master WHERE type='table' AND substr(name,1,7)<>'sqlite_'"_s;

Expected<void> makeCorner(Connection &connection, const QString &tag)
{
    QStringList statements;
    switch (connection.speech()) {
    case Speech::Postgres:   // in one message: both, or neither
        statements << u"CREATE SCHEMA %1; COMMENT ON SCHEMA %1 IS '%2'"_s.arg(tag, ownComment);
        break;
    case Speech::Mysql:
        statements << u"CREATE DATABASE "_s + tag
                   << u"CREATE TABLE %1.%2(mark INTEGER)"_s.arg(tag,
                                                               QString::fromLatin1(mysqlMark));
        break;
    case Speech::Sqlite: statements << u"CREATE TABLE %1(mark INTEGER)"_s.arg(tag); break;
    case Speech::Other: return checkCorner(connection);
    }
    for (const QString &statement : statements) {
        if (auto done = connection.run(statement); !done)
            return done;
    }
    return {};
}

/// For each connection: into the corner, and as durable as one session can ask for.
QStringList entering(Speech speech, const QString &tag, Durability durability)
{
    const bool durable = durability == Durability::Durable;
    if (speech == Speech::Postgres)
        return {u"SET search_path="_s + tag,
                u"SET synchronous_commit="_s + (durable ? u"on"_s : u"off"_s)};
    if (speech == Speech::Mysql)
        return {u"USE "_s + tag};
    return {u"PRAGMA synchronous="_s + (durable ? u"FULL"_s : durability == Durability::Relaxed
                                            ? u"NORMAL"_s : u"OFF"_s)};
}

Dialect dialectOf(Speech speech)
{
    Dialect dialect = speech == Speech::Postgres ? postgresDialect()
        : speech == Speech::Mysql                ? mysqlDialect({})
        : speech == Speech::Sqlite               ? sqliteDialect() : plainDialect();
    dialect.numbered_placeholders = false;
    return dialect;
}

EngineFacts readFacts(Connection &connection)
{
    EngineFacts facts;
    facts.client_library = clientLibrary(connection.parameters().driver);
    const auto add = [&](const QString &name, const QString &sql) {
        facts.settings.push_back({name, connection.one(sql).toLower(), {}});
        return facts.settings.back().value;
    };
    if (connection.speech() == Speech::Postgres) {
        facts.name = u"PostgreSQL"_s;
        facts.version = connection.one(u"SHOW server_version"_s).section(u' ', 0, 0);
        for (const auto &name : {u"fsync"_s, u"synchronous_commit"_s, u"full_page_writes"_s,
                                 u"shared_buffers"_s})
            add(name, u"SHOW "_s + name);
        facts.durability = postgres::durabilityOf(facts.settings);
    } else if (connection.speech() == Speech::Mysql) {
        const QString version = connection.one(u"SELECT version()"_s);
        facts.name = version.contains("MariaDB"_L1) ? u"MariaDB"_s : u"MySQL"_s;
        facts.version = version.section(u'-', 0, 0);
        const QString flush = add(u"innodb_flush_log_at_trx_commit"_s,
                                  u"SELECT @@innodb_flush_log_at_trx_commit"_s);
        const QString pages = add(u"innodb_doublewrite"_s, u"SELECT @@innodb_doublewrite"_s);
        facts.durability = pages == "off"_L1 || pages == "0"_L1 ? Durability::Unsafe
            : flush == "1"_L1 || flush == "3"_L1                ? Durability::Durable
                                                                : Durability::Relaxed;
    } else {
        facts.name = u"SQLite"_s;
        facts.version = connection.one(u"SELECT sqlite_version()"_s);
        facts.settings = sqliteSettings(connection);
        facts.durability = sqlite::durabilityOf(facts.settings);
    }
    return facts;
}

class CornerInstallation final : public Installation
{
public:
    CornerInstallation(Parameters parameters, QString tag, LeftoverNote note)
        : m_parameters(std::move(parameters)), m_tag(std::move(tag)), m_note(std::move(note))
    {}
    ~CornerInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(Durability wished, const std::stop_token &stop)
    {
        auto opened = Connection::open(m_parameters, stop);
        if (!opened)
            return tl::unexpected(opened.error());
        if (auto checked = checkCorner(**opened); !checked)
            return checked;
        const auto made = makeCorner(**opened, m_tag);
        m_made = made || !isRefusal(made.error()) || (*opened)->speech() == Speech::Mysql;
        if (!made)
            return made;
        m_dialect = dialectOf((*opened)->speech());
        m_inside = m_parameters;
        m_inside.first = entering((*opened)->speech(), m_tag, wished);
        auto inside = Connection::open(m_inside, stop);
        if (!inside)
            return tl::unexpected(inside.error());
        m_facts = readFacts(**inside);
        m_admin = std::move(*inside);
        return {};
    }

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return {}; }
    IoTotals io() const override { return {}; }

    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        auto connection = Connection::open(m_inside, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        return std::make_unique<QtSession>(std::move(*connection),
                                           QtSession::FileCalls::NotCounted);
    }

    std::optional<std::int64_t> size_bytes() override
    {
        QString sql = u"SELECT page_count*page_size FROM pragma_page_count, pragma_page_size"_s;
        if (m_admin->speech() == Speech::Postgres)
            sql = u"SELECT coalesce(sum(pg_total_relation_size(c.oid)),0) FROM pg_class c JOIN "
                  "pg_namespace n ON n.oid=c.relnamespace WHERE n.nspname='%1' AND c.relkind IN "
                  "('r','m')"_s.arg(m_tag);
        else if (m_admin->speech() == Speech::Mysql)
            sql = u"SELECT coalesce(sum(data_length+index_length),0) FROM "
                  "information_schema.tables WHERE table_schema='%1'"_s.arg(m_tag);
        bool isNumber = false;
        const double bytes = m_admin->one(sql).toDouble(&isNumber);
        return isNumber ? std::optional(static_cast<std::int64_t>(bytes)) : std::nullopt;
    }

    Expected<void> drop() override
    {
        if (m_made) {
            m_admin.reset();
            if (auto dropped = dropCorner(m_parameters, m_tag); !dropped)
                return dropped;
            m_made = false;
        }
        m_note.forget();
        return {};
    }

private:
    Parameters m_parameters, m_inside;
    QString m_tag;
    LeftoverNote m_note;
    std::unique_ptr<Connection> m_admin;
    EngineFacts m_facts;
    Dialect m_dialect;
    bool m_made = false;
};

Error notOurs(const QString &tag)
{
    return {ErrorKind::Permission, {}, u"it does not bear Drivetrain's mark"_s, tag, {}};
}

} // namespace

Expected<void> checkCorner(Connection &connection)
{
    switch (connection.speech()) {
    case Speech::Other:
        return failure(ErrorKind::NotAvailable,
                       u"Drivetrain knows no way to make a schema of its own in this database, "
                       "and touches nothing else"_s);
    case Speech::Sqlite:
        if (connection.one(u"SELECT count(*) FROM sqlite_master"_s) != "0"_L1)
            return failure(ErrorKind::Permission,
                           u"the database holds tables; only an empty one is used"_s);
        return {};
    case Speech::Postgres:
        if (connection.one(u"SELECT CASE WHEN has_database_privilege(current_database(),'CREATE') "
                           "THEN 'yes' END"_s) != "yes"_L1)
            return failure(
                ErrorKind::Permission, u"CREATE ON DATABASE"_s, {}, {},
                connection.one(u"SELECT 'GRANT CREATE ON DATABASE \"' || current_database() || "
                               "'\" TO \"' || current_user || '\"'"_s));
        return {};
    case Speech::Mysql: return {};
    }
    return {};
}

Expected<void> dropCorner(const Parameters &parameters, const QString &tag)
{
    auto opened = Connection::open(parameters, {});
    if (!opened)
        return tl::unexpected(opened.error());
    Connection &connection = **opened;
    if (connection.speech() == Speech::Postgres) {
        const QStringList found = connection.column(
            u"SELECT coalesce(obj_description(oid,'pg_namespace'),'') FROM pg_namespace "
            "WHERE nspname='%1'"_s.arg(tag));
        if (found.isEmpty())
            return {};
        return found[0] == ownComment ? connection.run(u"DROP SCHEMA %1 CASCADE"_s.arg(tag))
                                      : tl::unexpected(notOurs(tag));
    }
    if (connection.speech() == Speech::Mysql) {
        const QStringList tables = connection.column(
            u"SELECT coalesce(table_name,'') FROM information_schema.schemata LEFT JOIN "
            "information_schema.tables ON table_schema=schema_name WHERE schema_name='%1'"_s.arg(
                tag));
        if (tables.isEmpty())
            return {};
        const bool isOurs = tables == QStringList{QString()}
            || tables.contains(QString::fromLatin1(mysqlMark));
        return isOurs ? connection.run(u"DROP DATABASE "_s + tag) : tl::unexpected(notOurs(tag));
    }
    if (connection.speech() != Speech::Sqlite)
        return tl::unexpected(notOurs(tag));
    QStringList tables = connection.column(tablesOfSqlite);
    if (!tables.removeOne(tag))   // without the mark nothing there is ours
        return {};
    tables << tag;                // the mark goes last
    for (QString table : tables) {
        const QString name = u'"' + table.replace(u'"', "\"\""_L1) + u'"';
        if (auto dropped = connection.run(u"DROP TABLE "_s + name); !dropped)
            return dropped;
    }
    return {};
}

Expected<std::unique_ptr<Installation>> openCorner(const TargetSpec &target, const Place &place,
                                                   std::stop_token stop)
{
    auto note = LeftoverNote::write({Leftover::Kind::Database, {}, 0, 0, target.text(), place.tag});
    if (!note)
        return tl::unexpected(note.error());
    auto installation = std::make_unique<CornerInstallation>(
        foreignParameters(target, place.password), place.tag, std::move(*note));
    if (auto made = installation->make(place.durability, stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::qtsql
