// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_settings.h"
#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace drivetrain::sqlite {
namespace {

QString one(const SqliteHandle &db, const QByteArray &sql)
{
    const SqliteApi &api = *db.get_deleter().api;
    sqlite3_stmt *raw = nullptr;
    api.prepare_v2(db.get(), sql.constData(), -1, &raw, nullptr);
    const SqliteStatementHandle statement(raw, {&api});
    if (!raw || api.step(raw) != SQLITE_ROW)
        return {};
    return QString::fromUtf8(reinterpret_cast<const char *>(api.column_text(raw, 0)));
}

/// By its name here or the pragma's; nullptr: unknown.
const Option *find(const QString &key)
{
    const auto option =
        std::find_if(options().begin(), options().end(), [&key](const Option &each) {
            return key == QLatin1StringView(each.key) || key == QLatin1StringView(each.pragma);
        });
    return option == options().end() ? nullptr : &*option;
}

/// In lower case, as the target gives it under either name.
std::optional<QString> given(const TargetSpec &target, QLatin1StringView key)
{
    const Option *option = find(key);
    for (const auto &[name, value] : target.options) {
        if (find(name) == option)
            return value.toLower();
    }
    return std::nullopt;
}

QString journalFor(const TargetSpec &target)
{
    return given(target, "journal"_L1).value_or(u"wal"_s);
}

QString syncFor(const TargetSpec &target, Durability wished)
{
    if (const auto asked = given(target, "sync"_L1))
        return *asked;
    switch (wished) {
    case Durability::Durable:
        return journalFor(target) == "delete"_L1 && !isExclusive(target) ? u"extra"_s : u"full"_s;
    case Durability::Relaxed: return u"normal"_s;
    case Durability::Unsafe: return u"off"_s;
    }
    return u"full"_s;
}

/// "256m" in bytes; a number without a suffix as it is.
std::optional<long long> number(QString text, Option::Kind kind)
{
    long long factor = 1;
    if (kind == Option::Kind::Bytes) {
        const qsizetype power = u"kmg"_s.indexOf(text.right(1)) + 1;
        if (power > 0 && !text.isEmpty()) {
            factor = 1LL << (10 * power);
            text.chop(1);
        }
    }
    bool isNumber = false;
    const long long value = text.toLongLong(&isNumber);
    if (!isNumber || value > std::numeric_limits<long long>::max() / factor
        || value < std::numeric_limits<long long>::min() / factor)
        return std::nullopt;
    return value * factor;
}

bool isAllowed(const Option &option, const QString &value)
{
    if (!option.values.empty())
        return std::any_of(option.values.begin(), option.values.end(), [&value](const char *word) {
            return value == QLatin1StringView(word);
        });
    const auto asked = number(value, option.kind);
    return asked && *asked >= option.least && *asked <= option.greatest;
}

QString allowed(const Option &option)
{
    QStringList choices;
    for (const char *word : option.values)
        choices << QString::fromLatin1(word);
    if (choices.isEmpty())
        choices << u"%1..%2"_s.arg(option.least).arg(option.greatest);
    return choices.join(u'|');
}

/// A value as the pragma takes it.
QString forPragma(const Option &option, const QString &value)
{
    const auto bytes = option.kind == Option::Kind::Bytes ? number(value, option.kind)
                                                          : std::nullopt;
    return bytes ? QString::number(*bytes) : value;
}

Durability amountsTo(const QString &journal, const QString &sync, bool isExclusive)
{
    if (sync == "off"_L1 || journal == "off"_L1 || journal == "memory"_L1)
        return Durability::Unsafe;
    if (sync == "normal"_L1)
        return Durability::Relaxed;
    return journal == "delete"_L1 && sync != "extra"_L1 && !isExclusive ? Durability::Relaxed
                                                                       : Durability::Durable;
}

} // namespace

const std::vector<Option> &options()
{
    using enum Option::Kind;
    constexpr long long pages = std::numeric_limits<int>::max(), bytes = 1LL << 46;
    static const std::vector<Option> all{
        {"page_size", "page_size", Word,
         {"512", "1024", "2048", "4096", "8192", "16384", "32768", "65536"}, 0, 0, "4096", true},
        {"auto_vacuum", "auto_vacuum", Numbered, {"none", "full", "incremental"}, 0, 0, "none",
         true},
        {"locking", "locking_mode", Word, {"normal", "exclusive"}, 0, 0, "normal", false},
        {"journal", "journal_mode", Word,
         {"delete", "truncate", "persist", "memory", "wal", "off"}, 0, 0, "delete", false},
        {"sync", "synchronous", Numbered, {"off", "normal", "full", "extra"}, 0, 0, "full", false},
        {"cache", "cache_size", Number, {}, -pages, pages, "-2000", false},
        {"mmap", "mmap_size", Bytes, {}, 0, bytes, "0", false},
        {"temp_store", "temp_store", Numbered, {"default", "file", "memory"}, 0, 0, "default",
         false},
        {"wal_autocheckpoint", "wal_autocheckpoint", Number, {}, 0, pages, "1000", false}};
    return all;
}

Faults check(const TargetSpec &target, const QString &field)
{
    Faults faults;
    std::vector<const Option *> seen;
    for (const auto &[key, value] : target.options) {
        if (key == "durability"_L1)
            continue;   // the plan's own check
        if (key == "library"_L1) {
            if (!value.startsWith(u'/'))
                faults.push_back({FaultCode::BadOptionValue, field, key + u'=' + value,
                                  u"/FOLDER/libsqlite3.so"_s, {}});
            continue;
        }
        const Option *option = find(key);
        if (!option) {
            QStringList known{u"durability"_s, u"library"_s};
            for (const Option &each : options())
                known << QString::fromLatin1(each.key);
            faults.push_back({FaultCode::UnknownOption, field, key, known.join(u", "_s), {}});
        } else if (std::find(seen.begin(), seen.end(), option) != seen.end()) {
            faults.push_back({FaultCode::BadValue, field, key + u'=' + value,
                              u"%1 stands twice"_s.arg(QLatin1StringView(option->key)), {}});
        } else if (!isAllowed(*option, value.toLower())) {
            faults.push_back(
                {FaultCode::BadOptionValue, field, key + u'=' + value, allowed(*option), {}});
        }
        seen.push_back(option);
    }
    return faults;
}

bool isExclusive(const TargetSpec &target)
{
    return given(target, "locking"_L1) == u"exclusive"_s;
}

Expected<void> apply(const SqliteHandle &db, const TargetSpec &target, Durability wished,
                     bool isNew)
{
    const SqliteApi &api = *db.get_deleter().api;
    for (const Option &option : options()) {
        const QLatin1StringView key(option.key);
        std::optional<QString> value = given(target, key);
        if (key == "journal"_L1)
            value = journalFor(target);
        else if (key == "sync"_L1)
            value = syncFor(target, wished);
        if (!value || (option.is_of_file && !isNew))
            continue;
        const QByteArray sql =
            "PRAGMA " + QByteArray(option.pragma) + "=" + forPragma(option, *value).toLatin1();
        if (const int rc = api.exec(db.get(), sql.constData(), nullptr, nullptr, nullptr);
            rc != SQLITE_OK)
            return tl::unexpected(sqliteError(api, db.get(), rc, sql.toStdString()));
    }
    const QString journal = one(db, "PRAGMA journal_mode");
    if (journal != journalFor(target))   // WAL needs shared memory, which some file systems lack
        return failure(ErrorKind::NotAvailable, u"journal_mode is %1"_s.arg(journal),
                       u"journal=%1"_s.arg(journalFor(target)));
    return {};
}

std::vector<Setting> readBack(const SqliteHandle &db)
{
    std::vector<Setting> settings;
    for (const Option &option : options()) {
        QString value = one(db, "PRAGMA " + QByteArray(option.pragma)).toLower();
        bool isPlace = false;
        const std::size_t place = value.toUInt(&isPlace);
        if (option.kind == Option::Kind::Numbered && isPlace && place < option.values.size())
            value = QString::fromLatin1(option.values[place]);
        settings.push_back(
            {QString::fromLatin1(option.pragma), value, QString::fromLatin1(option.default_value)});
    }
    return settings;
}

Durability durabilityOf(const std::vector<Setting> &settings)
{
    const auto value = [&settings](QLatin1StringView name) {
        const auto setting =
            std::find_if(settings.begin(), settings.end(),
                         [name](const Setting &each) { return each.name == name; });
        return setting == settings.end() ? QString() : setting->value;
    };
    return amountsTo(value("journal_mode"_L1), value("synchronous"_L1),
                     value("locking_mode"_L1) == "exclusive"_L1);
}

Durability durabilityOf(const TargetSpec &target, Durability wished)
{
    return amountsTo(journalFor(target), syncFor(target, wished), isExclusive(target));
}

} // namespace drivetrain::sqlite
