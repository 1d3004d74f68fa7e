// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/ladder_chart.h"
#include "charts/chart_parts.h"
#include "charts/result_charts.h"
#include "stats/ladder.h"
#include "words/words.h"
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QCoreApplication>
#include <QHorizontalStackedBarSeries>
#include <QValueAxis>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

struct ChartTexts
{
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

constexpr std::size_t partCount = 4;

std::array<double, partCount> percentsOf(const Ladder &ladder)
{
    const double scale = ladder.base64_s > 0 ? 100 / ladder.base64_s : 0;
    return {ladder.parsing.seconds * scale, ladder.conversion.seconds * scale,
            ladder.columns.seconds * scale, ladder.rest.seconds * scale};
}

QValueAxis *percentAxis(const std::vector<Ladder> &all, const Look &look)
{
    double least = 0, greatest = 0;
    for (const Ladder &ladder : all) {
        double below = 0, above = 0;
        for (const double percent : percentsOf(ladder))
            (percent < 0 ? below : above) += percent;
        least = std::min(least, below);
        greatest = std::max(greatest, above);
    }
    constexpr double air = 1.05;
    auto *axis = styled(new QValueAxis, look);
    axis->setRange(least * air, greatest - least > 0 ? greatest * air : 1);
    axis->applyNiceNumbers();
    axis->setLabelFormat(u"%g"_s);
    axis->setTitleText(ChartTexts::tr("% of the time for one text; left of 0: time saved"));
    return axis;
}

} // namespace

std::unique_ptr<QChart> ladderChart(const Run &run, const QString &workload, const Look &look)
{
    auto chart = plainChart(look);
    std::vector<Ladder> all = ladders(run, workload);
    std::reverse(all.begin(), all.end()); // a chart counts from below
    const QStringList targets = badgedNames(run.targets), parts = words::ladderParts();
    auto *series = new QHorizontalStackedBarSeries;
    series->setBarWidth(0.5);
    for (std::size_t part = 0; part < partCount; ++part) {
        auto *set = new QBarSet(parts[static_cast<qsizetype>(part)]);
        set->setColor(look.series(static_cast<int>(part)));
        set->setBorderColor(look.card);
        for (const Ladder &ladder : all)
            set->append(percentsOf(ladder)[part]);
        series->append(set);
    }
    chart->addSeries(series);
    auto *category = styled(new QBarCategoryAxis, look);
    for (const Ladder &ladder : all)
        category->append(targets[ladder.target]);
    category->setGridLineVisible(false);
    QValueAxis *value = percentAxis(all, look);
    chart->addAxis(category, Qt::AlignLeft);
    chart->addAxis(value, Qt::AlignBottom);
    series->attachAxis(category);
    series->attachAxis(value);
    return chart;
}

} // namespace drivetrain
