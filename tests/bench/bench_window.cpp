// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of the window's event loop while the speed comparison runs on all three engines, live
// charts on:
//   bench_window [SCALE]                     (1; offscreen or on a display)
// Prints the longest gap; exit status 1 above 50 ms.
#include "engines/engine.h"
#include "main_window.h"
#include "pick/pick_page.h"
#include "run/workbench.h"
#include "workloads/workload.h"
#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

using namespace drivetrain;
using namespace Qt::StringLiterals;

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
    QElapsedTimer since;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    timer.setInterval(tick_ms);
    QObject::connect(&timer, &QTimer::timeout, &application, [&] {
        if (since.isValid())
            gaps_ms.push_back(static_cast<double>(since.nsecsElapsed()) / 1e6);
        since.start();
        if (gaps_ms.size() > 200 && !workbench.isRunning())
            QApplication::quit();
    });
    QTimer::singleShot(0, &window, [&] { Q_EMIT window.pickPage()->startRequested(plan); });
    timer.start();
    QApplication::exec();

    std::sort(gaps_ms.begin(), gaps_ms.end());
    const double longest = gaps_ms.back();
    std::printf(
        "%zu ticks of %d ms: median gap %.1f ms, p99 %.1f ms, longest %.1f ms (allowed: %.0f ms)\n",
        gaps_ms.size(), tick_ms, gaps_ms[gaps_ms.size() / 2], gaps_ms[gaps_ms.size() * 99 / 100],
        longest, allowed_ms);
    return longest <= allowed_ms ? 0 : 1;
}
