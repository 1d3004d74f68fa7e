// SPDX-License-Identifier: GPL-3.0-or-later
#include "history/history_page.h"
#include "charts/look.h"
#include "charts/panel.h"
#include "words/words.h"
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace drivetrain {

void HistoryModel::setRuns(std::vector<RunSummary> runs)
{
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
}

qint64 HistoryModel::runAt(int row) const
{
    return row >= 0 && static_cast<std::size_t>(row) < m_runs.size()
               ? m_runs[static_cast<std::size_t>(row)].id
               : 0;
}

int HistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}
int HistoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 7;
}

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RunSummary &run = m_runs[static_cast<std::size_t>(index.row())];
    const bool odd = run.status == RunStatus::Interrupted || run.status == RunStatus::Failed;
    if (role == Qt::ForegroundRole && index.column() == 2 && odd)
        return Look::of(QApplication::palette()).bad;
    if (role == Qt::ToolTipRole && index.column() == 5)
        return run.targets.join(u'\n');
    if (role != Qt::DisplayRole)
        return {};
    QStringList titles;
    switch (index.column()) {
    case 0:
        return run.id;
    case 1:
        return QLocale().toString(run.started.toLocalTime(), QLocale::ShortFormat);
    case 2:
        return words::runStatus(run.status);
    case 3:
        return tr("%1 of %2").arg(run.laps_finished).arg(run.laps_planned);
    case 4:
        for (const QString &name : run.workloads)
            titles << words::workloadTitle(name, name);
        return titles.join(u", "_s);
    case 5:
        return targetsText(run.targets);
    default:
        return run.drives.join(u", "_s);
    }
}

QString HistoryModel::targetsText(const QStringList &targets)
{
    QStringList names;
    for (const QString &text : targets) {
        const auto spec = parseTarget(text);
        names << (spec ? words::targetName(std::vector<RunTarget>{{*spec, {}, {}}}, 0) : text);
    }
    names.removeDuplicates(); // a target on two drives
    return names.join(u", "_s);
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QStringList titles{tr("Run"),       tr("When"),      tr("State"), tr("Laps"),
                             tr("Workloads"), tr("Databases"), tr("Drives")};
    return titles.value(section);
}

HistoryPage::HistoryPage(QWidget *parent)
    : QWidget(parent), m_model(new HistoryModel(this)), m_table(new QTableView),
      m_hint(
          new QLabel(tr("Here will be every run that was started, with all that was measured."))),
      m_open(new QPushButton(tr("&Open the chosen run")))
{
    auto *heading = new QLabel(tr("Earlier runs"));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    heading->setFont(large);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Earlier runs"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 7 / 4);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(5, QHeaderView::Stretch);
    const auto openCurrent = [this] {
        if (const qint64 run = m_model->runAt(m_table->currentIndex().row()))
            Q_EMIT opened(run);
    };
    connect(m_open, &QPushButton::clicked, this, openCurrent);
    connect(m_table, &QTableView::activated, this, openCurrent); // double click or Enter
    auto *panel = new Panel;
    auto *inside = new QVBoxLayout(panel);
    const int margin = fontMetrics().height();
    inside->setContentsMargins(margin / 3, margin / 3, margin / 3, margin / 3);
    inside->addWidget(m_hint, 0, Qt::AlignCenter);
    inside->addWidget(m_table, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(heading);
    layout->addWidget(panel, 1);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    setRuns({});
}

void HistoryPage::setRuns(std::vector<RunSummary> runs)
{
    const bool any = !runs.empty();
    m_model->setRuns(std::move(runs));
    m_hint->setVisible(!any);
    m_table->setVisible(any);
    m_open->setEnabled(any);
    if (any)
        m_table->selectRow(0);
}

} // namespace drivetrain
