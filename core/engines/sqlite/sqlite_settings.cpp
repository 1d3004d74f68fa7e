// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_settings.h"
#include "engines/sqlite/sqlite_session.h"
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain::sqlite {
namespace {

QString one(sqlite3 *db, const QByteArray &sql)
{
    sqlite3_stmt *raw = nullptr;
    sqlite3_prepare_v2(db, sql.constData(), -1, &raw, nullptr);
    const SqliteStatementHandle statement(raw);
    if (!raw || sqlite3_step(raw) != SQLITE_ROW)
        return {};
    return QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_column_text(raw, 0)));
}

QString journalFor(const TargetSpec &target)
{
    return target.option(u"journal").value_or(u"wal"_s).toLower();
}

QString syncFor(const TargetSpec &target, Durability wished)
{
    if (const auto given = target.option(u"sync"))
        return given->toLower();
    switch (wished) {
    case Durability::Durable: return u"full"_s;
    case Durability::Relaxed: return u"normal"_s;
    case Durability::Unsafe: return u"off"_s;
    }
    return u"full"_s;
}

QString syncName(const QString &number)
{
    const QStringList names{u"off"_s, u"normal"_s, u"full"_s, u"extra"_s};
    bool isNumber = false;
    const int index = number.toInt(&isNumber);
    return isNumber ? names.value(index) : number;
}

} // namespace

const std::vector<Option> &options()
{
    constexpr long long big = 1LL << 46;
    static const std::vector<Option> all{
        {"page_size",
         "page_size",
         {"512", "1024", "2048", "4096", "8192", "16384", "32768", "65536"},
         0,
         0,
         "4096"},
        {"locking_mode", "locking_mode", {"normal", "exclusive"}, 0, 0, "normal"},
        {"journal",
         "journal_mode",
         {"delete", "truncate", "persist", "wal", "memory", "off"},
         0,
         0,
         "delete"},
        {"sync", "synchronous", {"off", "normal", "full", "extra"}, 0, 0, "full"},
        {"cache_size", "cache_size", {}, -big, big, "-2000"},
        {"mmap_size", "mmap_size", {}, 0, big, "0"},
        {"temp_store", "temp_store", {"default", "file", "memory"}, 0, 0, "default"}};
    return all;
}

Faults check(const TargetSpec &target, const QString &field)
{
    Faults faults;
    for (const auto &[key, value] : target.options) {
        if (key == "durability"_L1)
            continue;   // the plan's own check
        const auto option =
            std::find_if(options().begin(), options().end(),
                         [&key](const Option &each) { return key == QLatin1StringView(each.key); });
        if (option == options().end()) {
            QStringList known{u"durability"_s};
            for (const Option &each : options())
                known << QString::fromLatin1(each.key);
            faults.push_back({FaultCode::UnknownOption, field, key, known.join(u", "_s), {}});
            continue;
        }
        bool good = false;
        QStringList choices;
        for (const char *word : option->values) {
            choices << QString::fromLatin1(word);
            good = good || value.toLower() == QLatin1StringView(word);
        }
        if (option->values.empty()) {
            const qlonglong number = value.toLongLong(&good);
            good = good && number >= option->least && number <= option->greatest;
            choices << u"%1..%2"_s.arg(option->least).arg(option->greatest);
        }
        if (!good)
            faults.push_back(
                {FaultCode::BadOptionValue, field, key + u'=' + value, choices.join(u'|'), {}});
    }
    return faults;
}

Expected<void> apply(sqlite3 *db, const TargetSpec &target, Durability wished)
{
    for (const Option &option : options()) {
        const QString key = QString::fromLatin1(option.key);
        std::optional<QString> value = target.option(key);
        if (key == "journal"_L1)
            value = journalFor(target);
        else if (key == "sync"_L1)
            value = syncFor(target, wished);
        if (!value)
            continue;
        const QByteArray sql = "PRAGMA " + QByteArray(option.pragma) + "=" + value->toLatin1();
        if (const int rc = sqlite3_exec(db, sql.constData(), nullptr, nullptr, nullptr);
            rc != SQLITE_OK)
            return tl::unexpected(sqliteError(db, rc, sql.toStdString()));
    }
    const QString journal = one(db, "PRAGMA journal_mode");
    if (journal != journalFor(target))   // WAL needs shared memory, which some file systems lack
        return failure(ErrorKind::NotAvailable, u"journal_mode is %1"_s.arg(journal),
                       u"journal=%1"_s.arg(journalFor(target)));
    return {};
}

std::vector<Setting> readBack(sqlite3 *db)
{
    std::vector<Setting> settings;
    const QStringList stores{u"default"_s, u"file"_s, u"memory"_s};
    for (const Option &option : options()) {
        QString value = one(db, "PRAGMA " + QByteArray(option.pragma)).toLower();
        if (option.key == std::string_view("sync"))
            value = syncName(value);
        if (option.key == std::string_view("temp_store"))
            value = stores.value(value.toInt());
        settings.push_back(
            {QString::fromLatin1(option.pragma), value, QString::fromLatin1(option.default_value)});
    }
    settings.push_back({u"wal_autocheckpoint"_s, one(db, "PRAGMA wal_autocheckpoint"), u"1000"_s});
    return settings;
}

Durability durabilityOf(const QString &journal, const QString &sync)
{
    if (sync == "off"_L1 || journal == "off"_L1 || journal == "memory"_L1)
        return Durability::Unsafe;
    return sync == "normal"_L1 ? Durability::Relaxed : Durability::Durable;
}

Durability durabilityOf(const TargetSpec &target, Durability wished)
{
    return durabilityOf(journalFor(target), syncFor(target, wished));
}

} // namespace drivetrain::sqlite
