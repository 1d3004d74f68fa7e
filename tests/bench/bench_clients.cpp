// SPDX-License-Identifier: GPL-3.0-or-later
// Tests 2 and 3 of the speed comparison (25,000 INSERTs) by our measured path and by the engine's
// own command-line client, on the same statements, the same settings and the same server,
// interleaved:
//   bench_clients [REPEATS] [FOLDER] [TARGET...]        (5, /var/tmp, all three)
// The client's start-up counts as the client's, as in the published tests; the last column takes
// the time of an empty script off it.
#include "engines/engine.h"
#include "measure/clock.h"
#include "run/worker.h"
#include "servers/leftovers.h"
#include "stats/comparison.h"
#include "workloads/speed_comparison.h"
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <cstdio>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::exit(1);
}

/// The published statements as a script; its tables go by another name so that both sides start
/// anew.
QString writeScript(WorkloadLap &lap, std::size_t step, const QString &folder)
{
    const QString path = folder + u"/test%1.sql"_s.arg(step + 1);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        fail(path);
    const auto stream = lap.stream(step, 0, 1);
    Request request;
    while (stream->next(request)) {
        file.write(request.kind == Request::Kind::Begin ? "BEGIN"
                   : request.kind == Request::Kind::Commit ? "COMMIT" : request.sql.c_str());
        file.write(";\n");
    }
    return path;
}

/// The value behind an argument of one of the server's processes ("-k", "--socket=").
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

/// Seconds that a shell command takes.
double seconds(const QString &command)
{
    const std::int64_t begin_ns = monotonic_ns();
    if (QProcess::execute(u"sh"_s, {u"-c"_s, command}) != 0)
        fail(command);
    return static_cast<double>(monotonic_ns() - begin_ns) / 1e9;
}

double ours(Session &session, WorkloadLap &lap, std::size_t step)
{
    const auto stream = lap.stream(step, 0, 1);
    WorkerCounters counters;
    ThreadClock clock;
    std::barrier start(1);
    const WorkerResult result = runWorker(session, *stream, counters, clock, start, {});
    if (result.error)
        fail(result.error->words);
    return static_cast<double>(result.end_ns - result.begin_ns) / 1e9;
}

void compare(const QString &target, int repeats, const QString &folder)
{
    const auto spec = parseTarget(target);
    const Engine *engine = EngineRegistry::standard().find(spec->engine);
    std::vector<std::vector<double>> mine(2), theirs(2);
    std::vector<double> empty;
    for (int i = 0; i < repeats; ++i) {
        auto own = OwnFolder::make(folder);
        auto scripts = OwnFolder::make(folder);
        if (!own || !scripts)
            fail(folder);
        Place place;
        place.folder = own->path();
        auto installation = engine->open(*spec, place, {});
        if (!installation)
            fail(installation.error().words);
        WorkloadSettings settings;
        settings.dialect = (*installation)->dialect();
        const auto lap = makeSpeedComparison()->lap(settings);
        auto session = (*installation)->connect({});
        if (!session)
            fail(session.error().words);
        QString client = u"sqlite3 -bail '%1/theirs.sqlite' "_s.arg(scripts->path());
        if (spec->engine == "postgres"_L1)
            client = u"psql -q -v ON_ERROR_STOP=1 -h '%1' -U drivetrain -d postgres -f "_s
                         .arg(serverArgument(**installation, "-k"));
        else if (spec->engine == "mariadb"_L1)
            client = u"mariadb --no-defaults -uroot --socket='%1' drivetrain < "_s
                         .arg(serverArgument(**installation, "--socket="));
        else
            client += u"'PRAGMA journal_mode=WAL' 'PRAGMA synchronous=FULL' >/dev/null && sqlite3 "
                      u"-bail '%1/theirs.sqlite' "
                      "-cmd 'PRAGMA synchronous=FULL' < "_s.arg(scripts->path());
        const QString nothing = scripts->path() + u"/empty.sql"_s;
        QFile(nothing).open(QIODevice::WriteOnly);
        empty.push_back(seconds(client + nothing));
        for (const std::size_t step : {1U, 2U}) {
            const QString script = writeScript(*lap, step, scripts->path());
            const auto drop = [&] {
                if (!(*session)->execute("DROP TABLE t" + std::to_string(step + 1)))
                    fail(u"DROP"_s);
            };
            const bool sameServer = spec->engine != "sqlite"_L1;
            for (const bool mineNow : {i % 2 == 0, i % 2 != 0}) {   // who is first alternates
                if (mineNow)
                    mine[step - 1].push_back(ours(**session, *lap, step));
                else
                    theirs[step - 1].push_back(seconds(client + script));
                if (mineNow || sameServer)
                    drop();
            }
        }
    }
    for (std::size_t step = 0; step < 2; ++step) {
        const double a = *median(mine[step]), b = *median(theirs[step]), start = *median(empty);
        std::printf("%-10s test %zu   ours %.4f s   client %.4f s   ratio %.3f   without its "
                    "start-up (%.4f s) %.3f\n",
                    qPrintable(target), step + 2, a, b, a / b, start, a / (b - start));
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int repeats = arguments.value(1, u"5"_s).toInt();
    for (const auto &target : arguments.size() > 3
                                  ? arguments.mid(3)
                                  : QStringList{u"sqlite"_s, u"postgres"_s, u"mariadb"_s})
        compare(target, repeats, arguments.value(2, u"/var/tmp"_s));
    return 0;
}
