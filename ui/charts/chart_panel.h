// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/panel.h"
#include <memory>

class QChart;
class QChartView;
class QHBoxLayout;
class QLabel;

namespace drivetrain {

/// A chart in a frame of its own, with a title and a legend that is never cut off.
class ChartPanel : public Panel
{
    Q_OBJECT
public:
    explicit ChartPanel(const QString &title, QWidget *parent = nullptr);
    void setChart(std::unique_ptr<QChart> chart);
    [[nodiscard]] QChart *chart() const;
    void setSmooth(bool smooth); ///< antialiased: for what does not move
    void addTitleWidget(QWidget *widget); ///< before the title; the legend then stands below
    void updateLegend();

private:
    QHBoxLayout *m_head;
    QLabel *m_title, *m_legend;
    QChartView *m_view;
};

} // namespace drivetrain
