// SPDX-License-Identifier: GPL-3.0-or-later
#include "results/results_page.h"
#include "charts/chart_panel.h"
#include "charts/ladder_chart.h"
#include "charts/result_charts.h"
#include "charts/run_pictures.h"
#include "export/export.h"
#include "report/html_report.h"
#include "words/words.h"
#include <QApplication>
#include <QChart>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr QSize pictureSize{1600, 900};
constexpr double pictureScale = 2;

/// A name beside it that is still free: "run-7-2.png".
QString freeName(const QString &path)
{
    const QFileInfo info(path);
    QString name = path;
    for (int i = 2; QFileInfo::exists(name); ++i)
        name = u"%1/%2-%3.%4"_s.arg(info.path(), info.completeBaseName()).arg(i).arg(info.suffix());
    return name;
}

} // namespace

ResultsPage::ResultsPage(Historical historical, QWidget *parent)
    : QWidget(parent), m_historical(std::move(historical)), m_verdict(new QLabel),
      m_summary(new QLabel), m_ladder(new QLabel), m_settings(new QLabel), m_caveat(new QLabel), m_outcome(new QLabel),
      m_workloads(new QComboBox), m_picture(new QComboBox),
      m_past(new QCheckBox(tr("Show the &historical figures"))), m_table(new QTableView),
      m_model(new ResultModel(this)), m_chart(new ChartPanel(QString())), m_figures(figures()),
      m_buttons(buttons())
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    m_verdict->setFont(large);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_verdict->setText(
        tr("No run yet. Choose on the first page, then press Start; or open an earlier run."));
    m_ladder->setWordWrap(true);
    m_ladder->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QLabel *label : {m_summary, m_settings, m_caveat, m_outcome}) {
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_choice = choice();

    auto *layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height();
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_verdict);
    layout->addWidget(m_summary);
    layout->addWidget(m_choice, 0, Qt::AlignLeft);
    layout->addWidget(m_ladder);
    layout->addWidget(m_figures, 1);
    layout->addWidget(m_caveat);
    layout->addWidget(m_settings);
    layout->addWidget(m_buttons);
    layout->addWidget(m_outcome);
    layout->addStretch(); // holds the words at the top while there is nothing else
    for (QWidget *later : {m_choice, static_cast<QWidget *>(m_ladder), m_figures, m_buttons,
                           static_cast<QWidget *>(m_caveat), static_cast<QWidget *>(m_settings),
                           static_cast<QWidget *>(m_outcome)})
        later->hide();
    connect(m_workloads, &QComboBox::currentIndexChanged, this, &ResultsPage::showWorkload);
    connect(m_picture, &QComboBox::currentIndexChanged, this, &ResultsPage::showCharts);
    connect(m_past, &QCheckBox::toggled, this, [this](bool on) {
        m_model->showHistorical(on);
        fitColumns();
        m_caveat->setVisible(on);
    });
}

/// Which of the run's workloads is shown.
QWidget *ResultsPage::choice()
{
    m_workloads->setAccessibleName(tr("Workload"));
    m_workloads->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *label = new QLabel(tr("&Workload:"));
    label->setBuddy(m_workloads);
    auto *strip = new QWidget;
    auto *layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_workloads);
    return strip;
}

/// The table and, beside it, the chart.
QWidget *ResultsPage::figures()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Steps and databases"));
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView *head = m_table->horizontalHeader();
    head->setHighlightSections(false);
    m_table->viewport()->installEventFilter(this); // for fitColumns()
    head->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    m_picture->addItem(tr("Every step"), static_cast<int>(RunPicture::Steps));
    m_picture->addItem(tr("All steps together"), static_cast<int>(RunPicture::Totals));
    m_picture->addItem(tr("Where the time went"), static_cast<int>(RunPicture::Phases));
    m_picture->setAccessibleName(tr("What the chart shows"));
    m_chart->addTitleWidget(m_picture);
    m_chart->setSmooth(true);
    m_chart->setMinimumWidth(fontMetrics().averageCharWidth() * 44);
    auto *tablePanel = new Panel;
    auto *tableLayout = new QVBoxLayout(tablePanel);
    const int pad = fontMetrics().height() / 3;
    tableLayout->setContentsMargins(pad, pad, pad, pad);
    tableLayout->addWidget(m_table);
    auto *splitter = new QSplitter;
    splitter->addWidget(tablePanel);
    splitter->addWidget(m_chart);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(fontMetrics().height() / 2);
    return splitter;
}

QWidget *ResultsPage::buttons()
{
    auto *strip = new QWidget;
    auto *layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new QLabel(tr("Save as")));
    const QList<std::pair<QString, QString>> formats{{u"png"_s, tr("Picture (PNG)")},
                                                     {u"svg"_s, tr("Drawing (SVG)")},
                                                     {u"csv"_s, tr("Table (CSV)")},
                                                     {u"json"_s, tr("Everything (JSON)")},
                                                     {u"html"_s, tr("Report (HTML)")}};
    for (const auto &[format, title] : formats) {
        auto *button = new QPushButton(title);
        connect(button, &QPushButton::clicked, this,
                [this, format = format, title = title] { askAndExport(format, title); });
        layout->addWidget(button);
    }
    layout->addStretch(1);
    auto *details = new QCheckBox(tr("Show all &settings"));
    connect(details, &QCheckBox::toggled, m_settings, &QLabel::setVisible);
    layout->addWidget(details);
    layout->addWidget(m_past);
    return strip;
}

QString ResultsPage::workload() const
{
    return m_workloads->currentData().toString();
}

void ResultsPage::setRun(const Run &run)
{
    m_run = run;
    {
        const QSignalBlocker quiet(m_workloads);
        m_workloads->clear();
        for (const QString &name : run.plan.workloads)
            m_workloads->addItem(words::workloadTitle(name, name), name);
        m_choice->setVisible(m_workloads->count() > 1);
    }
    m_outcome->hide();
    m_figures->show();
    m_buttons->show();
    m_buttons->setEnabled(!run.laps.empty());
    showWorkload();
}

void ResultsPage::showWorkload()
{
    const HistoricalTable historical = m_historical(workload());
    m_model->setLook(Look::of(palette()));
    m_model->setRun(m_run, workload(), historical);
    fitColumns();
    m_verdict->setText(words::verdict(m_run, workload(), headlineVerdict(m_run, workload())));
    m_summary->setText(
        tr("Run %1, %2, %3. Size %4, %5 repetitions, %6, seed %7.")
            .arg(m_run.id)
            .arg(QLocale().toString(m_run.started.toLocalTime(), QLocale::ShortFormat),
                 words::runStatus(m_run.status))
            .arg(QLocale().toString(m_run.plan.scale))
            .arg(m_run.plan.laps)
            .arg(words::transport(m_run.plan.transport))
            .arg(m_run.plan.seed));
    m_settings->setText(settingsBlock(m_run).join(u'\n'));
    const QString machine =
        historical.columns.empty() ? QString() : historical.columns.front().machine;
    m_caveat->setText(
        tr("Historical: %1 (%2). %3.").arg(historical.source, machine, historical.caveat));
    m_past->setVisible(!historical.columns.empty());
    m_caveat->setVisible(m_past->isChecked() && !historical.columns.empty());
    showLadder();
    showCharts();
}

/// Words and a picture more, for the workload that has a ladder.
void ResultsPage::showLadder()
{
    QStringList sentences;
    for (const Ladder &ladder : ladders(m_run, workload()))
        sentences << words::ladder(m_run, ladder);
    m_ladder->setText(sentences.join(u'\n'));
    m_ladder->setVisible(!sentences.isEmpty());
    const QSignalBlocker quiet(m_picture);
    const auto kind = static_cast<int>(RunPicture::Ladder);
    const int there = m_picture->findData(kind);
    if (there >= 0 && sentences.isEmpty())
        m_picture->removeItem(there);
    else if (there < 0 && !sentences.isEmpty())
        m_picture->addItem(tr("What sixteen columns cost"), kind);
}

void ResultsPage::showCharts()
{
    if (m_run.targets.empty())
        return;
    const Look &look = Look::of(palette());
    std::unique_ptr<QChart> chart;
    switch (static_cast<RunPicture>(m_picture->currentData().toInt())) {
    case RunPicture::Steps:
        chart = stepsChart(m_run, workload(), look, false);
        break;
    case RunPicture::Totals:
        chart = totalsChart(m_run, workload(), look);
        break;
    case RunPicture::Phases:
        chart = phaseChart(badgedNames(m_run.targets),
                           phaseTotals(m_run.laps, m_run.targets.size(), workload()), look);
        break;
    case RunPicture::Ladder:
        chart = ladderChart(m_run, workload(), look);
        break;
    }
    m_chart->setChart(std::move(chart));
}

/// Every column as wide as its text; what is left over goes to the steps, so that the table ends
/// where its panel does.
void ResultsPage::fitColumns()
{
    m_table->resizeColumnsToContents();
    const int spare = m_table->viewport()->width() - m_table->horizontalHeader()->length();
    if (spare > 0)
        m_table->setColumnWidth(0, m_table->columnWidth(0) + spare);
}

bool ResultsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_table->viewport())
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// What was published for each of the run's workloads, in their order.
std::vector<HistoricalTable> ResultsPage::historical() const
{
    std::vector<HistoricalTable> tables;
    for (const QString &name : m_run.plan.workloads)
        tables.push_back(m_historical(name));
    return tables;
}

Expected<void> ResultsPage::exportTo(const QString &format, const QString &path) const
{
    const auto picture = static_cast<RunPicture>(m_picture->currentData().toInt());
    QByteArray bytes;
    if (format == "png"_L1)
        bytes = renderPng(m_run, workload(), picture, pictureSize, pictureScale);
    else if (format == "svg"_L1)
        bytes = renderSvg(m_run, workload(), picture, pictureSize);
    else if (format == "csv"_L1)
        bytes = stepsCsv(m_run);
    else if (format == "json"_L1)
        bytes = runJson(m_run);
    else
        bytes = htmlReport(m_run, historical());
    return writeNewFile(path, bytes);
}

void ResultsPage::askAndExport(const QString &format, const QString &filter)
{
    const QString suggestion =
        freeName(u"%1/drivetrain-run-%2.%3"_s.arg(QDir::homePath()).arg(m_run.id).arg(format));
    QString path = QFileDialog::getSaveFileName(this, filter, suggestion, u"*."_s + format, nullptr,
                                                QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + format;
    const QString free = freeName(path); // never over a file that is there
    if (free != path
        && QMessageBox::question(
               this, tr("There is such a file already"),
               tr("%1 stays as it is. Save as %2 instead?").arg(path, QFileInfo(free).fileName()))
               != QMessageBox::Yes)
        return;
    path = free;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto restore = qScopeGuard([] { QApplication::restoreOverrideCursor(); });
    const auto done = exportTo(format, path);
    m_outcome->setText(done ? tr("Saved: %1").arg(path) : words::error(done.error()));
    m_outcome->show();
}

void ResultsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_model->setLook(Look::of(palette()));
        showCharts();
    }
    QWidget::changeEvent(event);
}

} // namespace drivetrain
