// SPDX-License-Identifier: GPL-3.0-or-later
#include "history/history_page.h"
#include "words/words.h"
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
{ return parent.isValid() ? 0 : static_cast<int>(m_runs.size()); }
int HistoryModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 7; }

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    const RunSummary &run = m_runs[static_cast<std::size_t>(index.row())];
    QStringList titles;
    switch (index.column()) {
    case 0: return run.id;
    case 1: return QLocale().toString(run.started.toLocalTime(), QLocale::ShortFormat);
    case 2: return words::runStatus(run.status);
    case 3: return tr("%1 of %2").arg(run.laps_finished).arg(run.laps_planned);
    case 4:
        for (const QString &name : run.workloads)
            titles << words::workloadTitle(name, name);
        return titles.join(u", "_s);
    case 5: return run.targets.join(u", "_s);
    default: return run.drives.join(u", "_s);
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QStringList titles{tr("Run"),       tr("When"),      tr("State"), tr("Laps"),
                             tr("Workloads"), tr("Databases"), tr("Drives")};
    return titles.value(section);
}

HistoryPage::HistoryPage(QWidget *parent)
    : QWidget(parent), m_model(new HistoryModel(this)), m_table(new QTableView)
{
    auto *heading = new QLabel(tr("Earlier runs"));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    heading->setFont(large);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto *open = new QPushButton(tr("&Open"));
    const auto openCurrent = [this] {
        if (const qint64 run = m_model->runAt(m_table->currentIndex().row()))
            Q_EMIT opened(run);
    };
    connect(open, &QPushButton::clicked, this, openCurrent);
    connect(m_table, &QTableView::doubleClicked, this, openCurrent);
    auto *layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height();
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(heading);
    layout->addWidget(m_table, 1);
    layout->addWidget(open, 0, Qt::AlignLeft);
}

} // namespace drivetrain
