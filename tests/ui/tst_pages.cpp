// SPDX-License-Identifier: GPL-3.0-or-later
// The pages as real widgets, fed with plain data.
#include "engines/engine.h"
#include "history/history_page.h"
#include "live/live_page.h"
#include "main_window.h"
#include "pick/card.h"
#include "pick/connections.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "run/workbench.h"
#include "sample_run.h"
#include "workloads/workload.h"
#include <QAbstractItemModelTester>
#include <QChart>
#include <QLabel>
#include <QLineSeries>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestPages : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<Workbench> m_bench;
    Services services()
    {
        return {*m_bench, [](const TargetSpec &, const QString &) {}};
    }
    static std::vector<TargetOffer> offers()
    {
        const std::set<Durability> all{Durability::Durable, Durability::Relaxed,
                                       Durability::Unsafe};
        return {{u"sqlite:durability=durable"_s, u"SQLite"_s, u"3"_s, true, {}, {}, false, all},
                {u"sqlite:durability=unsafe"_s, u"SQLite"_s, u"3"_s, true, {}, {}, false, all},
                {u"postgres"_s,
                 u"PostgreSQL"_s,
                 {},
                 false,
                 u"the server package is not installed"_s,
                 u"apt-get install postgresql"_s,
                 true,
                 all}};
    }
    Drive usable()
    {
        Drive drive;
        drive.folder = m_folder.path();
        drive.device = u"/dev/x"_s;
        drive.free_bytes = 1'000'000'000;
        return drive;
    }
    static Card *cardOf(const QWidget &page, const QString &key)
    {
        for (Card *card : page.findChildren<Card *>()) {
            if (card->key() == key)
                return card;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
        m_bench =
            std::make_unique<Workbench>(EngineRegistry::standard(), WorkloadRegistry::standard(),
                                        Workbench::Options{m_folder.filePath(u"r.sqlite"_s), {}});
    }

    void planToCardsAndBack()
    {
        PickPage page(services());
        page.setOffers(offers(), {usable()}, {});
        Plan plan = demoPlan(m_folder.path());
        plan.laps = 9;
        plan.scale = 0.5;
        plan.seed = 42;
        plan.transport = Transport::Pipelined;
        plan.transaction = 500;
        plan.input = u"/data/own.sql"_s;
        plan.temp_drive = u"/mnt/temp"_s;
        plan.log_drive = u"/mnt/log"_s;
        plan.durability = Durability::Relaxed;
        page.setPlan(plan);
        QVERIFY(page.plan() == plan);
        cardOf(page, u"sqlite:durability=unsafe"_s)->click();
        QCOMPARE(page.plan().targets.size(), 1U);
    }

    void serversAreRememberedWithoutPasswords()
    {
        const auto spec = parseTarget(u"postgres://ada@db.example:5433/library"_s);
        QVERIFY(spec);
        connections::remember(*spec);
        {
            PickPage page(services());
            page.setOffers(offers(), {usable()}, {});
            Card *card = cardOf(page, spec->text());
            QVERIFY(card && !card->isChecked());
            QCOMPARE(card->actions().size(), 2);
            card->actions().last()->trigger();   // forget
        }
        PickPage next(services());
        next.setOffers(offers(), {usable()}, {});
        QVERIFY(!cardOf(next, spec->text()));
        QVERIFY(connections::remembered().isEmpty());
    }

    void unavailableIsGreyedWithReasonAndRemedy()
    {
        PickPage page(services());
        Drive readOnly = usable();
        readOnly.folder = u"/elsewhere"_s;
        readOnly.obstacle = DriveObstacle::ReadOnly;
        page.setOffers(offers(), {usable(), readOnly}, {});
        const Card *postgres = cardOf(page, u"postgres"_s);
        QVERIFY(postgres && !postgres->isEnabled());
        QVERIFY(postgres->toolTip().contains("apt-get install postgresql"_L1));
        const Card *drive = cardOf(page, u"/elsewhere"_s);
        QVERIFY(drive && !drive->isEnabled() && !drive->toolTip().isEmpty());
    }

    void faultsStandBesideTheirField()
    {
        PickPage page(services());
        page.setOffers(offers(), {usable()}, {});
        page.setPlan(demoPlan(m_folder.path()));
        page.setCheck(
            {{{FaultCode::HostUnreachable, u"targets[1]"_s, u"x"_s, u"refused"_s, {}},
              {FaultCode::DriveTooFull, u"drives[0]"_s, u"/data"_s, u"2000000/1000000"_s, {}},
              {FaultCode::OutOfRange, u"scale"_s, u"0"_s, u"0.001..1000"_s, {}}},
             {}});
        QVERIFY(!page.canStart());
        QVERIFY(cardOf(page, u"sqlite:durability=durable"_s)->fault().isEmpty());
        QVERIFY(cardOf(page, u"sqlite:durability=unsafe"_s)->fault().contains("refused"_L1));
        QVERIFY(!cardOf(page, m_folder.path())->fault().isEmpty());
        bool scale = false;
        for (const QLabel *label : page.findChildren<QLabel *>())
            scale = scale || label->text().contains("0.001..1000"_L1);
        QVERIFY(scale);
        page.setCheck({});
        QVERIFY(page.canStart());
    }

    void modelsKeepTheirContract()
    {
        ResultModel results;
        HistoryModel history;
        const QAbstractItemModelTester first(
            &results, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester second(
            &history, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const HistoricalTable past = m_bench->historical(u"speed-comparison"_s);
        QCOMPARE(past.columns.size(), 4U);
        results.setRun(sampleRun(), u"speed-comparison"_s, past);
        QCOMPARE(results.rowCount(), 4); // three steps and their sum
        QCOMPARE(results.columnCount(), 3);
        results.showHistorical(true);
        QCOMPARE(results.columnCount(), 7);
        QVERIFY(results.headerData(3, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .contains("historical"_L1));
        QVERIFY(results.data(results.index(0, 3), Qt::DisplayRole).toString().contains("4.373"_L1));
        history.setRuns({{3,
                          QDateTime::currentDateTimeUtc(),
                          RunStatus::Interrupted,
                          {u"sqlite"_s},
                          {u"speed-comparison"_s},
                          {u"/data"_s},
                          1,
                          10,
                          4}});
        QCOMPARE(history.data(history.index(0, 2), Qt::DisplayRole).toString(), u"interrupted"_s);
        QCOMPARE(history.runAt(0), 3);
        QCOMPARE(history.runAt(9), 0);
    }

    void tableMarksTheFastestAndTheRatio()
    {
        ResultModel model;
        model.setRun(sampleRun(), u"speed-comparison"_s, {});
        const auto text = [&model](int row, int column) {
            return model.data(model.index(row, column), Qt::DisplayRole).toString();
        };
        QVERIFY(model.data(model.index(0, 1), Qt::FontRole).value<QFont>().bold());
        QVERIFY(!model.data(model.index(0, 2), Qt::FontRole).value<QFont>().bold());
        QVERIFY2(text(0, 1).startsWith("0.1030"_L1), qPrintable(text(0, 1)));
        QVERIFY2(text(0, 2).contains("2.00"_L1), qPrintable(text(0, 2)));
    }

    void wrongHasNoSpeed()
    {
        Run run = sampleRun();
        for (Lap &lap : run.laps) {
            if (lap.target == 0) {
                lap.steps[0].verification = Verification::Wrong;
                lap.status = LapStatus::Wrong;
            }
        }
        ResultModel model;
        model.setRun(run, u"speed-comparison"_s, {});
        const QString text = model.data(model.index(0, 1), Qt::DisplayRole).toString();
        QVERIFY2(text.contains("wrong"_L1) && !text.contains("0.1"_L1), qPrintable(text));
    }

    void liveShowsStepsAndTroubles()
    {
        LivePage page(*m_bench);
        Progress progress;
        progress.stage = RunStage::Running;
        progress.targets = sampleRun().targets;
        progress.target = 0;
        progress.lap = 2;
        progress.laps = 5;
        progress.steps = {{1, u"One"_s, StepState::Verified, 0.5},
                          {2, u"Two"_s, StepState::Running, 0},
                          {3, u"Three"_s, StepState::Waiting, 0}};
        progress.step_fraction = 0.25;
        progress.no_progress = true;
        progress.last_error = Error{ErrorKind::DiskFull, {}, u"no space"_s, u"/data"_s, {}};
        page.show(progress);
        const auto *steps = page.findChild<QListWidget *>();
        QCOMPARE(steps->count(), 3);
        QVERIFY(steps->item(1)->text().contains("25 %"_L1));
        QString all;
        for (const QLabel *label : page.findChildren<QLabel *>())
            all += label->text();
        QVERIFY2(all.contains("no space"_L1) && all.contains("5 seconds"_L1), qPrintable(all));
    }

    void longSeriesAreBounded() // an hour's samples, and what is drawn of them
    {
        TimeChart chart(u"t"_s, {u"a"_s}, 1);
        for (int i = 0; i < 2 * TimeChart::pointsMax; ++i)
            chart.append(0, {i * 0.1, double(i % 7)});
        chart.redraw();
        const auto *series = qobject_cast<QLineSeries *>(chart.chart()->series().first());
        QVERIFY(series && series->count() <= 2 * TimeChart::drawnColumns);
        QVERIFY(series->count() > 100);
    }

    void exportsNeverOverwrite()
    {
        ResultsPage page([](const QString &) { return HistoricalTable{}; });
        page.setRun(sampleRun());
        for (const auto &format : {u"png"_s, u"svg"_s, u"csv"_s, u"json"_s, u"html"_s}) {
            const QString path = m_folder.filePath(u"out."_s + format);
            QVERIFY(page.exportTo(format, path).has_value());
            QVERIFY(QFileInfo(path).size() > 200);
            const auto again = page.exportTo(format, path);
            QVERIFY(!again && again.error().kind == ErrorKind::Exists);
        }
    }

    void pagesInTheWindow()
    {
        MainWindow window(services());
        window.show();
        for (const auto page : {MainWindow::Page::Live, MainWindow::Page::Results,
                                MainWindow::Page::History, MainWindow::Page::Pick}) {
            window.showPage(page);
            QVERIFY(!window.grab().toImage().isNull());
        }
        window.setTheme(MainWindow::Theme::Dark);
        QVERIFY(Look::of(QApplication::palette()).dark);
        window.setTheme(MainWindow::Theme::Light);
        QVERIFY(!Look::of(QApplication::palette()).dark);
    }
};

QTEST_MAIN(TestPages)
#include "tst_pages.moc"
