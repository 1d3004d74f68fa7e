// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_engine.h"
#include "engines/dialects.h"
#include "engines/postgres/postgres_installation.h"
#include "engines/text_rows.h"
#include "engines/server_address.h"
#include "servers/processes.h"
#include <QProcess>
#include <QSet>
#include <map>
#include <mutex>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr auto installCommand = "apt-get install postgresql";
constexpr int describeWithin_ms = 10'000;

/// The names of all settings, as the server's own program tells them; empty where it does not.
const QSet<QString> &settingNames(const QString &binaries)
{
    static std::mutex mutex;
    static std::map<QString, QSet<QString>> known;
    const std::lock_guard lock(mutex);
    const auto [at, fresh] = known.try_emplace(binaries);
    if (fresh) {
        QProcess program;
        program.start(binaries + u"/postgres"_s, {u"--describe-config"_s});
        program.waitForFinished(describeWithin_ms);
        for (const QByteArray &line : program.readAllStandardOutput().split('\n'))
            at->second.insert(QString::fromLatin1(line.left(line.indexOf('\t'))).toLower());
        at->second.remove(QString());
    }
    return at->second;
}

class PostgresEngine final : public Engine
{
public:
    QString name() const override { return u"postgres"_s; }
    QString displayName() const override { return u"PostgreSQL"_s; }
    QStringList suggestions() const override { return {u"postgres"_s}; }

    Availability availability(const TargetSpec &target) const override
    {
        if (target.isSomebodysServer())
            return {true, {}, {}, {}};
        const QString folder = postgres::binaries(target);
        if (folder.isEmpty())
            return {false,
                    u"the server package is not installed"_s,
                    QString::fromLatin1(installCommand),
                    {}};
        if (!Account::forServer("postgres"))
            return {false,
                    u"there is no account 'postgres'"_s,
                    QString::fromLatin1(installCommand),
                    {}};
        return {true, {}, {}, folder.section(u'/', -2, -2)};
    }

    Capabilities capabilities(const TargetSpec &) const override
    {
        Capabilities can;
        can.transports = {Transport::Literal, Transport::Prepared, Transport::Pipelined,
                          Transport::Bulk};
        can.durabilities = {Durability::Durable, Durability::Relaxed, Durability::Unsafe};
        can.phases = {Phase::Client, Phase::Prepare, Phase::CommitWait, Phase::NetworkWait};
        can.clients_max = limits::clientsMax;
        can.databases_max = postgres::databasesMax;
        can.is_server = true;
        can.installation_bytes = 60'000'000;   // seen: 39 MB empty, and the first log segments
        can.installation_s = 1.6;
        can.statement_s = 110e-6;
        can.syncs_per_commit = 1;
        return can;
    }

    Durability effectiveDurability(const TargetSpec &target, Durability wished) const override
    {
        if (target.isSomebodysServer())   // fsync is not ours to switch off there
            return wished == Durability::Durable ? Durability::Durable : Durability::Relaxed;
        const auto is = [&target](QStringView key, QLatin1StringView value) {
            return target.option(key).value_or(QString()) == value;
        };
        if (is(u"fsync", "off"_L1) || is(u"full_page_writes", "off"_L1))
            return Durability::Unsafe;
        if (wished != Durability::Unsafe && is(u"synchronous_commit", "off"_L1))
            return Durability::Relaxed;
        return wished;
    }

    Dialect dialect(const TargetSpec &) const override { return postgresDialect(); }

    Faults checkOptions(const TargetSpec &target, const QString &field) const override
    {
        Faults faults;
        const QString folder = postgres::binaries(target);
        for (const auto &[key, value] : target.options) {
            const bool known = target.isSomebodysServer()
                ? postgres::addressOptions().contains(key)
                : key == "durability"_L1 || key == "version"_L1 || folder.isEmpty()
                    || settingNames(folder).contains(key) || key.contains(u'.');
            if (!target.isSomebodysServer() && isReserved(key))
                faults.push_back({FaultCode::BadOptionValue, field, key,
                                  u"settings that a private server does not keep for itself"_s, {}});
            else if (!known)
                faults.push_back({FaultCode::UnknownOption,
                                  field,
                                  key,
                                  target.isSomebodysServer()
                                      ? postgres::addressOptions().join(u", "_s)
                                      : QString(),
                                  {}});
        }
        return faults;
    }

    Faults preflight(const TargetSpec &target, const QString &folder,
                     const PasswordSource &password, const QString &field) const override
    {
        if (target.isSomebodysServer())
            return checkServer(target, password, field);
        const auto account = Account::forServer("postgres");
        const auto obstacle = account ? account->obstacleTo(folder) : std::nullopt;
        if (!obstacle)
            return {};
        return {{FaultCode::DriveNotEnterable, field, folder,
                 u"%1, %2"_s.arg(account->name, *obstacle), u"/var/tmp"_s}};
    }

    Expected<std::unique_ptr<Installation>> open(const TargetSpec &target, const Place &place,
                                                 std::stop_token stop) const override
    {
        return target.isSomebodysServer() ? postgres::openSchema(target, place, stop)
                                          : postgres::openPrivate(target, place, stop);
    }

    Expected<void> dropTagged(const TargetSpec &target, const QString &tag,
                              const PasswordSource &password) const override
    {
        QStringList tags{tag};
        return postgres::dropSchemas(postgres::parametersOf(target, password), tags);
    }

private:
    static Faults checkServer(const TargetSpec &target, const PasswordSource &password,
                              const QString &field)
    {
        auto connection = connectPostgres(postgres::parametersOf(target, password), {});
        if (!connection)
            return {connectionFault(connection.error(), field, target.text())};
        PostgresSession session(std::move(*connection));
        session.setDeadline(connectWithin_ms);
        const auto right = textRows(
            session,
            u"SELECT has_database_privilege(current_database(),'CREATE'), current_database(), current_user"_s);
        if (!right)
            return {connectionFault(right.error(), field, target.text())};
        const QStringList row = right->at(0);
        if (row[0] == "t"_L1)
            return {};
        return {{FaultCode::MissingRight, field, target.text(),
                 u"CREATE ON DATABASE %1"_s.arg(row[1]),
                 u"GRANT CREATE ON DATABASE \"%1\" TO \"%2\""_s.arg(row[1], row[2])}};
    }
};

} // namespace

std::unique_ptr<Engine> makePostgresEngine() { return std::make_unique<PostgresEngine>(); }

} // namespace drivetrain
