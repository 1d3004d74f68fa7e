// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_installation.h"
#include "engines/dialects.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/leftovers.h"

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

/// A database of ours on a server that is not. Its drive and its log settings are not ours to
/// choose.
class DatabaseInstallation final : public Installation
{
public:
    DatabaseInstallation(MysqlParameters parameters, const TargetSpec &target, QString tag,
                         LeftoverNote note)
        : m_parameters(std::move(parameters)), m_target(target), m_tag(std::move(tag)),
          m_note(std::move(note))
    {
        m_dialect = mysqlDialect(tableSuffix(target));
    }
    ~DatabaseInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(std::stop_token stop)
    {
        auto session = openSession(m_parameters, stop);
        if (!session)
            return tl::unexpected(session.error());
        const auto made = (*session)->execute("CREATE DATABASE " + m_tag.toStdString(), nullptr);
        m_made = made || !isRefusal(made.error());   // only what we made ourselves is ours to drop
        if (!made)
            return tl::unexpected(made.error());
        const QString table =
            u"CREATE TABLE %1.%2(mark INTEGER)"_s.arg(m_tag, QString::fromLatin1(mark));
        if (const auto marked = (*session)->execute(table.toStdString(), nullptr); !marked)
            return tl::unexpected(marked.error());
        const auto facts = readFacts(**session, m_target);
        if (!facts)
            return tl::unexpected(facts.error());
        m_facts = *facts;
        m_admin = std::move(*session);
        return {};
    }

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return {}; }
    IoTotals io() const override { return {}; }

    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        MysqlParameters parameters = m_parameters;
        parameters.database = m_tag.toStdString();
        auto session = openSession(parameters, stop);
        if (!session)
            return tl::unexpected(session.error());
        return std::unique_ptr<Session>(std::move(*session));
    }

    std::optional<std::int64_t> size_bytes() override
    {
        const auto found =
            textRows(*m_admin, u"SELECT coalesce(sum(data_length+index_length),0) FROM "
                           "information_schema.tables WHERE table_schema='%1'"_s.arg(m_tag));
        return found ? std::optional<std::int64_t>(found->at(0).at(0).toLongLong()) : std::nullopt;
    }

    Expected<void> drop() override
    {
        if (!m_made) {
            m_note.forget();
            return {};
        }
        m_admin.reset();
        if (auto dropped = dropDatabase(m_parameters, m_tag); !dropped)
            return dropped;
        m_made = false;
        m_note.forget();
        return {};
    }

private:
    MysqlParameters m_parameters;
    TargetSpec m_target;
    QString m_tag;
    LeftoverNote m_note;
    std::unique_ptr<MysqlSession> m_admin;
    EngineFacts m_facts;
    Dialect m_dialect;
    bool m_made = false;
};

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

Expected<void> dropDatabase(const MysqlParameters &parameters, const QString &tag)
{
    auto session = openSession(parameters, {});
    if (!session)
        return tl::unexpected(session.error());
    (*session)->setDeadline(dropWithin_ms);
    const auto there = textRows(
        **session, u"SELECT (SELECT count(*) FROM information_schema.schemata WHERE "
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
    if (const auto dropped =
            (*session)->execute(u"DROP DATABASE %1"_s.arg(tag).toStdString(), nullptr);
        !dropped)
        return tl::unexpected(dropped.error());
    return {};
}

Expected<std::unique_ptr<Installation>> openDatabase(const TargetSpec &target, const Place &place,
                                                     std::stop_token stop)
{
    auto note = LeftoverNote::write({Leftover::Kind::Database, {}, 0, 0, target.text(), place.tag});
    if (!note)
        return tl::unexpected(note.error());
    auto installation = std::make_unique<DatabaseInstallation>(parametersOf(target, place.password),
                                                               target, place.tag, std::move(*note));
    if (auto made = installation->make(stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::mysql
