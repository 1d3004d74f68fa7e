// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/schema.h"

using namespace Qt::StringLiterals;

namespace drivetrain {

const std::vector<Migration> &migrations()
{
    // Times are ms since 1970 in UTC, durations s or ns as named; enums are their names in files;
    // whole numbers without a sign are stored as the signed ones with the same bits. The ids of
    // targets and steps are made of their run's or lap's (childId): they are found without an
    // index, which in a damaged file may be what is lost. The indexes are there for deleting.
    static const std::vector<Migration> list{
        {
            u"CREATE TABLE run (id INTEGER PRIMARY KEY AUTOINCREMENT, started_ms INTEGER, "
            "finished_ms INTEGER, status TEXT NOT NULL, plan TEXT NOT NULL, environment TEXT NOT NULL)"_s,
            u"CREATE TABLE target (id INTEGER PRIMARY KEY, "
            "run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, position INTEGER NOT NULL, "
            "spec TEXT NOT NULL, drive TEXT, facts TEXT)"_s,
            u"CREATE INDEX target_run ON target (run)"_s,
            u"CREATE TABLE note (id INTEGER PRIMARY KEY, "
            "run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, text TEXT NOT NULL)"_s,
            u"CREATE INDEX note_run ON note (run)"_s,
            u"CREATE TABLE lap (id INTEGER PRIMARY KEY, "
            "run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, target INTEGER NOT NULL, "
            "workload TEXT NOT NULL, number INTEGER NOT NULL, position INTEGER NOT NULL, "
            "started_ms INTEGER, status TEXT NOT NULL, error TEXT, data_folder TEXT NOT NULL)"_s,
            u"CREATE INDEX lap_run ON lap (run)"_s,
            u"CREATE TABLE step_result (id INTEGER PRIMARY KEY, "
            "lap INTEGER NOT NULL REFERENCES lap ON DELETE CASCADE, position INTEGER NOT NULL, "
            "number INTEGER NOT NULL, title TEXT NOT NULL, "
            "verification TEXT NOT NULL, wrong_detail TEXT NOT NULL, operations INTEGER NOT NULL, "
            "failed_operations INTEGER NOT NULL, rows INTEGER NOT NULL, wall_s REAL NOT NULL, "
            "client_user_s REAL NOT NULL, client_sys_s REAL NOT NULL, server_user_s REAL, "
            "server_sys_s REAL, latency BLOB NOT NULL, phases_ns TEXT NOT NULL, read_bytes "
            "INTEGER, "
            "write_bytes INTEGER, syncs INTEGER, size_before_bytes INTEGER, size_after_bytes "
            "INTEGER, "
            "answers_digest INTEGER NOT NULL, tables TEXT NOT NULL, note TEXT NOT NULL)"_s,
            u"CREATE INDEX step_result_lap ON step_result (lap)"_s,
            u"CREATE TABLE sample (lap INTEGER PRIMARY KEY REFERENCES lap ON DELETE CASCADE, "
            "block BLOB NOT NULL)"_s,
        },
    };
    return list;
}

qint64 childId(qint64 parent, qint64 position) { return parent * childrenMax + position; }

Expected<int> checkedVersion(const Database &database, int newest)
{
    const auto version = database.number(u"PRAGMA user_version"_s);
    if (!version)
        return tl::unexpected(version.error());
    if (*version > newest)
        return failure(ErrorKind::Damaged,
                       u"written by a newer version of Drivetrain (schema %1, this one knows %2)"_s
                           .arg(*version).arg(newest),
                       database.path(), u"newer_schema"_s, u"install the newer version"_s);
    if (*version == 0) {
        const auto tables = database.number(u"SELECT count(*) FROM sqlite_master"_s);
        if (!tables)
            return tl::unexpected(tables.error());
        if (*tables > 0)
            return failure(ErrorKind::Damaged, u"a database, but not one of Drivetrain's results"_s,
                           database.path(), u"foreign_database"_s);
    }
    return static_cast<int>(*version);
}

Expected<void> migrate(const Database &database, std::span<const Migration> list)
{
    const int newest = static_cast<int>(list.size());
    while (true) {
        auto transaction = Transaction::begin(database, Transaction::Kind::Write);
        if (!transaction)
            return tl::unexpected(transaction.error());
        // Read within the transaction: another instance may have been here a moment ago.
        const auto version = checkedVersion(database, newest);
        if (!version)
            return tl::unexpected(version.error());
        if (*version == newest)
            return {};
        for (const QString &statement : list[static_cast<std::size_t>(*version)]) {
            if (const auto done = database.execute(statement); !done)
                return tl::unexpected(done.error());
        }
        if (const auto done = database.execute(u"PRAGMA user_version = %1"_s.arg(*version + 1));
            !done)
            return tl::unexpected(done.error());
        if (const auto done = transaction->commit(); !done)
            return done;
    }
}

} // namespace drivetrain
