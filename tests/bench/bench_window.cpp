// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of the window's event loop while the speed comparison runs on all three engines, live
// charts on:
//   bench_window [SCALE]                     (1; offscreen or on a display)
// Prints the longest gap, from before the run's start until its results are shown; exit status 1
// above 50 ms, or where the run did not start or was not verified.
#include "engines/engine.h"
#include "main_window.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "run/workbench.h"
#include "store/store.h"
#include "workloads/workload.h"
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

/// A gap in which the thread hardly ran was a wait: for a core on a busy machine, for a lock, or
/// for the disk.
struct LongGap
{
    double gap_ms, cpu_ms, queued_ms, at_ms;
};

double threadCpu_ms()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// What the thread has waited for a core, ready to run: the second figure of schedstat; 0 where the
/// kernel does not tell.
double threadQueued_ms()
{
    QFile file(u"/proc/thread-self/schedstat"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() / 1e6;
}

} // namespace

int main(int argc, char **argv)
{
    constexpr int tick_ms = 5;
    constexpr double allowed_ms = 50;
    QTemporaryDir data;
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", data.path().toUtf8());
    QApplication application(argc, argv);
    Workbench workbench(EngineRegistry::standard(), WorkloadRegistry::standard(),
                        {data.filePath(u"results.sqlite"_s), {}});
    MainWindow window({workbench, [](const TargetSpec &, const QString &) {}});
    Plan plan = demoPlan(u"/var/tmp"_s);
    plan.targets = {*parseTarget(u"sqlite"_s), *parseTarget(u"postgres"_s),
                    *parseTarget(u"mariadb"_s)};
    plan.laps = 2;
    plan.scale = QApplication::arguments().value(1, u"1"_s).toDouble();
    window.show();
    QApplication::processEvents();

    std::vector<double> gaps_ms;
    std::vector<LongGap> longGaps;
    double cpu_ms = threadCpu_ms(), queued_ms = threadQueued_ms();
    QElapsedTimer sinceStart;
    double over_ms = 0;
    sinceStart.start();
    int ticksAfter = 0;
    QElapsedTimer since;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    timer.setInterval(tick_ms);
    QObject::connect(&timer, &QTimer::timeout, &application, [&] {
        if (since.isValid())
            gaps_ms.push_back(static_cast<double>(since.nsecsElapsed()) / 1e6);
        const double now_ms = static_cast<double>(sinceStart.nsecsElapsed()) / 1e6;
        if (!gaps_ms.empty() && gaps_ms.back() > allowed_ms / 2)
            longGaps.push_back(
                {gaps_ms.back(), threadCpu_ms() - cpu_ms, threadQueued_ms() - queued_ms, now_ms});
        if (workbench.isRunning())
            over_ms = now_ms;
        since.start();
        cpu_ms = threadCpu_ms();
        queued_ms = threadQueued_ms();
        ticksAfter = workbench.isRunning() ? 0 : ticksAfter + 1;
        if (ticksAfter > 200) // time to open and draw the results
            QApplication::quit();
    });
    QTimer::singleShot(0, &window, [&] {
        Q_EMIT window.pickPage()->startRequested(plan);
        if (!workbench.isRunning()) {
            std::fprintf(stderr, "the run did not start\n");
            QApplication::exit(1);
        }
    });
    timer.start();
    if (QApplication::exec() != 0)
        return 1;
    const auto store = Store::open(workbench.options().store_path);
    const auto run =
        store ? (*store)->run(window.resultsPage()->runId(), false) : Expected<Run>(Run());
    if (!run || !run->allVerified()) {
        std::fprintf(stderr, "the run was not shown, or not every step of it was verified\n");
        return 1;
    }

    std::sort(gaps_ms.begin(), gaps_ms.end());
    const double longest = gaps_ms.back();
    std::printf(
        "%zu ticks of %d ms: median gap %.1f ms, p99 %.1f ms, longest %.1f ms (allowed: %.0f ms)\n",
        gaps_ms.size(), tick_ms, gaps_ms[gaps_ms.size() / 2], gaps_ms[gaps_ms.size() * 99 / 100],
        longest, allowed_ms);
    for (const auto &[gap_ms, gapCpu_ms, gapQueued_ms, at_ms] : longGaps)
        std::printf("  %.1f ms at %.2f s, of which the thread ran %.1f ms and waited for a core "
                    "%.1f ms (the run was over at %.2f s)\n",
                    gap_ms, at_ms / 1e3, gapCpu_ms, gapQueued_ms, over_ms / 1e3);
    return longest <= allowed_ms ? 0 : 1;
}
