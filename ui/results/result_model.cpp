// SPDX-License-Identifier: GPL-3.0-or-later
#include "results/result_model.h"
#include "charts/result_charts.h"
#include "words/words.h"
#include <QFont>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace drivetrain {

void ResultModel::setRun(const Run &run, const QString &workload, const HistoricalTable &historical)
{
    beginResetModel();
    m_table = resultTable(run, workload);
    m_names = badgedNames(run.targets);
    m_historical = historical;
    endResetModel();
}

void ResultModel::showHistorical(bool show)
{
    beginResetModel();
    m_showHistorical = show;
    endResetModel();
}

void ResultModel::setLook(const Look &look)
{
    m_look = look;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ResultModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_table.rows.empty() ? 0 : static_cast<int>(m_table.rows.size()) + 1;
}

int ResultModel::columnCount(const QModelIndex &parent) const
{
    const auto historical = m_showHistorical ? static_cast<int>(m_historical.columns.size()) : 0;
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_names.size()) + historical;
}

const StepRow &ResultModel::row(int number) const
{
    const auto i = static_cast<std::size_t>(number);
    return i < m_table.rows.size() ? m_table.rows[i] : m_table.total;
}

QString ResultModel::cellText(const StepCell &cell) const
{
    if (cell.wrong)
        return tr("wrong answer");
    if (cell.failed && !cell.median_s)
        return tr("failed");
    if (!cell.median_s)
        return u"\u2013"_s;
    const QString seconds = words::seconds(*cell.median_s);
    return cell.ratio
               ? tr("%1 s   %2\u00d7")
                     .arg(seconds, QLocale().toString(*cell.ratio, 'f', *cell.ratio < 10 ? 2 : 0))
               : tr("%1 s").arg(seconds);
}

QVariant ResultModel::historicalData(int row, int column, int role) const
{
    const HistoricalColumn &past = m_historical.columns[static_cast<std::size_t>(column)];
    const auto at = static_cast<std::size_t>(row);
    std::optional<double> shown = at < m_table.rows.size() ? past.step_s(m_table.rows[at].number)
                                                           : past.sum_s(m_table.stepNumbers());
    if (role == Qt::DisplayRole)
        return shown ? tr("%1 s").arg(QLocale().toString(*shown, 'f', 3)) : u"\u2013"_s;
    if (role == Qt::ForegroundRole)
        return m_look.faint;
    return role == Qt::TextAlignmentRole ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                         : QVariant();
}

QVariant ResultModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const StepRow &step = row(index.row());
    const bool isTotal = index.row() + 1 == rowCount();
    if (role == Qt::FontRole && isTotal) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (index.column() == 0) {
        if (role == Qt::DisplayRole)
            return isTotal ? tr("Sum") : u"%1. %2"_s.arg(step.number)
                             .arg(words::stepTitle(m_table.workload, step.title));
        return role == Qt::ToolTipRole && !step.note.isEmpty() ? QVariant(step.note) : QVariant();
    }
    const int target = index.column() - 1;
    if (target >= m_names.size())
        return historicalData(index.row(), target - static_cast<int>(m_names.size()), role);
    const StepCell &cell = step.cells[static_cast<std::size_t>(target)];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(cell);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return cell.wrong || cell.failed ? QVariant(m_look.bad)
               : cell.fastest            ? QVariant(m_look.good)
                                         : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(cell.fastest);
        return font;
    }
    case Qt::ToolTipRole:
        return cell.fastest ? tr("The fastest in this row") : QString();
    default:
        return {};
    }
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (section == 0) {
        if (role == Qt::TextAlignmentRole)
            return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
        return role == Qt::DisplayRole ? QVariant(tr("Step (median of all laps)")) : QVariant();
    }
    const int target = section - 1;
    if (target < m_names.size()) { // name above, durability below
        if (role == Qt::DisplayRole)
            return QString(m_names[target]).replace(u" \u00b7 "_s, u"\n"_s);
        return role == Qt::ToolTipRole ? QVariant(m_names[target]) : QVariant();
    }
    const auto column = static_cast<std::size_t>(target - m_names.size());
    if (!m_showHistorical || column >= m_historical.columns.size())
        return {};
    const HistoricalColumn &past = m_historical.columns[column];
    if (role == Qt::DisplayRole)
        return QString(words::historicalLabel(past.engine, past.year)).replace(u": "_s, u"\n"_s);
    return role == Qt::ToolTipRole
               ? QVariant(words::historicalLabel(past.engine, past.year) + u'\n' + past.machine)
               : QVariant();
}

} // namespace drivetrain
