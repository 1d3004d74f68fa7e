// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_installation.h"
#include "engines/text_rows.h"

using namespace Qt::StringLiterals;

namespace drivetrain::mysql {
namespace {

const QStringList &important()
{
    static const QStringList names{u"innodb_flush_log_at_trx_commit"_s,
                                   u"innodb_doublewrite"_s,
                                   u"innodb_flush_method"_s,
                                   u"innodb_buffer_pool_size"_s,
                                   u"innodb_log_file_size"_s,
                                   u"sync_binlog"_s,
                                   u"log_bin"_s,
                                   u"key_buffer_size"_s,
                                   u"aria_pagecache_buffer_size"_s,
                                   u"transaction_isolation"_s,
                                   u"tx_isolation"_s};
    return names;
}

/// https://mariadb.com/kb/en/innodb-system-variables/#innodb_flush_log_at_trx_commit: 1 syncs at
/// each commit, 2 and 0 about once a second. Without the doublewrite buffer a torn page breaks the
/// file.
Durability durabilityOf(const std::vector<Setting> &settings, const TargetSpec &target)
{
    const auto value = [&settings](QLatin1StringView name) {
        for (const Setting &setting : settings) {
            if (setting.name == name)
                return setting.value.toUpper();
        }
        return QString();
    };
    if (tableKind(target) == TableKind::Aria)
        return Durability::Durable;
    if (tableKind(target) == TableKind::MyIsam || value("innodb_doublewrite"_L1) == "OFF"_L1)
        return Durability::Unsafe;
    const QString flush = value("innodb_flush_log_at_trx_commit"_L1);
    return flush == "1"_L1 || flush == "3"_L1 ? Durability::Durable : Durability::Relaxed;
}

} // namespace

TableKind tableKind(const TargetSpec &target)
{
    const QString engine = target.option(u"engine").value_or(u"innodb"_s).toLower();
    return engine == "myisam"_L1 ? TableKind::MyIsam
           : engine == "aria"_L1 ? TableKind::Aria
                                 : TableKind::InnoDb;
}

std::string tableSuffix(const TargetSpec &target)
{
    const auto engine = target.option(u"engine");
    return engine ? " ENGINE=" + engine->toStdString() : std::string();
}

Expected<EngineFacts> readFacts(MysqlSession &session, const TargetSpec &target)
{
    EngineFacts facts;
    facts.client_library = u"Connector/C %1"_s.arg(QString::fromLatin1(mysql_get_client_info()));
    const auto version = textRows(session, u"SELECT version()"_s);
    if (!version)
        return tl::unexpected(version.error());
    const QString text = version->at(0).at(0);
    facts.name = text.contains("MariaDB"_L1) ? u"MariaDB"_s : u"MySQL"_s;
    facts.version = text.section(u'-', 0, 0);
    const QString names = important().join(u"','"_s);
    auto settings =
        textRows(session,
             u"SELECT lower(variable_name), session_value, default_value, global_value "
             "FROM information_schema.system_variables WHERE variable_name IN ('%1') OR "
             "(global_value_origin IN ('COMMAND-LINE','CONFIG') AND variable_name NOT IN "
             "('datadir','socket','pid_file','tmpdir','skip_networking')) ORDER BY 1"_s.arg(names));
    if (!settings)   // MySQL has no such table
        settings =
            textRows(session, u"SHOW GLOBAL VARIABLES WHERE variable_name IN ('%1')"_s.arg(names));
    if (!settings)
        return tl::unexpected(settings.error());
    for (const QStringList &row : *settings)
        facts.settings.push_back(
            {row.value(0), row.value(1).isEmpty() ? row.value(3) : row.value(1), row.value(2)});
    facts.settings.push_back(
        {u"engine"_s, target.option(u"engine").value_or(u"innodb"_s).toLower(), u"innodb"_s});
    facts.durability = durabilityOf(facts.settings, target);
    return facts;
}

} // namespace drivetrain::mysql
