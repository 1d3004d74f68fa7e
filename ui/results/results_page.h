// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "results/result_model.h"
#include <QWidget>
#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QTableView;

namespace drivetrain {

class ChartPanel;

/// One run: the verdict, the table, the charts, and ways to take them along. Shows one workload at
/// a time.
class ResultsPage : public QWidget
{
    Q_OBJECT
public:
    using Historical = std::function<HistoricalTable(const QString &workload)>;
    explicit ResultsPage(Historical historical, QWidget *parent = nullptr);
    void setRun(const Run &run);
    [[nodiscard]] qint64 runId() const { return m_run.id; }
    /// Writes the shown workload in a format (png, svg, csv, json, html); nothing is overwritten.
    [[nodiscard]] Expected<void> exportTo(const QString &format, const QString &path) const;

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showWorkload();
    void showLadder();
    void showCharts();
    void fitColumns();
    [[nodiscard]] QWidget *choice();
    [[nodiscard]] std::vector<HistoricalTable> historical() const;
    [[nodiscard]] QWidget *figures();
    [[nodiscard]] QWidget *buttons();
    void askAndExport(const QString &format, const QString &filter);
    [[nodiscard]] QString workload() const;
    Historical m_historical;
    Run m_run;
    QLabel *m_verdict, *m_summary, *m_ladder, *m_settings, *m_caveat, *m_outcome;
    QComboBox *m_workloads, *m_picture;
    QCheckBox *m_past;
    QTableView *m_table;
    ResultModel *m_model;
    ChartPanel *m_chart;
    QWidget *m_choice = nullptr; ///< hidden while there is nothing to choose
    QWidget *m_figures, *m_buttons; ///< hidden while there is no run
};

} // namespace drivetrain
