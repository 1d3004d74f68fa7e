// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"
#include "background.h"
#include "history/history_page.h"
#include "live/live_page.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "words/words.h"
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyleFactory>
#include <QToolBar>

using namespace Qt::StringLiterals;

namespace drivetrain {

MainWindow::MainWindow(const Services &services, QWidget *parent)
    : QMainWindow(parent), m_services(services), m_stack(new QStackedWidget),
      m_pages(new QActionGroup(this)), m_pick(new PickPage(services)),
      m_live(new LivePage(services.workbench)),
      m_results(new ResultsPage(
          [bench = &services.workbench](const QString &name) { return bench->historical(name); })),
      m_history(new HistoryPage), m_systemPalette(QApplication::palette())
{
    setWindowTitle(u"Drivetrain"_s);
    setWindowIcon(QIcon(u":/icons/drivetrain.svg"_s));
    for (QWidget *page : {static_cast<QWidget *>(m_pick), static_cast<QWidget *>(m_live),
                          static_cast<QWidget *>(m_results), static_cast<QWidget *>(m_history)})
        m_stack->addWidget(page);
    setCentralWidget(m_stack);
    makeBar();
    makeMenus();
    connect(m_pick, &PickPage::startRequested, this, &MainWindow::start);
    connect(m_live, &LivePage::over, this, [this](qint64 run) {
        refreshHistory();
        openRun(run);
    });
    connect(m_history, &HistoryPage::opened, this, &MainWindow::openRun);
    const QSettings settings;
    if (!restoreGeometry(settings.value("window/geometry").toByteArray()))
        resize(QSize(fontMetrics().averageCharWidth() * 205, fontMetrics().height() * 56)
                   .boundedTo(screen()->availableGeometry().size() * 19 / 20));
    setTheme(static_cast<Theme>(settings.value("window/theme", 0).toInt()));
    showPage(Page::Pick);
}

MainWindow::~MainWindow()
{
    QThreadPool::globalInstance()->waitForDone();
} // they use the workbench

void MainWindow::makeBar()
{
    auto *bar = addToolBar(tr("Pages"));
    bar->setObjectName(u"pages"_s);
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    bar->setFont(large);
    const QStringList titles{tr("&Pick"), tr("&Live"), tr("&Results"), tr("&History")};
    for (int i = 0; i < titles.size(); ++i) {
        QAction *action = bar->addAction(titles[i]);
        action->setCheckable(true);
        action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        m_pages->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { showPage(static_cast<Page>(i)); });
    }
}

void MainWindow::makeMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (QAction *action : m_pages->actions())
        view->addAction(action);
    view->addSeparator();
    auto *themes = new QActionGroup(this);
    const QStringList names{tr("As the &system"), tr("&Light"), tr("&Dark")};
    const int chosen = QSettings().value("window/theme", 0).toInt();
    for (int i = 0; i < names.size(); ++i) {
        QAction *action = view->addAction(names[i]);
        action->setCheckable(true);
        action->setChecked(i == chosen);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] {
            QSettings().setValue("window/theme", i);
            setTheme(static_cast<Theme>(i));
        });
    }
}

void MainWindow::setTheme(Theme theme)
{
    QApplication::setStyle(
        QStyleFactory::create(u"Fusion"_s)); // the one style that follows a palette wholly
    const bool dark = theme == Theme::Dark
        || (theme == Theme::System && Look::of(m_systemPalette).dark);
    QApplication::setPalette(Look::of(dark).palette());
}

void MainWindow::setPlan(const Plan &plan) { m_pick->setPlan(plan); }

void MainWindow::load()
{
    struct Offers
    {
        std::vector<TargetOffer> targets;
        std::vector<Drive> drives, planned;
        QStringList left;
    };
    inBackground(
        this,
        [bench = &m_services.workbench, folders = m_pick->plannedDrives()] {
            const QStringList left =
                bench->clean(false); // first: what an earlier run left, and its state
            std::vector<Drive> planned;
            for (const QString &folder : folders)
                planned.push_back(bench->driveOf(folder));
            return Offers{bench->targets(), bench->drives(), planned, left};
        },
        [this](const Offers &offers) {
            m_pick->setOffers(offers.targets, offers.drives, offers.planned);
            if (!offers.left.isEmpty())
                statusBar()->showMessage(
                    tr("Cleaned up after an interrupted run: %1").arg(offers.left.join(u"; "_s)));
            refreshHistory();
        });
}

void MainWindow::showPage(Page page)
{
    m_stack->setCurrentIndex(static_cast<int>(page));
    m_pages->actions().at(static_cast<int>(page))->setChecked(true);
}

void MainWindow::start(const Plan &plan)
{
    if (const auto started = m_services.workbench.start(plan); !started)
        return m_pick->setMessage(words::error(started.error()));
    m_pick->setMessage({});
    showPage(Page::Live);
    m_live->begin();
}

Store *MainWindow::store()
{
    if (!m_store) {
        auto opened = Store::open(m_services.workbench.options().store_path);
        if (!opened) {
            statusBar()->showMessage(words::error(opened.error()));
            return nullptr;
        }
        m_store = std::move(*opened);
        if (!m_store->notices().isEmpty())
            statusBar()->showMessage(tr("The results file was damaged and set aside: %1")
                                         .arg(m_store->notices().join(u", "_s)));
    }
    return m_store.get();
}

void MainWindow::openRun(qint64 run)
{
    if (run == 0 || !store())
        return;
    const auto loaded = m_store->run(run, false);
    if (!loaded) {
        statusBar()->showMessage(words::error(loaded.error()));
        return;
    }
    m_results->setRun(*loaded);
    showPage(Page::Results);
}

void MainWindow::refreshHistory()
{
    if (!store())
        return;
    const auto runs = m_store->runs();
    if (runs)
        m_history->setRuns(*runs);
    else
        statusBar()->showMessage(words::error(runs.error()));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_services.workbench.isRunning()) {
        const auto answer = QMessageBox::question(this, tr("A run is under way"),
                                                  tr("Stop it and close? Finished laps are kept."));
        if (answer != QMessageBox::Yes) {
            event->ignore();
            return;
        }
        m_services.workbench.stop();
        m_services.workbench.wait();
    }
    QSettings().setValue("window/geometry", saveGeometry());
    event->accept();
}

} // namespace drivetrain
