// SPDX-License-Identifier: GPL-3.0-or-later
// Takes pictures of every page of the real window while it carries out a real small plan:
//   screenshots FOLDER [dark] [LANGUAGE]      (QT_SCALE_FACTOR=2 for a dense screen)
#include "engines/engine.h"
#include "live/live_page.h"
#include "main_window.h"
#include "pick/connection_dialog.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "run/workbench.h"
#include "workloads/workload.h"
#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

constexpr QSize pageSize{1280, 820};

Plan smallPlan(const QString &folder)
{
    Plan plan = demoPlan(folder);
    plan.scale = 0.4;
    plan.targets.push_back(*parseTarget(u"postgres"_s));
    plan.targets.push_back(*parseTarget(u"mariadb:engine=myisam"_s));
    return plan;
}

/// The home's drive and memory: what else is mounted here is nobody's business.
std::vector<Drive> plainDrives(const Workbench &workbench)
{
    std::vector<Drive> drives = workbench.drives();
    std::erase_if(
        drives, [](const Drive &drive) { return !drive.is_home && drive.folder != "/dev/shm"_L1; });
    return drives;
}

/// One of each place where a fault can stand.
Faults faults()
{
    return {{FaultCode::EngineNotInstalled, u"targets[2]"_s, u"postgres"_s,
             u"the server package is not installed"_s, u"apt-get install postgresql"_s},
            {FaultCode::DriveTooFull, u"drives[0]"_s, u"/var/tmp"_s, u"152800000/1000000"_s, {}},
            {FaultCode::OutOfRange, u"scale"_s, u"0"_s, u"0.001..1000"_s, {}},
            {FaultCode::MeasuringElsewhere, {}, {}, {}, {}}};
}

void save(QWidget &window, const QString &folder, const QString &name)
{
    constexpr int settle_ms = 300;
    QTest::qWait(settle_ms);
    window.grab().save(folder + u'/' + name + u".png"_s);
}

} // namespace

int main(int argc, char **argv)
{
    QTemporaryDir data;
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", data.path().toUtf8());
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const QString folder = arguments.value(1, u"."_s);
    QTranslator translator;
    QLocale::setDefault(QLocale(arguments.value(3, u"en"_s)));
    if (translator.load(u":/i18n/drivetrain_%1"_s.arg(arguments.value(3, u"en"_s))))
        QApplication::installTranslator(&translator);
    QDir().mkpath(folder);
    Workbench workbench(EngineRegistry::standard(), WorkloadRegistry::standard(),
                        {data.filePath(u"results.sqlite"_s), {}});
    MainWindow window({workbench, [](const TargetSpec &, const QString &) {}});
    window.setTheme(arguments.contains(u"dark"_s) ? MainWindow::Theme::Dark
                                                  : MainWindow::Theme::Light);
    window.setPlan(smallPlan(u"/var/tmp"_s));
    window.resize(pageSize);
    window.show();
    window.pickPage()->setOffers(workbench.targets(), plainDrives(workbench), {});
    constexpr int forecastWithin_ms = 10'000;
    if (!QTest::qWaitFor([&window] { return window.pickPage()->canStart(); }, forecastWithin_ms))
        qWarning("the plan cannot start");
    save(window, folder, u"pick"_s);
    Q_EMIT window.pickPage()->startRequested(window.pickPage()->plan());
    constexpr double pictureAt = 0.7;
    while (workbench.isRunning() && workbench.progress().fraction < pictureAt)
        QTest::qWait(LivePage::pollEvery_ms);
    save(window, folder, u"live"_s);
    while (workbench.isRunning() || window.resultsPage()->runId() == 0)
        QTest::qWait(LivePage::pollEvery_ms);
    save(window, folder, u"results"_s);
    window.showPage(MainWindow::Page::History);
    save(window, folder, u"history"_s);
    window.showPage(MainWindow::Page::Pick);
    window.pickPage()->setCheck({faults(), {}});
    save(window, folder, u"faults"_s);
    ConnectionDialog dialog({workbench, [](const TargetSpec &, const QString &) {}}, &window);
    dialog.setTarget(*parseTarget(u"postgres://bench@db.example:5432/shop"_s));
    dialog.show();
    save(dialog, folder, u"connect"_s);
    return 0;
}
