// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"
#include "store/schema.h"
#include "store/store_private.h"
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QVariant>
#include <atomic>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int busyWithin_ms = 5000;

Error sqlError(const QSqlError &error, const QString &subject)
{
    const QString words = error.databaseText().isEmpty() ? error.text() : error.databaseText();
    const QString code = error.nativeErrorCode();
    const int number = code.toInt() & 0xff;   // SQLite's primary result code
    const ErrorKind kind = number == 13 ? ErrorKind::DiskFull
        : number == 11 || number == 26  ? ErrorKind::Damaged
        : number == 8                   ? ErrorKind::ReadOnly
        : number == 14 || number == 3   ? ErrorKind::Permission
                                        : ErrorKind::Io;
    return {kind, code, words, subject, {}};
}

/// Moves a damaged file and its companions out of the way, under a name that says when.
QString setAside(const QString &path)
{
    const QFileInfo info(path);
    const QString stamp = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    const QString to = u"%1/%2.damaged-%3.%4"_s.arg(info.path(), info.completeBaseName(), stamp, info.suffix());
    if (!QFile::rename(path, to))
        return {};
    for (const auto &suffix : {u"-wal"_s, u"-shm"_s}) {
        if (QFile::exists(path + suffix))
            QFile::rename(path + suffix, to + suffix);
    }
    return to;
}

} // namespace

Store::Private::~Private()
{
    database.close();
    database = {};
    QSqlDatabase::removeDatabase(name);
}

Expected<QSqlQuery> Store::Private::execute(const QString &sql, const QVariantList &values) const
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    bool good = query.prepare(sql);
    for (const QVariant &value : values)
        query.addBindValue(value);
    good = good && query.exec();
    if (!good)
        return tl::unexpected(sqlError(query.lastError(), path));
    return query;
}

Expected<void> Store::Private::connect()
{
    static std::atomic<int> number{0};
    name = u"drivetrain-store-%1"_s.arg(++number);
    database = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
    database.setDatabaseName(path);
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(busyWithin_ms));
    if (!database.open())
        return tl::unexpected(sqlError(database.lastError(), path));
    for (const auto &sql : {u"PRAGMA journal_mode=WAL"_s, u"PRAGMA synchronous=FULL"_s, u"PRAGMA foreign_keys=ON"_s}) {
        if (const auto done = execute(sql); !done)
            return tl::unexpected(done.error());
    }
    auto check = execute(u"PRAGMA quick_check(1)"_s);
    if (!check)
        return tl::unexpected(check.error());
    QSqlQuery answer = std::move(*check);
    if (!answer.next() || answer.value(0).toString() != "ok"_L1)
        return failure(ErrorKind::Damaged, answer.value(0).toString(), path);
    answer.finish();
    auto found = execute(u"PRAGMA user_version"_s);
    if (!found)
        return tl::unexpected(found.error());
    const int version = found->next() ? found->value(0).toInt() : 0;
    found->finish();
    if (version > schema::version())
        return failure(ErrorKind::Damaged, u"written by a newer version (schema %1, this one knows %2)"_s
                                               .arg(version).arg(schema::version()), path, u"newer"_s);
    if (const QString words = schema::migrate(database, version); !words.isEmpty())
        return failure(ErrorKind::Io, words, path);
    return {};
}

Store::Store(std::unique_ptr<Private> p) : d(std::move(p)) {}
Store::~Store() = default;

QString Store::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + u"/drivetrain/results.sqlite"_s;
}

Expected<std::unique_ptr<Store>> Store::open(const QString &path)
{
    if (!QDir().mkpath(QFileInfo(path).absolutePath()))
        return failure(ErrorKind::Permission, {}, QFileInfo(path).absolutePath());
    QStringList notices;
    constexpr int tries = 2;   // as it is, and once more after a damaged file was set aside
    for (int i = 0; i < tries; ++i) {
        auto fresh = std::make_unique<Private>();
        fresh->path = path;
        const auto connected = fresh->connect();
        if (connected) {
            fresh->notices = notices;
            return std::unique_ptr<Store>(new Store(std::move(fresh)));
        }
        fresh.reset();
        if (connected.error().kind != ErrorKind::Damaged || connected.error().code == "newer"_L1 || i + 1 == tries)
            return tl::unexpected(connected.error());
        const QString aside = setAside(path);
        if (aside.isEmpty())
            return tl::unexpected(connected.error());
        notices << aside;
    }
    return failure(ErrorKind::Internal);
}

QStringList Store::notices() const { return d->notices; }

Expected<void> Store::finishRun(qint64 run, RunStatus status, const QDateTime &finished)
{
    const auto done = d->execute(u"UPDATE run SET status=?, finished=? WHERE id=?"_s,
                                 {runStatusName(status), timeText(finished), run});
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Expected<void> Store::addNote(qint64 run, const QString &note)
{
    const auto done = d->execute(u"INSERT INTO note(run, text) VALUES(?,?)"_s, {run, note});
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Expected<void> Store::remove(qint64 id)
{
    const auto done = d->execute(u"DELETE FROM run WHERE id=?"_s, {id});
    if (!done)
        return tl::unexpected(done.error());
    if (done->numRowsAffected() == 0)
        return failure(ErrorKind::NotFound, {}, QString::number(id));
    return {};
}

Expected<std::vector<qint64>> Store::markInterrupted()
{
    auto found = d->execute(u"SELECT id FROM run WHERE status='running'"_s);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<qint64> ids;
    while (found->next())
        ids.push_back(found->value(0).toLongLong());
    found->finish();
    for (const qint64 id : ids) {
        if (const auto done = d->execute(u"UPDATE run SET status='interrupted' WHERE id=?"_s, {id}); !done)
            return tl::unexpected(done.error());
    }
    return ids;
}

} // namespace drivetrain
