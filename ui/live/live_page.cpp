// SPDX-License-Identifier: GPL-3.0-or-later
#include "live/live_page.h"
#include "charts/panel.h"
#include "charts/result_charts.h"
#include "words/words.h"
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int barSteps = 1000;
constexpr int clientLine = 0, serverLine = 1, machineLine = 2, threadLine = 3;
constexpr double leastRate = 1; // a second: where the throughput's axis begins

QFont scaled(QFont font, double factor, bool bold)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(bold);
    return font;
}

QString stepLine(const StepProgress &step, const QString &workload, double fraction)
{
    const QString title = u"%1. %2"_s.arg(step.number)
                              .arg(words::stepTitle(workload, step.title));
    switch (step.state) {
    case StepState::Waiting:
        return u"\u00a0\u00a0 "_s + title;
    case StepState::Running:
        return u"\u25b6 %1  %2 %"_s.arg(title).arg(static_cast<int>(fraction * 100));
    case StepState::Verified:
        return u"\u2713 %1  %2"_s.arg(title, words::duration(step.wall_s));
    case StepState::Wrong:
        return u"\u2717 %1  %2"_s.arg(title, words::lapStatus(LapStatus::Wrong));
    case StepState::Failed:
        return u"\u2717 %1  %2"_s.arg(title, words::lapStatus(LapStatus::Failed));
    }
    return title;
}

} // namespace

LivePage::LivePage(Workbench &workbench, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_now(new QLabel), m_left(new QLabel),
      m_trouble(new QLabel), m_bar(new QProgressBar), m_stop(new QPushButton(tr("&Stop"))),
      m_steps(new QListWidget),
      m_throughput(new TimeChart(tr("Rows or statements a second, logarithmic"), {}, leastRate,
                                 TimeChart::Scale::Logarithmic)),
      m_cpu(new TimeChart(tr("Processor use in %, a core is 100 %"),
                          {tr("this program"), tr("database server"), tr("whole machine"),
                           tr("busiest thread")},
                          100)),
      m_phases(new ChartPanel(tr("Where the time went, finished laps"))), m_timer(new QTimer(this))
{
    m_now->setFont(scaled(font(), 1.25, true));
    m_now->setWordWrap(true);
    m_stop->setFont(scaled(font(), 1.2, true));
    m_stop->setMinimumHeight(m_stop->sizeHint().height() * 3 / 2);
    m_stop->setEnabled(false);
    m_bar->setRange(0, barSteps);
    m_bar->setTextVisible(false);
    m_trouble->setWordWrap(true);
    m_trouble->hide();
    m_steps->setSelectionMode(QAbstractItemView::NoSelection);
    m_steps->setFocusPolicy(Qt::NoFocus);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setTextElideMode(Qt::ElideMiddle);
    m_steps->setSpacing(fontMetrics().height() / 6);
    m_phases->hide(); // nothing to show before the first lap is over
    m_steps->setAccessibleName(tr("Steps of this lap"));
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_bar->setMaximumHeight(fontMetrics().height() * 2 / 3);
    auto *stepsPanel = new Panel;
    auto *stepsLayout = new QVBoxLayout(stepsPanel);
    auto *stepsTitle = new QLabel(tr("Steps of this lap"));
    stepsTitle->setFont(scaled(font(), 1, true));
    stepsLayout->addWidget(stepsTitle);
    stepsLayout->addWidget(m_steps, 1);

    auto *top = new QHBoxLayout;
    auto *texts = new QVBoxLayout;
    texts->addWidget(m_now);
    texts->addWidget(m_left);
    top->addLayout(texts, 1);
    top->addWidget(m_stop);
    auto *charts = new QVBoxLayout;
    charts->addWidget(m_throughput, 4);
    charts->addWidget(m_cpu, 3);
    charts->addWidget(m_phases, 4);
    constexpr int ownColours = 4; // the first ones are the databases'
    m_cpu->setFirstColour(ownColours);
    charts->setSpacing(fontMetrics().height() / 2);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(fontMetrics().height() / 2);
    middle->addLayout(charts, 2);
    m_steps->setMinimumWidth(fontMetrics().averageCharWidth() * 42);
    middle->addWidget(stepsPanel, 1);
    auto *layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height();
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addLayout(top);
    layout->addWidget(m_bar);
    layout->addWidget(m_trouble);
    layout->addLayout(middle, 1);

    m_timer->setInterval(pollEvery_ms);
    connect(m_timer, &QTimer::timeout, this, &LivePage::poll);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_stop->setEnabled(false);
        m_workbench.stop();
    });
    m_now->setText(tr("Nothing is running. Choose on the first page, then press Start."));
    setLook(Look::of(palette()));
}

void LivePage::begin()
{
    m_lines.clear();
    m_throughput->setLines({});
    m_cpu->clear();
    m_phases->hide();
    m_steps->clear();
    m_now->clear();
    m_left->clear();
    m_next = 0;
    m_offset_s = m_last_s = 0;
    m_sampleTarget = m_sampleLap = m_phaseLaps = -1;
    m_trouble->hide();
    m_stop->setEnabled(true);
    m_timer->start();
    poll();
}

void LivePage::poll()
{
    const bool running =
        m_workbench.isRunning(); // first: what is read below is then the last there is
    const Progress progress = m_workbench.progress();
    show(progress);
    const Workbench::LiveSamples samples = m_workbench.samplesSince(m_next);
    m_next = samples.next;
    addSamples(samples.samples);
    if (isVisible())
        redraw();
    if (!running) {
        m_timer->stop();
        m_stop->setEnabled(false);
        Q_EMIT over(progress.run_id);
    }
}

void LivePage::addSamples(const std::vector<LiveSample> &samples)
{
    constexpr double shortest_s =
        0.02; // the tail of a step: too short for a rate that means anything
    for (const auto &[target, lap, sample] : samples) {
        if (target != m_sampleTarget || lap != m_sampleLap)
            beginLap(target, lap);
        const double t_s = m_offset_s + sample.t_s;
        m_last_s = std::max(m_last_s, t_s);
        if (sample.interval_s < shortest_s)
            continue;
        const auto done = static_cast<double>(std::max(sample.rows, sample.operations));
        m_throughput->append(target, {t_s, done / sample.interval_s});
        const auto add = [&](int line, std::optional<double> percent, double factor) {
            if (percent)
                m_cpu->append(line, {t_s, *percent * factor});
        };
        add(clientLine, sample.cpu_client_percent, 1);
        add(serverLine, sample.cpu_server_percent, 1);
        add(threadLine, sample.cpu_busiest_thread_percent, 1);
        add(machineLine, sample.cpu_machine_percent,
            static_cast<double>(std::max(1, m_workbench.cores())));
    }
}

/// Laps stand after one another, each in the colour of its target.
void LivePage::beginLap(int target, int lap)
{
    if (m_sampleTarget >= 0)
        m_throughput->gap(m_sampleTarget, m_last_s);
    m_cpu->gap(serverLine, m_last_s); // servers come and go
    m_cpu->gap(threadLine, m_last_s);
    m_offset_s = m_last_s;
    m_sampleTarget = target;
    m_sampleLap = lap;
    m_throughput->gap(target, m_offset_s);
}

void LivePage::redraw()
{
    m_throughput->redraw();
    m_cpu->redraw();
}

void LivePage::show(const Progress &progress)
{
    m_bar->setValue(static_cast<int>(progress.fraction * barSteps));
    const QStringList lines = badgedNames(progress.targets);
    if (lines.size() != m_lines.size()) // the first look at this run
        m_throughput->setLines(lines);
    else if (lines != m_lines) // a badge is known once its first lap has begun
        m_throughput->rename(lines);
    m_lines = lines;
    if (progress.stage == RunStage::Over) {
        m_now->setText(tr("The run is over: %1").arg(words::runStatus(progress.status)));
        m_left->clear();
    } else if (progress.target >= 0) {
        m_now->setText(tr("%1, lap %2 of %3: %4")
                           .arg(words::targetName(progress.targets, progress.target))
                           .arg(progress.lap)
                           .arg(progress.laps)
                           .arg(words::runStage(progress.stage)));
        m_left->setText(tr("%1 of %2 laps done, %3")
                            .arg(progress.laps_done)
                            .arg(progress.laps_total)
                            .arg(words::timeLeft(progress.left_s)));
    } else if (progress.stage != RunStage::Idle) {
        m_now->setText(tr("The run is %1").arg(words::runStage(progress.stage)));
        m_left->clear();
    }
    QStringList troubles;
    if (progress.no_progress)
        troubles << tr("No statement has finished for 5 seconds. You can wait, or stop.");
    if (progress.last_error)
        troubles
            << tr("A lap failed, the others go on: %1").arg(words::error(*progress.last_error));
    m_trouble->setText(troubles.join(u'\n'));
    m_trouble->setVisible(!troubles.isEmpty());
    showSteps(progress);
    showPhases(progress);
}

void LivePage::showSteps(const Progress &progress)
{
    const auto count = static_cast<int>(progress.steps.size());
    while (m_steps->count() > count)
        delete m_steps->takeItem(m_steps->count() - 1);
    const Look &look = Look::of(palette());
    for (int i = 0; i < count; ++i) {
        const StepProgress &step = progress.steps[static_cast<std::size_t>(i)];
        if (m_steps->count() <= i)
            m_steps->addItem(QString());
        QListWidgetItem *item = m_steps->item(i);
        const QString line = stepLine(step, progress.workload, progress.step_fraction);
        if (item->text() == line)
            continue;
        item->setText(line);
        const bool bad = step.state == StepState::Wrong || step.state == StepState::Failed;
        item->setForeground(bad                                ? look.bad
                            : step.state == StepState::Waiting ? look.faint
                                                               : look.text);
        item->setFont(scaled(font(), 1, step.state == StepState::Running));
    }
}

void LivePage::showPhases(const Progress &progress)
{
    const int laps = static_cast<int>(progress.finished_laps.size());
    if (laps == m_phaseLaps || progress.targets.empty())
        return;
    m_phaseLaps = laps;
    m_phases->setVisible(laps > 0);
    m_phases->setChart(
        phaseChart(badgedNames(progress.targets),
                   phaseTotals(progress.finished_laps, progress.targets.size(), progress.workload),
                   Look::of(palette())));
}

void LivePage::setLook(const Look &look)
{
    m_throughput->setLook(look);
    m_cpu->setLook(look);
    m_phaseLaps = -1; // drawn anew at the next look
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, look.bad);
    m_trouble->setPalette(colours);
}

void LivePage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        setLook(Look::of(palette()));
    QWidget::changeEvent(event);
}

} // namespace drivetrain
