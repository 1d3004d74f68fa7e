// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/postgres/postgres_installation.h"
#include "engines/text_rows.h"

using namespace Qt::StringLiterals;

namespace drivetrain::postgres {
namespace {

/// Always listed; any other setting only where it is not the default.
const QStringList &important()
{
    static const QStringList names{u"fsync"_s,
                                   u"synchronous_commit"_s,
                                   u"full_page_writes"_s,
                                   u"wal_level"_s,
                                   u"wal_sync_method"_s,
                                   u"shared_buffers"_s,
                                   u"work_mem"_s,
                                   u"max_wal_size"_s,
                                   u"checkpoint_timeout"_s,
                                   u"effective_cache_size"_s,
                                   u"default_transaction_isolation"_s};
    return names;
}

QString withUnit(const QString &value, const QString &unit)
{
    return unit.isEmpty() ? value : value + u' ' + unit;
}

} // namespace

Durability durabilityOf(const std::vector<Setting> &settings)
{
    const auto is = [&settings](QLatin1StringView name, QLatin1StringView value) {
        for (const Setting &setting : settings) {
            if (setting.name == name)
                return setting.value == value;
        }
        return false;
    };
    if (!is("fsync"_L1, "on"_L1) || !is("full_page_writes"_L1, "on"_L1))
        return Durability::Unsafe;
    // off: the last commits may be lost, nothing breaks. local, remote_* and on all wait for the
    // own drive.
    return is("synchronous_commit"_L1, "off"_L1) ? Durability::Relaxed : Durability::Durable;
}

Expected<EngineFacts> readFacts(PostgresSession &session)
{
    EngineFacts facts;
    facts.name = u"PostgreSQL"_s;
    const int client = PQlibVersion();
    facts.client_library = u"libpq %1.%2"_s.arg(client / 10000).arg(client % 10000);
    const auto version = textRows(session, u"SHOW server_version"_s);
    if (!version)
        return tl::unexpected(version.error());
    facts.version = version->at(0).at(0).section(u' ', 0, 0);
    const auto settings = textRows(
        session,
        u"SELECT name, setting, coalesce(unit,''), coalesce(boot_val,'') FROM pg_settings "
        "WHERE name IN ('%1') OR (setting IS DISTINCT FROM boot_val AND source IN "
        "('configuration file','command line','session','database','user') AND name NOT IN "
        "('TimeZone','log_timezone','DateStyle','listen_addresses','unix_socket_directories',"
        "'unix_socket_permissions','default_text_search_config','application_name','search_path') "
        "AND name NOT LIKE 'lc\\_%') ORDER BY name"_s.arg(important().join(u"','"_s)));
    if (!settings)
        return tl::unexpected(settings.error());
    for (const QStringList &row : *settings)
        facts.settings.push_back({row[0], withUnit(row[1], row[2]), withUnit(row[3], row[2])});
    facts.durability = durabilityOf(facts.settings);
    return facts;
}

} // namespace drivetrain::postgres
