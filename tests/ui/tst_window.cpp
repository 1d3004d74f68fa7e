// SPDX-License-Identifier: GPL-3.0-or-later
// The window from end to end, on a real workbench, with real runs of SQLite.
#include "engines/engine.h"
#include "history/history_page.h"
#include "live/live_page.h"
#include "main_window.h"
#include "pick/card.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "run/workbench.h"
#include "workloads/workload.h"
#include <QAccessible>
#include <QAction>
#include <QCloseEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

constexpr int generous_ms = 60'000;

Plan smallPlan(const QString &folder, double scale, int laps)
{
    Plan plan = demoPlan(folder);
    plan.scale = scale;
    plan.laps = laps;
    return plan;
}

QPushButton *button(const QWidget &page, const QString &text)
{
    for (QPushButton *each : page.findChildren<QPushButton *>()) {
        if (each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

/// Answers the next message box of the application.
void answerWith(QMessageBox::StandardButton answer, bool *asked)
{
    auto *timer = new QTimer(qApp);
    constexpr int lookAgain_ms = 20;
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, answer, asked] {
        if (auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) {
            *asked = true;
            timer->deleteLater();
            box->button(answer)->click();
        }
    });
    timer->start(lookAgain_ms);
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT
    QTemporaryDir m_data{u"/var/tmp/drivetrain-window-XXXXXX"_s};
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] MainWindow::Page shownPage() const
    {
        return static_cast<MainWindow::Page>(
            m_window->findChild<QStackedWidget *>()->currentIndex());
    }
    [[nodiscard]] QString allText(const QWidget &page) const
    {
        QString text;
        for (const QLabel *label : page.findChildren<QLabel *>())
            text += label->text() + u'\n';
        return text;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_data.path().toUtf8());
    }

    void init()
    {
        m_bench = std::make_unique<Workbench>(
            EngineRegistry::standard(), WorkloadRegistry::standard(),
            Workbench::Options{m_data.filePath(u"results.sqlite"_s), {}});
        m_window = std::make_unique<MainWindow>(
            Services{*m_bench, [](const TargetSpec &, const QString &) {}});
    }

    void cleanup()
    {
        m_bench->stop();
        m_bench->wait();
        m_window.reset();
        m_bench.reset();
    }

    void pickRunWatchAndSee()
    {
        m_window->setPlan(smallPlan(m_data.path(), 0.01, 4));
        m_window->show();
        m_window->load();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pickPage()->canStart(); }, generous_ms));
        QVERIFY2(m_window->pickPage()->plan() == smallPlan(m_data.path(), 0.01, 4),
                 "the plan came back changed");
        QTest::mouseClick(button(*m_window->pickPage(), u"Start"_s), Qt::LeftButton);
        QCOMPARE(shownPage(), MainWindow::Page::Live);
        QVERIFY(QTest::qWaitFor([this] { return shownPage() == MainWindow::Page::Results; },
                                generous_ms));
        const ResultsPage &results = *m_window->resultsPage();
        QVERIFY(results.runId() > 0);
        const auto *table = results.findChild<QTableView *>();
        QCOMPARE(table->model()->rowCount(), 17); // sixteen steps and their sum
        for (int row = 0; row < 17; ++row) {
            for (int column = 1; column <= 2; ++column) {
                const QString cell = table->model()->index(row, column).data().toString();
                QVERIFY2(cell.contains(QRegularExpression(u"[0-9]"_s)), qPrintable(cell));
            }
        }
        QVERIFY2(allText(results).contains("not comparable"_L1), qPrintable(allText(results)));
        m_window->showPage(MainWindow::Page::History);
        const auto *runs = m_window->findChild<HistoryPage *>()->findChild<QTableView *>()->model();
        QVERIFY(QTest::qWaitFor([runs] { return runs->rowCount() == 1; }, generous_ms));
        QVERIFY(!QFileInfo::exists(m_data.filePath(u".drivetrain"_s)));
    }

    void whatTheUserTicksIsKeptWhenTheOffersCome()
    {
        m_window->setPlan(smallPlan(m_data.path(), 0.5, 9));
        const Plan before = m_window->pickPage()->plan();
        QCOMPARE(before.drives, QStringList{m_data.path()});
        m_window->load();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pickPage()->canStart(); }, generous_ms));
        QVERIFY(m_window->pickPage()->plan() == before);
    }

    void stopKeepsTheFinishedLaps()
    {
        m_window->setPlan(smallPlan(m_data.path(), 0.3, 50));
        m_window->show();
        m_window->load();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pickPage()->canStart(); }, generous_ms));
        button(*m_window->pickPage(), u"Start"_s)->click();
        QVERIFY(
            QTest::qWaitFor([this] { return m_bench->progress().laps_done >= 1; }, generous_ms));
        button(*m_window->livePage(), u"Stop"_s)->click();
        QVERIFY(QTest::qWaitFor([this] { return shownPage() == MainWindow::Page::Results; },
                                generous_ms));
        QVERIFY(!m_bench->isRunning());
        QVERIFY2(allText(*m_window->resultsPage()).contains("stopped"_L1),
                 qPrintable(allText(*m_window->resultsPage())));
    }

    void closingDuringARunAsksAndStops()
    {
        m_window->setPlan(smallPlan(m_data.path(), 0.3, 50));
        m_window->show();
        m_window->load();
        QVERIFY(QTest::qWaitFor([this] { return m_window->pickPage()->canStart(); }, generous_ms));
        button(*m_window->pickPage(), u"Start"_s)->click();
        QVERIFY(m_bench->isRunning());
        bool asked = false;
        answerWith(QMessageBox::No, &asked);
        m_window->close();
        QVERIFY(asked);
        QVERIFY(m_window->isVisible() && m_bench->isRunning());
        asked = false;
        answerWith(QMessageBox::Yes, &asked);
        m_window->close();
        QVERIFY(asked);
        QVERIFY(QTest::qWaitFor([this] { return !m_window->isVisible(); }, generous_ms));
        QVERIFY(!m_bench->isRunning());
    }

    void aNewRunShowsNothingOfTheOldOne()
    {
        LivePage &live = *m_window->livePage();
        Progress progress;
        progress.stage = RunStage::Over;
        progress.status = RunStatus::Finished;
        live.show(progress);
        QVERIFY(allText(live).contains("over"_L1));
        progress = {};
        progress.stage = RunStage::Preparing;
        live.show(progress);
        QVERIFY2(allText(live).contains("preparing"_L1, Qt::CaseInsensitive)
                     && !allText(live).contains("over"_L1),
                 qPrintable(allText(live)));
    }

    void everyPageHasItsKeyAndEveryFieldItsName()
    {
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i),
                            Qt::ControlModifier);
            QCOMPARE(static_cast<int>(shownPage()), i);
        }
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_"_L1)
                || !widget->isVisibleTo(m_window.get()))
                continue;
            QAccessibleInterface *face =
                QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            if (face && face->role() != QAccessible::Client && face->role() != QAccessible::Pane)
                QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                         qPrintable(QString::fromLatin1(widget->metaObject()->className())));
        }
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
