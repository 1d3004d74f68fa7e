// SPDX-License-Identifier: GPL-3.0-or-later
// VACUUM of the fragmented file as a session carries it out, against the sqlite3 shell's on a copy
// of the same file, interleaved, on each folder (several drives):
//   bench_vacuum [SCALE] [REPEATS] [TEMP_FOLDER] [FOLDER...]       (1, 7, /dev/shm, /var/tmp)
// Both begin with the copy synced and cached, in WAL mode with synchronous=FULL, temporary files in
// TEMP_FOLDER. The shell's time is what its .timer says, so its start is not counted.
#include "engines/engine.h"
#include "measure/clock.h"
#include "run/start_files.h"
#include "servers/leftovers.h"
#include "stats/comparison.h"
#include "workloads/workload.h"
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <cstdio>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::exit(1);
}

QString startFile(const Engine &engine, const TargetSpec &target, double scale)
{
    const Workload *const workload = WorkloadRegistry::standard().find(u"vacuum"_s);
    WorkloadSettings settings;
    settings.scale = scale;
    settings.dialect = engine.dialect(target);
    const auto path = StartFiles::get(engine, target, *workload, settings, {});
    if (!path)
        fail(path.error().words);
    return *path;
}

double ours(const Engine &engine, const TargetSpec &target, const QString &start,
            const QString &folder, const QString &temp)
{
    auto own = OwnFolder::make(folder), ownTemp = OwnFolder::make(temp);
    if (!own || !ownTemp)
        fail(folder);
    Place place;
    place.folder = own->path();
    place.temp_folder = ownTemp->path();
    place.start_file = start;
    auto installation = engine.open(target, place, {});
    if (!installation)
        fail(installation.error().words);
    auto session = (*installation)->connect({});
    if (!session)
        fail(session.error().words);
    sync();
    const std::int64_t begin_ns = monotonic_ns();
    if (!(*session)->execute("VACUUM"))
        fail(u"VACUUM"_s);
    return static_cast<double>(monotonic_ns() - begin_ns) / 1e9;
}

double shell(const QString &start, const QString &folder, const QString &temp)
{
    auto own = OwnFolder::make(folder), ownTemp = OwnFolder::make(temp);
    if (!own || !ownTemp)
        fail(folder);
    const QString copy = own->path() + u"/copy.sqlite"_s;
    if (!QFile::copy(start, copy))
        fail(copy);
    sync();
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SQLITE_TMPDIR"_s, ownTemp->path());
    process.setProcessEnvironment(environment);
    process.start(u"sqlite3"_s, {u"-batch"_s, u"-bail"_s, copy});
    process.write("PRAGMA journal_mode=WAL;\nPRAGMA synchronous=FULL;\n.timer on\nVACUUM;\n");
    process.closeWriteChannel();
    if (!process.waitForFinished(-1) || process.exitCode() != 0)
        fail(QString::fromUtf8(process.readAllStandardError()));
    static const QRegularExpression time(u"real ([0-9.]+)"_s);
    const auto match = time.match(QString::fromUtf8(process.readAllStandardOutput()));
    if (!match.hasMatch())
        fail(u"sqlite3 printed no time"_s);
    return match.captured(1).toDouble();
}

void compare(const QString &start, int repeats, const QString &folder, const QString &temp)
{
    const TargetSpec target = *parseTarget(u"sqlite"_s);
    const Engine &engine = *EngineRegistry::standard().find(target.engine);
    std::vector<double> own, theirs, ratios;
    for (int i = 0; i < repeats; ++i) {
        if (i % 2 == 0)
            own.push_back(ours(engine, target, start, folder, temp));
        theirs.push_back(shell(start, folder, temp));
        if (i % 2 == 1)
            own.push_back(ours(engine, target, start, folder, temp));
        ratios.push_back(own.back() / theirs.back());
    }
    std::printf("%s: VACUUM %.3f s, the sqlite3 shell's %.3f s, ratio %.3f (of pairs %.3f), "
                "%d repeats\n",
                qPrintable(folder), *median(own), *median(theirs), *median(own) / *median(theirs),
                *median(ratios), repeats);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const double scale = arguments.value(1, u"1"_s).toDouble();
    const int repeats = arguments.value(2, u"7"_s).toInt();
    const QString temp = arguments.value(3, u"/dev/shm"_s);
    if (scale <= 0 || repeats < 1)
        fail(u"bench_vacuum [SCALE] [REPEATS] [TEMP_FOLDER] [FOLDER...]"_s);
    const TargetSpec target = *parseTarget(u"sqlite"_s);
    const QString start =
        startFile(*EngineRegistry::standard().find(target.engine), target, scale);
    std::printf("file of %.1f MB, temporary files in %s\n",
                static_cast<double>(QFileInfo(start).size()) / 1e6, qPrintable(temp));
    for (const QString &folder :
         arguments.size() > 4 ? arguments.mid(4) : QStringList{u"/var/tmp"_s})
        compare(start, repeats, folder, temp);
    return 0;
}
