// SPDX-License-Identifier: GPL-3.0-or-later
// Tests 2 and 3 of the speed comparison (25,000 INSERTs) by our measured path and by the engine's
// own command-line client, on the same statements, the same settings and the same server,
// interleaved:
//   bench_clients [REPEATS] [FOLDER] [TARGET...]        (6, /var/tmp, all three)
// The client's start-up counts as the client's, as in the published tests; the last column takes
// the time of an empty script off it. Where a ratio's spread is wide, the machine was not quiet:
// measure again.
#include "engines/engine.h"
#include "measure/clock.h"
#include "run/worker.h"
#include "servers/leftovers.h"
#include "stats/comparison.h"
#include "workloads/speed_comparison.h"
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <algorithm>
#include <array>
#include <cstdio>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::exit(1);
}

/// The published statements as a script for the client.
QString writeScript(WorkloadLap &lap, std::size_t step, const QString &folder)
{
    const QString path = folder + u"/test%1.sql"_s.arg(step + 1);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        fail(path);
    const auto stream = lap.stream(step, 0, 1);
    Request request;
    while (stream->next(request)) {
        file.write(request.kind == Request::Kind::Begin    ? "BEGIN"
                   : request.kind == Request::Kind::Commit ? "COMMIT"
                                                           : request.sql.c_str());
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

/// The client's command but for its script.
QString clientCommand(const TargetSpec &spec, const Installation &installation,
                      const QString &folder)
{
    if (spec.engine == "postgres"_L1)
        return u"psql -q -v ON_ERROR_STOP=1 -h '%1' -U drivetrain -d postgres -f "_s.arg(
            serverArgument(installation, "-k"));
    if (spec.engine == "mariadb"_L1)
        return u"mariadb --no-defaults -uroot --socket='%1' drivetrain < "_s.arg(
            serverArgument(installation, "--socket="));
    // One start of the client, and no checkpoint when it closes: ours stays open and pays for
    // neither.
    return u"sqlite3 -bail -cmd 'PRAGMA journal_mode=WAL' -cmd 'PRAGMA synchronous=FULL' "
           "-cmd '.dbconfig no_ckpt_on_close on' '%1/theirs.sqlite' >/dev/null < "_s.arg(folder);
}

struct Times
{
    std::vector<double> ours_s, client_s, empty_s;
};

/// Once both ways, on a place made anew, so that neither inherits pages or a log from an earlier
/// test.
void once(const TargetSpec &spec, std::size_t step, bool oursFirst, const QString &folder,
          Times &times)
{
    auto own = OwnFolder::make(folder);
    auto scripts = OwnFolder::make(folder);
    if (!own || !scripts)
        fail(folder);
    Place place;
    place.folder = own->path();
    auto installation = EngineRegistry::standard().find(spec.engine)->open(spec, place, {});
    if (!installation)
        fail(installation.error().words);
    WorkloadSettings settings;
    settings.dialect = (*installation)->dialect();
    const auto lap = makeSpeedComparison()->lap(settings);
    auto session = (*installation)->connect({});
    if (!session)
        fail(session.error().words);
    const QString client = clientCommand(spec, **installation, scripts->path());
    const QString nothing = scripts->path() + u"/empty.sql"_s;
    if (!QFile(nothing).open(QIODevice::WriteOnly))
        fail(nothing);
    const QString script = writeScript(*lap, step, scripts->path());
    times.empty_s.push_back(seconds(client + nothing));
    for (const bool oursNow : {oursFirst, !oursFirst}) {
        if (oursNow)
            times.ours_s.push_back(ours(**session, *lap, step));
        else
            times.client_s.push_back(seconds(client + script));
        const bool sameServer = spec.engine != "sqlite"_L1;
        if (sameServer && !(*session)->execute("DROP TABLE t" + std::to_string(step + 1)))
            fail(u"DROP"_s);
    }
}

void compare(const QString &target, int repeats, const QString &folder)
{
    const auto spec = parseTarget(target);
    if (!spec || !EngineRegistry::standard().find(spec->engine))
        fail(target);
    std::array<Times, 2> times;
    for (int i = 0; i < repeats; ++i) {
        for (std::size_t step = 0; step < 2; ++step)
            once(*spec, step + 1, (i + static_cast<int>(step)) % 2 == 0, folder, times[step]);
    }
    for (std::size_t step = 0; step < 2; ++step) {
        const double a = *median(times[step].ours_s), b = *median(times[step].client_s);
        const double start = *median(times[step].empty_s);
        std::vector<double> ratios;
        for (std::size_t i = 0; i < times[step].ours_s.size(); ++i)
            ratios.push_back(times[step].ours_s[i] / times[step].client_s[i]);
        const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
        std::printf(
            "%-10s test %zu   ours %.4f s   client %.4f s   ratio %.3f (a repeat: %.3f .. %.3f)   "
            "without its start-up (%.4f s) %.3f\n",
            qPrintable(target), step + 2, a, b, a / b, *least, *greatest, start, a / (b - start));
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int repeats = arguments.value(1, u"6"_s).toInt();
    if (repeats < 1)
        fail(u"bench_clients [REPEATS] [FOLDER] [TARGET...]"_s);
    for (const auto &target : arguments.size() > 3
                                  ? arguments.mid(3)
                                  : QStringList{u"sqlite"_s, u"postgres"_s, u"mariadb"_s})
        compare(target, repeats, arguments.value(2, u"/var/tmp"_s));
    return 0;
}
