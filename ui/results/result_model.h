// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include "model/historical.h"
#include "stats/comparison.h"
#include <QAbstractTableModel>

namespace drivetrain {

/// The result table: steps down, targets across, the sum last; historical figures behind on
/// request. Plain data, set anew for each run.
class ResultModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setRun(const Run &run, const QString &workload, const HistoricalTable &historical);
    void showHistorical(bool show);
    void setLook(const Look &look);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const StepRow &row(int number) const;
    [[nodiscard]] QString cellText(const StepCell &cell) const;
    [[nodiscard]] QVariant historicalData(int row, int column, int role) const;
    ResultTable m_table;
    QStringList m_names;
    HistoricalTable m_historical;
    bool m_showHistorical = false;
    Look m_look = Look::of(false);
};

} // namespace drivetrain
