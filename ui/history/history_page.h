// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace drivetrain {

/// Earlier runs, newest first. Plain data, set anew after each run.
class HistoryModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setRuns(std::vector<RunSummary> runs);
    [[nodiscard]] qint64 runAt(int row) const;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RunSummary> m_runs;
    [[nodiscard]] static QString targetsText(const QStringList &targets);
};

class HistoryPage : public QWidget
{
    Q_OBJECT
public:
    explicit HistoryPage(QWidget *parent = nullptr);
    void setRuns(std::vector<RunSummary> runs);
Q_SIGNALS:
    void opened(qint64 run);

private:
    HistoryModel *m_model;
    QTableView *m_table;
    QLabel *m_hint;
    QPushButton *m_open;
};

} // namespace drivetrain
