// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of a script's replay: a small file and a large one, each in a process of its own.
//   bench_memory [MB] [FOLDER] [TARGET] [TRANSPORT]        (2048, /var/tmp, sqlite, prepared)
// Rows are deleted now and then, so that the database stays small. Prints both peaks and their
// difference, which must not depend on the file's size.
#include "engines/engine.h"
#include "run/worker.h"
#include "servers/leftovers.h"
#include "workloads/script_stream.h"
#include <QCoreApplication>
#include <QFile>
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

[[noreturn]] void fail(const QString &what)
{
    std::fprintf(stderr, "%s\n", qPrintable(what));
    std::_Exit(1);
}

void writeScript(const QString &path, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        fail(path);
    file.write("CREATE TABLE t (a BIGINT PRIMARY KEY, b TEXT);\nBEGIN;\n");
    const QByteArray text(900, 'x');
    constexpr int deleteEvery = 20'000;
    for (qint64 i = 1; file.pos() < bytes; ++i) {
        file.write("INSERT INTO t VALUES (" + QByteArray::number(i) + ",'" + text + "');\n");
        if (i % deleteEvery == 0)
            file.write("DELETE FROM t;\nCOMMIT;\nBEGIN;\n");
    }
    file.write("COMMIT;\n");
}

/// In the child: the whole way from reading the file twice to the last commit.
void replay(const QString &path, const QString &target, Transport transport, const QString &folder)
{
    const auto spec = parseTarget(target);
    auto own = OwnFolder::make(folder);
    if (!spec || !own)
        fail(target);
    Place place;
    place.folder = own->path();
    place.durability = Durability::Unsafe;
    auto installation = EngineRegistry::standard().find(spec->engine)->open(*spec, place, {});
    if (!installation)
        fail(installation.error().words);
    auto session = (*installation)->connect({});
    const auto index = ScriptIndex::of(path, (*installation)->dialect().script);
    if (!session || !index)
        fail(path);
    ScriptStream::Settings settings;
    settings.path = path;
    settings.dialect = (*installation)->dialect();
    settings.lifts = transport != Transport::Literal;
    ScriptStream stream(settings, (*index)->steps[0]);
    WorkerCounters counters;
    ThreadClock clock;
    std::barrier start(1);
    const WorkerResult result =
        runWorker(**session, stream, counters, clock, start, {}, transport);
    if (result.error || result.operations != (*index)->steps[0].statements)
        fail(result.error ? result.error->words : u"statements are missing"_s);
}

/// Peak of a child's own resident set in KiB; servers that it starts are not counted.
long peak(const QString &path, const QString &target, Transport transport, const QString &folder)
{
    int ends[2];
    if (pipe(ends) != 0)
        fail(u"pipe"_s);
    const pid_t child = fork();
    if (child == 0) {
        replay(path, target, transport, folder);
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const bool told = write(ends[1], &usage.ru_maxrss, sizeof usage.ru_maxrss)
            == static_cast<ssize_t>(sizeof usage.ru_maxrss);
        std::_Exit(told ? 0 : 1);
    }
    int status = 0;
    long peak = 0;
    const bool ended = waitpid(child, &status, 0) == child && status == 0;
    if (!ended || read(ends[0], &peak, sizeof peak) != static_cast<ssize_t>(sizeof peak))
        fail(u"the replay failed"_s);
    close(ends[0]);
    close(ends[1]);
    return peak;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const qint64 mb = arguments.value(1, u"2048"_s).toLongLong();
    const QString folder = arguments.value(2, u"/var/tmp"_s),
                  target = arguments.value(3, u"sqlite"_s);
    const auto transport = transportFromName(arguments.value(4, u"prepared"_s));
    constexpr qint64 small_mb = 64, one_mb = 1024 * 1024;
    if (mb <= small_mb || !transport)
        fail(u"bench_memory [MB] [FOLDER] [TARGET] [TRANSPORT]"_s);
    auto own = OwnFolder::make(folder);
    if (!own)
        fail(folder);
    const QString path = own->path() + u"/large.sql"_s;
    writeScript(path, small_mb * one_mb);
    const long small = peak(path, target, *transport, folder);
    writeScript(path, mb * one_mb);
    const long large = peak(path, target, *transport, folder);
    std::printf("%s %s: peak of %lld MiB %.1f MiB, of %lld MiB %.1f MiB: %+.1f MiB, ratio %.3f\n",
                qPrintable(target), qPrintable(transportName(*transport)),
                static_cast<long long>(small_mb), static_cast<double>(small) / 1024,
                static_cast<long long>(mb), static_cast<double>(large) / 1024,
                static_cast<double>(large - small) / 1024,
                static_cast<double>(large) / static_cast<double>(small));
    return 0;
}
