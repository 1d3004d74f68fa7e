// SPDX-License-Identifier: GPL-3.0-or-later
// What our layer under SQLite's file calls, and our session above its API, cost: 200,000 prepared
// INSERTs in one transaction, journal_mode=WAL and synchronous=FULL, by three ways on the same
// data, interleaved, who is first changing from repeat to repeat:
//   bench_vfs [REPEATS] [FOLDER] [ROWS]        (7, /var/tmp, 200000)
// "bare" is a loop of the C API on SQLite's default layer, "layer" the same loop on ours, "session"
// our session's prepared statement on ours. Ratios are medians of each repeat's own, with least and
// greatest.
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_session.h"
#include "measure/clock.h"
#include <QCoreApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *insertSql = "INSERT INTO t VALUES(?,?,?)";
enum Way { Bare, Layer, OurSession, wayCount };

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::exit(1);
}

void require(int rc, int expected, sqlite3 *db)
{
    if (rc != expected)
        fail(QString::fromUtf8(sqlite3_errmsg(db)));
}

void execute(sqlite3 *db, const char *sql)
{
    require(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK, db);
}

std::int64_t numberOf(std::int64_t row)
{
    return row * 7919 % 100'003;
}

void insertByApi(sqlite3 *db, std::int64_t rows, const std::string &text)
{
    sqlite3_stmt *raw = nullptr;
    require(sqlite3_prepare_v2(db, insertSql, -1, &raw, nullptr), SQLITE_OK, db);
    const SqliteStatementHandle statement(raw);
    execute(db, "BEGIN");
    for (std::int64_t row = 1; row <= rows; ++row) {
        sqlite3_bind_int64(raw, 1, row);
        sqlite3_bind_int64(raw, 2, numberOf(row));
        sqlite3_bind_text(raw, 3, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
        require(sqlite3_step(raw), SQLITE_DONE, db);
        sqlite3_reset(raw);
    }
    execute(db, "COMMIT");
}

void insertBySession(SqliteSession &session, std::int64_t rows, const std::string &text)
{
    const auto must = [](const auto &done) {
        if (!done)
            fail(done.error().words);
    };
    auto statement = session.prepare(insertSql);
    must(statement);
    must(session.begin());
    std::array<Value, 3> values;
    for (std::int64_t row = 1; row <= rows; ++row) {
        values = {row, numberOf(row), std::string_view(text)};
        must((*statement)->execute(values, nullptr));
    }
    must(session.commit());
}

/// Seconds from preparing to committed, on a new file.
double seconds(Way way, const QString &path, std::int64_t rows)
{
    const CountingVfs vfs;
    sqlite3 *raw = nullptr;
    const int rc = sqlite3_open_v2(path.toUtf8().constData(), &raw,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                   way == Bare ? nullptr : vfs.name());
    SqliteHandle handle(raw);
    require(rc, SQLITE_OK, raw);
    execute(raw, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                 "CREATE TABLE t(a INTEGER, b INTEGER, c VARCHAR(100))");
    SqliteSession session(std::move(handle));
    const std::string text = "ninety-nine thousand nine hundred ninety-nine";
    const std::int64_t begin_ns = monotonic_ns();
    if (way == OurSession)
        insertBySession(session, rows, text);
    else
        insertByApi(raw, rows, text);
    const std::int64_t end_ns = monotonic_ns();
    if ((way == Bare) != (vfs.counters().sum(&CountingVfs::Role::write_bytes) == 0))
        fail(u"the wrong layer was written through"_s);
    sqlite3_stmt *count = nullptr;
    require(sqlite3_prepare_v2(raw, "SELECT count(*) FROM t", -1, &count, nullptr), SQLITE_OK, raw);
    const SqliteStatementHandle owner(count);
    require(sqlite3_step(count), SQLITE_ROW, raw);
    if (sqlite3_column_int64(count, 0) != rows)
        fail(u"rows are missing"_s);
    return static_cast<double>(end_ns - begin_ns) / 1e9;
}

/// Sorts; the middle one of an odd count.
double middle(std::vector<double> &values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int repeats = arguments.value(1, u"7"_s).toInt();
    const std::int64_t rows = arguments.value(3, u"200000"_s).toLongLong();
    if (repeats < 1 || rows < 1)
        fail(u"bench_vfs [REPEATS] [FOLDER] [ROWS]"_s);
    const std::array<const char *, wayCount> names{"bare", "layer", "session"};
    std::array<std::vector<double>, wayCount> times_s, ratios;
    for (int i = 0; i < repeats; ++i) {
        std::array<double, wayCount> now{};
        for (int j = 0; j < wayCount; ++j) {
            const auto way = static_cast<Way>((i + j) % wayCount);
            const QTemporaryDir folder(arguments.value(2, u"/var/tmp"_s)
                                       + u"/drivetrain-bench-XXXXXX"_s);
            if (!folder.isValid())
                fail(folder.errorString());
            now[way] = seconds(way, folder.filePath(u"bench.sqlite"_s), rows);
        }
        for (std::size_t way = 0; way < wayCount; ++way) {
            times_s[way].push_back(now[way]);
            ratios[way].push_back(now[way] / now[Bare]);
        }
    }
    std::printf("%lld INSERTs, %d repeats\n", static_cast<long long>(rows), repeats);
    for (std::size_t way = 0; way < wayCount; ++way) {
        const double time_s = middle(times_s[way]), ratio = middle(ratios[way]);
        std::printf("%-8s median %.4f s   ratio to bare %.3f (%.3f .. %.3f)\n", names[way], time_s,
                    ratio, ratios[way].front(), ratios[way].back());
    }
    return 0;
}
