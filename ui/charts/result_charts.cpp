// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/result_charts.h"
#include "charts/chart_parts.h"
#include "stats/comparison.h"
#include "words/words.h"
#include <QBarCategoryAxis>
#include <QBarSet>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QHorizontalBarSeries>
#include <QHorizontalStackedBarSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

struct ChartTexts
{
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

constexpr double groupWidth = 0.72; // of a category, shared by its bars

/// Bars of several targets in categories, upside down since a chart counts from below.
struct Bars
{
    QStringList categories; ///< from the top
    QStringList names; ///< a target each
    std::vector<std::vector<StepCell>> cells; ///< category, target
};

double leastOf(const Bars &bars)
{
    double least = 1e9;
    for (const auto &row : bars.cells) {
        for (const StepCell &cell : row) {
            for (const auto &lap : cell.laps_s) {
                if (lap && *lap > 0)
                    least = std::min(least, *lap);
            }
        }
    }
    return least > 1e8 ? 1e-3 : least;
}

double greatestOf(const Bars &bars)
{
    double greatest = 0;
    for (const auto &row : bars.cells) {
        for (const StepCell &cell : row) {
            for (const auto &lap : cell.laps_s)
                greatest = std::max(greatest, lap.value_or(0));
        }
    }
    return greatest > 0 ? greatest : 1;
}

/// Where the middle of a bar lies on the category axis.
double middleOf(std::size_t category, std::size_t categories, std::size_t target,
                std::size_t targets)
{
    const double slot = static_cast<double>(categories - 1 - category);
    const double bar = static_cast<double>(targets - 1 - target) + 0.5;
    return slot - groupWidth / 2 + bar * groupWidth / static_cast<double>(targets);
}

void addDots(QChart &chart, const Bars &bars, std::size_t target, const Look &look,
             const QList<QAbstractAxis *> &axes)
{
    auto *dots = new QScatterSeries;
    if (target == 0) // once in the legend
        dots->setName(ChartTexts::tr("each lap (bar: median; shorter is better)"));
    dots->setMarkerSize(QFontMetrics(QFont()).height() * 0.4);
    dots->setColor(look.dark ? look.text : QColor(Qt::black));
    dots->setBorderColor(look.card);
    for (std::size_t category = 0; category < bars.cells.size(); ++category) {
        for (const auto &lap : bars.cells[category][target].laps_s) {
            if (lap)
                dots->append(*lap, middleOf(category, bars.cells.size(), target,
                                            bars.cells[category].size()));
        }
    }
    chart.addSeries(dots);
    for (QAbstractAxis *axis : axes)
        dots->attachAxis(axis);
}

std::unique_ptr<QChart> barChart(const Bars &bars, bool logarithmic, const QString &title,
                                 const Look &look)
{
    auto chart = plainChart(look);
    auto *series = new QHorizontalBarSeries;
    series->setBarWidth(groupWidth);
    QStringList categories = bars.categories;
    std::reverse(categories.begin(), categories.end());
    const double floor = logarithmic ? leastOf(bars) / 2 : 0;
    for (std::size_t i = bars.names.size() == 0 ? 0 : static_cast<std::size_t>(bars.names.size());
         i-- > 0;) {
        auto *set = new QBarSet(bars.names[static_cast<qsizetype>(i)]);
        set->setColor(look.series(static_cast<int>(i)));
        set->setBorderColor(look.card);
        for (std::size_t category = bars.cells.size(); category-- > 0;)
            set->append(bars.cells[category][i].wrong // no bar where there is no figure
                            ? floor
                            : bars.cells[category][i].median_s.value_or(floor));
        series->append(set);
    }
    chart->addSeries(series);
    auto *category = styled(new QBarCategoryAxis, look);
    category->append(categories);
    category->setGridLineVisible(false);
    QAbstractAxis *value = nullptr;
    if (logarithmic) {
        auto *log = styled(new QLogValueAxis, look);
        log->setBase(10);
        log->setRange(std::pow(10, std::floor(std::log10(floor))),
                      std::pow(10, std::ceil(std::log10(greatestOf(bars) * 1.05))));
        log->setLabelFormat(u"%g"_s);
        log->setMinorTickCount(8);
        log->setMinorGridLineColor(look.grid.lighter(look.dark ? 80 : 104));
        value = log;
    } else {
        auto *linear = styled(new QValueAxis, look);
        linear->setRange(0, greatestOf(bars) * 1.08);
        linear->applyNiceNumbers();
        linear->setLabelFormat(u"%g"_s);
        value = linear;
    }
    value->setTitleText(title);
    chart->addAxis(category, Qt::AlignLeft);
    chart->addAxis(value, Qt::AlignBottom);
    series->attachAxis(category);
    series->attachAxis(value);
    for (std::size_t target = 0; target < static_cast<std::size_t>(bars.names.size()); ++target)
        addDots(*chart, bars, target, look, {category, value});
    return chart;
}

} // namespace

QStringList badgedNames(const std::vector<RunTarget> &targets)
{
    QStringList names;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        QString name = words::targetName(targets, static_cast<int>(i), false);
        if (targets[i].facts)
            name += u" \u00b7 "_s + words::durability(targets[i].facts->durability);
        names << name;
    }
    return names;
}

std::unique_ptr<QChart> stepsChart(const Run &run, const QString &workload, const Look &look,
                                   bool titles)
{
    const ResultTable table = resultTable(run, workload);
    Bars bars;
    bars.names = badgedNames(run.targets);
    for (const StepRow &row : table.rows) {
        const QString number = QString::number(row.number);
        bars.categories << (titles ? number + u". "_s + words::stepTitle(workload, row.title)
                                   : number);
        bars.cells.push_back(row.cells);
    }
    return barChart(bars, true, ChartTexts::tr("seconds, logarithmic"), look);
}

std::unique_ptr<QChart> totalsChart(const Run &run, const QString &workload, const Look &look)
{
    const ResultTable table = resultTable(run, workload);
    const QStringList names = badgedNames(run.targets);
    Bars bars;
    bars.names = names;
    bars.categories << words::workloadTitle(workload, workload);
    bars.cells.push_back(table.total.cells);
    return barChart(bars, false, ChartTexts::tr("seconds for all steps"), look);
}

std::vector<PhaseTotals> phaseTotals(const std::vector<Lap> &laps, std::size_t targets,
                                     const QString &workload)
{
    std::vector<PhaseTotals> totals(targets);
    for (const Lap &lap : laps) {
        if (lap.workload != workload || lap.target < 0
            || static_cast<std::size_t>(lap.target) >= targets)
            continue;
        for (const StepResult &step : lap.steps) {
            if (step.isVerified())
                totals[static_cast<std::size_t>(lap.target)] += step.phases;
        }
    }
    return totals;
}

std::unique_ptr<QChart> phaseChart(const QStringList &names, const std::vector<PhaseTotals> &phases,
                                   const Look &look)
{
    auto chart = plainChart(look);
    auto *series = new QHorizontalStackedBarSeries;
    series->setBarWidth(0.6);
    constexpr double smallest =
        0.0005; // of a target's time: phases below it everywhere are left out
    for (std::size_t p = 0; p < phaseCount; ++p) {
        auto *set = new QBarSet(words::phase(static_cast<Phase>(p)));
        set->setColor(look.phase(static_cast<Phase>(p)));
        set->setBorderColor(look.card);
        double greatest = 0;
        for (std::size_t i = phases.size(); i-- > 0;) {
            const auto whole = static_cast<double>(phases[i].sum_ns());
            const double share = whole > 0 ? static_cast<double>(phases[i].ns[p]) / whole : 0;
            greatest = std::max(greatest, share);
            set->append(share * 100);
        }
        if (greatest > smallest)
            series->append(set);
        else
            delete set;
    }
    chart->addSeries(series);
    QStringList categories = names;
    std::reverse(categories.begin(), categories.end());
    auto *category = styled(new QBarCategoryAxis, look);
    category->append(categories);
    category->setGridLineVisible(false);
    auto *value = styled(new QValueAxis, look);
    value->setRange(0, 100);
    value->setTickCount(6);
    value->setLabelFormat(u"%d"_s);
    value->setTitleText(ChartTexts::tr("% of the time"));
    chart->addAxis(category, Qt::AlignLeft);
    chart->addAxis(value, Qt::AlignBottom);
    series->attachAxis(category);
    series->attachAxis(value);
    return chart;
}

} // namespace drivetrain
