// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"
#include "background.h"
#include "history/history_page.h"
#include "live/live_page.h"
#include "pick/pick_page.h"
#include "results/results_page.h"
#include "store/store.h"
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
#include <QTimer>
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
    QToolBar *bar = m_bar = addToolBar(tr("Pages"));
    bar->setObjectName(u"pages"_s);
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->setContextMenuPolicy(Qt::PreventContextMenu); // it cannot be hidden
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
    const bool dark =
        theme == Theme::Dark || (theme == Theme::System && Look::of(m_systemPalette).dark);
    QApplication::setPalette(Look::of(dark).palette());
    styleBar(Look::of(dark));
}

/// The page shown is underlined, as a tab would be.
void MainWindow::styleBar(const Look &look)
{
    m_bar->setStyleSheet(
        u"QToolBar { background: %1; border: none; border-bottom: 1px solid %2; spacing: 0 }"
        "QToolButton { padding: 0.5em 1em; border: none; border-bottom: 0.2em solid transparent; "
        "color: %3 }"
        "QToolButton:hover { background: %2 }"
        "QToolButton:focus { background: %2 }"
        "QToolButton:checked { border-bottom-color: %4; font-weight: bold }"_s.arg(
            look.card.name(), look.grid.name(), look.text.name(), look.accent.name()));
}

void MainWindow::setPlan(const Plan &plan)
{
    m_pick->setPlan(plan);
}

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
                say(tr("Cleaned up after an interrupted run: %1").arg(offers.left.join(u"; "_s)));
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

void MainWindow::say(const QString &message)
{
    if (!message.isEmpty())
        statusBar()->showMessage(message);
}

void MainWindow::openRun(qint64 id)
{
    if (id == 0)
        return;
    inBackground(
        this,
        [path = m_services.workbench.options().store_path, id]() -> Expected<Run> {
            const auto store = Store::open(path); // one object a thread
            return store ? (*store)->run(id, false) : tl::unexpected(store.error());
        },
        [this](const Expected<Run> &run) {
            if (!run)
                return say(words::error(run.error()));
            m_results->setRun(*run);
            showPage(Page::Results);
        });
}

void MainWindow::refreshHistory()
{
    struct Found
    {
        Expected<std::vector<RunSummary>> runs;
        QStringList notices;
    };
    inBackground(
        this,
        [path = m_services.workbench.options().store_path]() -> Found {
            const auto store = Store::open(path);
            if (!store)
                return {tl::unexpected(store.error()), {}};
            return {(*store)->runs(), (*store)->notices()};
        },
        [this](const Found &found) {
            if (!found.notices.isEmpty())
                say(tr("The results file was damaged and set aside: %1")
                        .arg(found.notices.join(u", "_s)));
            if (found.runs)
                m_history->setRuns(*found.runs);
            else
                say(words::error(found.runs.error()));
        });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_services.workbench.isRunning()) {
        QSettings().setValue("window/geometry", saveGeometry());
        event->accept();
        return;
    }
    event->ignore();
    if (m_closing) // the run is being stopped already
        return;
    if (QMessageBox::question(this, tr("A run is under way"),
                              tr("Stop it and close? Finished laps are kept."))
        != QMessageBox::Yes)
        return;
    m_closing = true;
    m_services.workbench.stop();
    say(tr("Stopping, then closing..."));
    auto *timer = new QTimer(this); // the window stays alive while servers end
    constexpr int lookAgain_ms = 50;
    timer->setInterval(lookAgain_ms);
    connect(timer, &QTimer::timeout, this, [this, timer] {
        if (m_services.workbench.isRunning())
            return;
        timer->deleteLater();
        close();
    });
    timer->start();
}

} // namespace drivetrain
