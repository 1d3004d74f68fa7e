// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/opening.h"
#include "store/schema.h"
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int lockLimit_ms = 30'000;   // salvaging a large file takes its time
constexpr std::array sideFiles{""_L1, "-wal"_L1, "-shm"_L1};

Expected<void> makeFolder(const QString &folder)
{
    const QByteArray path = QFile::encodeName(folder);
    if (::mkdir(path.constData(), 0700) == 0)
        return {};
    const int code = errno;
    if (code == EEXIST && QFileInfo(folder).isDir())
        return {};
    if (code != ENOENT)
        return tl::unexpected(errnoError(code, folder));
    const QString parent = QFileInfo(folder).absolutePath();
    if (parent == folder)
        return tl::unexpected(errnoError(code, folder));
    if (auto made = makeFolder(parent); !made)
        return made;
    return ::mkdir(path.constData(), 0700) == 0 || errno == EEXIST
        ? Expected<void>() : tl::unexpected(errnoError(errno, folder));
}

/// A whole pass over a file takes time: it is made once for each file that a process opens.
bool needsCheck(const QString &path)
{
    static std::mutex mutex;
    static std::set<std::tuple<quint32, quint32, quint64, qint64, quint32>> checked;
    struct statx facts{};
    if (::statx(AT_FDCWD, QFile::encodeName(path).constData(), 0, STATX_INO | STATX_BTIME, &facts)
            != 0
        || (facts.stx_mask & STATX_BTIME) == 0)
        return true;
    // The number alone may be that of a file that is gone.
    const std::lock_guard lock(mutex);
    return checked.emplace(facts.stx_dev_major, facts.stx_dev_minor, facts.stx_ino,
                           facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec).second;
}

Expected<void> checkWhole(const Database &database)
{
    auto query = database.execute(u"PRAGMA quick_check(1)"_s);
    if (!query)
        return tl::unexpected(query.error());
    const auto row = database.next(*query);
    if (!row)
        return tl::unexpected(row.error());
    const QString words = *row ? query->value(0).toString() : QString();
    if (words != "ok"_L1)
        return failure(ErrorKind::Damaged, words, database.path());
    for (const auto needed :
         {"started_ms FROM run"_L1, "spec FROM target"_L1, "text FROM note"_L1,
          "status FROM lap"_L1, "latency FROM step_result"_L1, "block FROM sample"_L1}) {
        if (!database.execute(u"SELECT %1 LIMIT 1"_s.arg(needed)))
            return failure(ErrorKind::Damaged, u"without %1"_s.arg(needed), database.path());
    }
    return {};
}

Expected<void> configure(const Database &database)
{
    for (const auto pragma :
         {"journal_mode = WAL"_L1, "synchronous = FULL"_L1, "foreign_keys = ON"_L1}) {
        if (const auto done = database.execute(u"PRAGMA %1"_s.arg(pragma)); !done)
            return tl::unexpected(done.error());
    }
    return {};
}

/// Before an older file changes: a copy of it as it was, whose name tells its version.
Expected<void> keepOlder(const Database &database, int version, QStringList &notices)
{
    const QString path = u"%1.schema-%2"_s.arg(database.path()).arg(version);
    if (QFileInfo::exists(path))
        return {};
    const auto done = database.execute(u"VACUUM INTO ?"_s, {path});
    if (!done)
        return tl::unexpected(done.error());
    notices << u"brought up to date; the older file was kept as %1"_s.arg(path);
    return {};
}

Expected<Database> openForWriting(const QString &path, QStringList &notices)
{
    auto database = Database::open(path, Database::Mode::ReadWrite);
    if (!database)
        return database;
    const int newest = static_cast<int>(migrations().size());
    const auto version = checkedVersion(*database, newest);
    if (!version)
        return tl::unexpected(version.error());
    if (const auto done = configure(*database); !done)
        return tl::unexpected(done.error());
    if (*version < newest) {
        if (*version > 0) {
            if (const auto kept = keepOlder(*database, *version, notices); !kept)
                return tl::unexpected(kept.error());
        }
        if (const auto done = migrate(*database, migrations()); !done)
            return tl::unexpected(done.error());
    }
    if (needsCheck(path)) {
        if (const auto whole = checkWhole(*database); !whole)
            return tl::unexpected(whole.error());
    }
    return database;
}

/// Read-only, or no space even for SQLite's side files: what is there stays readable.
std::optional<Database> openForReading(const QString &path)
{
    const int newest = static_cast<int>(migrations().size());
    for (const auto mode :
         {Database::Mode::ReadOnly, Database::Mode::ReadWrite, Database::Mode::Immutable}) {
        auto database = Database::open(path, mode);
        // A lock held throughout keeps the WAL's index in memory: no -shm is needed
        // (sqlite.org/wal.html).
        if (database && mode == Database::Mode::ReadWrite
            && !database->execute(u"PRAGMA locking_mode = EXCLUSIVE"_s))
            continue;
        const auto version = database ? checkedVersion(*database, newest) : Expected<int>(0);
        if (database && version && *version == newest
            && database->number(u"SELECT count(*) FROM run"_s))
            return std::move(*database);
    }
    return std::nullopt;
}

/// Gives the file and what belongs to it another name, never one that is taken.
Expected<QString> setAside(const QString &path)
{
    const QFileInfo info(path);
    const QString stem = u"%1/%2.damaged-%3"_s.arg(
        info.absolutePath(), info.completeBaseName(),
        QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss"_s));
    const QString suffix = info.suffix().isEmpty() ? QString() : u"."_s + info.suffix();
    QString aside = stem + suffix;
    for (int n = 2; QFileInfo::exists(aside); ++n)
        aside = u"%1-%2%3"_s.arg(stem).arg(n).arg(suffix);
    for (const QLatin1StringView side : sideFiles) {
        const QByteArray from = QFile::encodeName(path + side),
                         to = QFile::encodeName(aside + side);
        if (::renameat2(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), RENAME_NOREPLACE)
            == 0)
            continue;
        const bool isGone = errno == ENOENT && !side.isEmpty();
        if (!isGone)
            return tl::unexpected(errnoError(errno, path + side));
    }
    return aside;
}

QString salvageWords(const QString &aside, const Error &why, const Salvage &salvaged)
{
    QString words =
        u"the results file was damaged (%1) and set aside as %2; %3 runs with %4 laps were "
        "taken over"_s.arg(why.words, aside)
            .arg(salvaged.runs)
            .arg(salvaged.laps);
    if (salvaged.runs_lost + salvaged.laps_lost > 0)
        words += u", %1 runs and %2 laps could not be read"_s.arg(salvaged.runs_lost)
                     .arg(salvaged.laps_lost);
    return words;
}

Expected<Opened> replaceDamaged(const QString &path, const Error &why, QStringList notices)
{
    const auto aside = setAside(path);
    if (!aside)
        return tl::unexpected(aside.error());
    auto database = openForWriting(path, notices);
    if (!database)
        return tl::unexpected(database.error());
    const auto salvaged = salvage(*aside, *database);
    if (!salvaged)
        return tl::unexpected(salvaged.error());
    notices << salvageWords(*aside, why, *salvaged);
    return Opened{std::move(*database), std::move(notices)};
}

/// Newer files and those of other programs are not ours to set aside.
bool isOursToReplace(const Error &error)
{
    return error.kind == ErrorKind::Damaged && error.code != "newer_schema"_L1
        && error.code != "foreign_database"_L1;
}

} // namespace

Expected<Opened> openResults(const QString &path)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile())
        return failure(ErrorKind::InvalidInput, u"not a file"_s, path);
    const bool wasThere = info.exists() && info.size() > 0;
    if (auto folder = makeFolder(info.absolutePath()); !folder && !wasThere)
        return tl::unexpected(folder.error());
    QLockFile lock(path + ".lock"_L1);
    // Without the right or the space for a lock file nothing is replaced either.
    const bool isLocked = lock.tryLock(lockLimit_ms);
    QStringList notices;
    auto database = openForWriting(path, notices);
    if (database)
        return Opened{std::move(*database), notices};
    const Error why = database.error();
    if (isOursToReplace(why) && isLocked)
        return replaceDamaged(path, why, notices);
    if (!wasThere || why.kind == ErrorKind::Damaged)
        return tl::unexpected(why);
    auto readable = openForReading(path);
    if (!readable)
        return tl::unexpected(why);
    notices << u"%1 can be read, but takes no new results: %2"_s.arg(path, why.words);
    return Opened{std::move(*readable), notices};
}

} // namespace drivetrain
