// SPDX-License-Identifier: GPL-3.0-or-later
// Replaying a bulk-load file (one INSERT a line, one transaction) as a script workload, by each
// transport, against the engine's own clients on the same file, interleaved:
//   bench_script [ROWS] [REPEATS] [FOLDER] [TARGET...]     (300000, 5, /var/tmp, all three)
// What is compared with what:
//   literal, prepared, pipelined     sqlite3, psql -f, mariadb <        time, ours / theirs
//   bulk    psql's \copy and LOAD DATA LOCAL of the mariadb client from a tab separated file;
//           for SQLite a bare C loop with one prepared INSERT            rate, ours / theirs
// The memory of this process is told as well: it must not grow with the file.
#include "engines/engine.h"
#include "measure/clock.h"
#include "run/worker.h"
#include "servers/leftovers.h"
#include "stats/comparison.h"
#include "workloads/bulk_load_stream.h"
#include "workloads/script_stream.h"
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <cstdio>
#include <map>
#include <sqlite3.h>
#include <sys/resource.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::exit(1);
}

double since(std::int64_t begin_ns) { return static_cast<double>(monotonic_ns() - begin_ns) / 1e9; }

struct Files { QString script, rows; std::int64_t count = 0; };

Files writeFiles(const QString &folder, std::int64_t rows)
{
    const Files files{folder + u"/load.sql"_s, folder + u"/load.tsv"_s, rows};
    QFile script(files.script), plain(files.rows);
    if (!script.open(QIODevice::WriteOnly) || !plain.open(QIODevice::WriteOnly))
        fail(folder);
    const auto source = generatedFileRows(1, rows);
    bulk_load::FileValues values(bulk_load::Encoding::Base64);
    FileRow row;
    script.write("BEGIN;\n");
    QByteArray insert, line;
    while (source->next(row)) {
        insert = "INSERT INTO file VALUES (";
        line.clear();
        for (const Value &value : values.of(row)) {
            const auto *number = std::get_if<std::int64_t>(&value);
            const auto text = number ? std::to_string(*number)
                                     : std::string(std::get<std::string_view>(value));
            insert += (insert.endsWith('(') ? "" : ",")
                + (number ? QByteArray::fromStdString(text)
                          : "'" + QByteArray::fromStdString(text) + "'");
            line += (line.isEmpty() ? "" : "\t") + QByteArray::fromStdString(text);
        }
        script.write(insert + ");\n");
        plain.write(line + "\n");
    }
    script.write("COMMIT;\n");
    return files;
}

/// The value behind an argument of one of the server's processes.
QString serverArgument(const Installation &installation, const QByteArray &name)
{
    for (const pid_t process : installation.processes()) {
        QFile file(u"/proc/%1/cmdline"_s.arg(process));
        const QList<QByteArray> words =
            file.open(QIODevice::ReadOnly) ? file.readAll().split('\0') : QList<QByteArray>();
        for (qsizetype i = 0; i < words.size(); ++i) {
            if (words[i] == name)
                return QString::fromLocal8Bit(words.value(i + 1));
            if (name.endsWith('=') && words[i].startsWith(name))
                return QString::fromLocal8Bit(words[i].mid(name.size()));
        }
    }
    return {};
}

struct Begun
{
    std::optional<OwnFolder> folder;
    std::unique_ptr<Installation> installation;
    std::unique_ptr<Session> session;
};

/// A fresh place with an empty table, as every side begins.
Begun begin(const TargetSpec &spec, const QString &folder)
{
    Begun at;
    auto own = OwnFolder::make(folder);
    if (!own)
        fail(folder);
    at.folder.emplace(std::move(*own));
    Place place;
    place.folder = at.folder->path();
    auto installation = EngineRegistry::standard().find(spec.engine)->open(spec, place, {});
    if (!installation)
        fail(installation.error().words);
    at.installation = std::move(*installation);
    auto session = at.installation->connect({});
    if (!session)
        fail(session.error().words);
    at.session = std::move(*session);
    for (const std::string &sql : bulk_load::createFileTable(bulk_load::Encoding::Base64,
                                                             at.installation->dialect())) {
        if (!at.session->execute(sql))
            fail(u"CREATE"_s);
    }
    return at;
}

double ours(const TargetSpec &spec, const QString &folder, const Files &files, Transport transport)
{
    const Begun at = begin(spec, folder);
    const auto index = ScriptIndex::of(files.script, at.installation->dialect().script);
    ScriptStream::Settings settings;
    settings.path = files.script;
    settings.dialect = at.installation->dialect();
    settings.lifts = transport != Transport::Literal;
    ScriptStream stream(settings, (*index)->steps[0]);
    WorkerCounters counters;
    ThreadClock clock;
    std::barrier start(1);
    const WorkerResult result =
        runWorker(*at.session, stream, counters, clock, start, {}, transport);
    if (result.error || result.operations != files.count)
        fail(result.error ? result.error->words : u"rows are missing"_s);
    return static_cast<double>(result.end_ns - result.begin_ns) / 1e9;
}

double shell(const QString &command)
{
    const std::int64_t begin_ns = monotonic_ns();
    if (QProcess::execute(u"sh"_s, {u"-c"_s, command}) != 0)
        fail(command);
    return since(begin_ns);
}

double client(const TargetSpec &spec, const QString &folder, const Files &files, bool bulk)
{
    const Begun at = begin(spec, folder);
    if (spec.engine == "sqlite"_L1)
        return shell(u"sqlite3 -bail -cmd 'PRAGMA journal_mode=WAL' -cmd 'PRAGMA synchronous=FULL' "
                     "-cmd '.dbconfig no_ckpt_on_close on' '%1/drivetrain.sqlite' >/dev/null < '%2'"_s
                         .arg(at.folder->path(), files.script));
    if (spec.engine == "postgres"_L1) {
        const QString psql = u"psql -q -v ON_ERROR_STOP=1 -h '%1' -U drivetrain -d postgres "_s.arg(
            serverArgument(*at.installation, "-k"));
        return bulk ? shell(psql + u"-c \"\\copy file from '%1'\""_s.arg(files.rows))
                    : shell(psql + u"-f '%1'"_s.arg(files.script));
    }
    const QString mariadb =
        u"mariadb --no-defaults --local-infile=1 -uroot --socket='%1' drivetrain "_s.arg(
            serverArgument(*at.installation, "--socket="));
    return bulk ? shell(mariadb + u"-e \"LOAD DATA LOCAL INFILE '%1' INTO TABLE file\""_s.arg(
                                      files.rows))
                : shell(mariadb + u"< '%1'"_s.arg(files.script));
}

/// One prepared INSERT, bound and stepped, over rows that are read from the same script.
double bareLoop(const QString &folder, const Files &files)
{
    const TargetSpec spec = *parseTarget(u"sqlite"_s);
    const Begun at = begin(spec, folder);
    sqlite3 *db = nullptr;
    sqlite3_open_v2((at.folder->path() + u"/drivetrain.sqlite"_s).toUtf8().constData(), &db,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    sqlite3_exec(db, "PRAGMA synchronous=FULL; BEGIN", nullptr, nullptr, nullptr);
    sqlite3_stmt *statement = nullptr;
    sqlite3_prepare_v2(db, "INSERT INTO file VALUES (?,?,?,?,?,?,?)", -1, &statement, nullptr);
    const auto source = fileRowsOf(files.script);
    bulk_load::FileValues values(bulk_load::Encoding::Base64);
    FileRow row;
    const std::int64_t begin_ns = monotonic_ns();
    while ((*source)->next(row)) {
        int index = 0;
        for (const Value &value : values.of(row)) {
            if (const auto *number = std::get_if<std::int64_t>(&value))
                sqlite3_bind_int64(statement, ++index, *number);
            else
                sqlite3_bind_text(statement, ++index, std::get<std::string_view>(value).data(),
                                  static_cast<int>(std::get<std::string_view>(value).size()),
                                  SQLITE_STATIC);
        }
        if (sqlite3_step(statement) != SQLITE_DONE)
            fail(QString::fromUtf8(sqlite3_errmsg(db)));
        sqlite3_reset(statement);
    }
    sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
    const double seconds = since(begin_ns);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return seconds;
}

void compare(const QString &target, const Files &files, int repeats, const QString &folder)
{
    const auto spec = parseTarget(target);
    if (!spec || !EngineRegistry::standard().find(spec->engine))
        fail(target);
    const bool embedded = spec->engine == "sqlite"_L1;
    std::vector<Transport> transports{Transport::Literal, Transport::Prepared};
    if (!embedded)
        transports.push_back(Transport::Pipelined);
    std::map<Transport, std::vector<double>> own;
    std::vector<double> bulk, plain, theirBulk;
    for (int i = 0; i < repeats; ++i) {
        plain.push_back(client(*spec, folder, files, false));
        for (const Transport transport : transports)
            own[transport].push_back(ours(*spec, folder, files, transport));
        theirBulk.push_back(embedded ? bareLoop(folder, files)
                                     : client(*spec, folder, files, true));
        bulk.push_back(ours(*spec, folder, files, Transport::Bulk));
    }
    const double client_s = *median(plain), loader_s = *median(theirBulk);
    std::printf("%s: its client %.3f s, its bulk load %.3f s, %lld rows, %d repeats\n",
                qPrintable(target), client_s, loader_s, static_cast<long long>(files.count),
                repeats);
    for (const auto &[transport, seconds] : own)
        std::printf("  %-10s %8.3f s   time %.3f of its client's\n",
                    qPrintable(transportName(transport)), *median(seconds),
                    *median(seconds) / client_s);
    std::printf("  %-10s %8.3f s   rate %.3f of its bulk load's\n", "bulk", *median(bulk),
                loader_s / *median(bulk));
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("  peak memory of this process %ld MiB\n", usage.ru_maxrss / 1024);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const std::int64_t rows = arguments.value(1, u"300000"_s).toLongLong();
    const int repeats = arguments.value(2, u"5"_s).toInt();
    const QString folder = arguments.value(3, u"/var/tmp"_s);
    if (rows < 1 || repeats < 1)
        fail(u"bench_script [ROWS] [REPEATS] [FOLDER] [TARGET...]"_s);
    auto own = OwnFolder::make(folder);
    if (!own)
        fail(folder);
    const Files files = writeFiles(own->path(), rows);
    for (const auto &target : arguments.size() > 4
                                  ? arguments.mid(4)
                                  : QStringList{u"sqlite"_s, u"postgres"_s, u"mariadb"_s})
        compare(target, files, repeats, folder);
    return 0;
}
