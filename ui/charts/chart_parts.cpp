// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_parts.h"
#include <QFontMetrics>
#include <QLegend>

namespace drivetrain {

std::unique_ptr<QChart> plainChart(const Look &look)
{
    auto chart = std::make_unique<QChart>();
    chart->setBackgroundBrush(look.card);
    chart->setBackgroundRoundness(0);
    chart->setMargins(
        QMargins(0, 0, QFontMetrics(QFont()).height(), 0)); // the last label hangs over
    chart->legend()->hide();
    chart->setAnimationOptions(QChart::NoAnimation);
    return chart;
}

void styleAxis(QAbstractAxis &axis, const Look &look)
{
    axis.setLabelsColor(look.text);
    axis.setTitleBrush(look.faint);
    axis.setLabelsFont(QFont());
    axis.setTitleFont(QFont());
    axis.setLinePenColor(look.grid);
    axis.setGridLineColor(look.grid);
}

} // namespace drivetrain
