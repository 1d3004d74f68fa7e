// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/schema.h"
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>
#include <QVariant>
#include <vector>

using namespace Qt::StringLiterals;

namespace drivetrain::schema {
namespace {

/// One entry a version; an entry is never changed once released.
const std::vector<QStringList> &migrations()
{
    static const std::vector<QStringList> all{
        {u"CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, finished TEXT, "
         "status TEXT NOT NULL, plan TEXT NOT NULL, environment TEXT NOT NULL)"_s,
         u"CREATE TABLE target(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, number INTEGER NOT NULL, "
         "spec TEXT NOT NULL, drive TEXT, facts TEXT, PRIMARY KEY(run, number))"_s,
         u"CREATE TABLE lap(id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, "
         "position INTEGER NOT NULL, target INTEGER NOT NULL, workload TEXT NOT NULL, number INTEGER NOT NULL, "
         "started TEXT NOT NULL, status TEXT NOT NULL, error TEXT, data_folder TEXT, UNIQUE(run, position))"_s,
         u"CREATE TABLE step_result(lap INTEGER NOT NULL REFERENCES lap(id) ON DELETE CASCADE, "
         "number INTEGER NOT NULL, wall_s REAL NOT NULL, verified TEXT NOT NULL, result TEXT NOT NULL, "
         "latency BLOB NOT NULL, PRIMARY KEY(lap, number))"_s,
         u"CREATE TABLE sample(lap INTEGER PRIMARY KEY REFERENCES lap(id) ON DELETE CASCADE, block BLOB NOT NULL)"_s,
         u"CREATE TABLE note(id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, "
         "text TEXT NOT NULL)"_s}};
    return all;
}

} // namespace

int version() { return static_cast<int>(migrations().size()); }

QString migrate(QSqlDatabase &database, int from)
{
    for (int to = from + 1; to <= version(); ++to) {
        QSqlQuery query(database);
        QStringList statements{u"BEGIN IMMEDIATE"_s};
        statements << migrations()[static_cast<std::size_t>(to - 1)]
                   << u"PRAGMA user_version=%1"_s.arg(to) << u"COMMIT"_s;
        for (const QString &sql : std::as_const(statements)) {
            if (!query.exec(sql)) {
                const QString words = query.lastError().text();
                query.exec(u"ROLLBACK"_s);
                return words;
            }
        }
    }
    return {};
}

} // namespace drivetrain::schema
