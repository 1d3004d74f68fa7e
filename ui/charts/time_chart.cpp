// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/time_chart.h"
#include <QChart>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr double leastSpan_s = 5;

/// The next of 1, 2, 5, 10, 20, 50, ... at or above.
double coarse(double value)
{
    if (value <= 0)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * power)
            return step * power;
    }
    return 10 * power;
}

constexpr int mostTicks = 5;

/// Where an axis of about so many ticks ends.
double endOfAxis(double value, int ticks)
{
    const double interval = coarse(value / ticks);
    return std::ceil(value / interval) * interval;
}

} // namespace

QList<QPointF> decimated(const QList<QPointF> &points, int columns)
{
    if (columns < 1 || points.size() <= 2 * columns)
        return points;
    QList<QPointF> kept;
    kept.reserve(2 * columns);
    const double from = points.first().x(), span = points.last().x() - from;
    qsizetype i = 0;
    for (int column = 0; column < columns && i < points.size(); ++column) {
        const double end = from + span * (column + 1) / columns;
        qsizetype least = i, greatest = i;
        const qsizetype begin = i;
        for (; i < points.size() && (points[i].x() <= end || column + 1 == columns); ++i) {
            least = points[i].y() < points[least].y() ? i : least;
            greatest = points[i].y() > points[greatest].y() ? i : greatest;
        }
        if (i == begin)
            continue;
        kept.append(points[std::min(least, greatest)]);
        if (least != greatest)
            kept.append(points[std::max(least, greatest)]);
    }
    return kept;
}

TimeChart::TimeChart(const QString &title, const QStringList &lines, double least, Scale scale,
                     QWidget *parent)
    : ChartPanel(title, parent), m_scale(scale), m_time(new QValueAxis), m_least(least)
{
    QChart &c = *chart(); // owns axes and series
    c.setMargins(QMargins());
    c.setBackgroundVisible(false);
    c.legend()->hide();
    m_time->setLabelFormat(u"%g s"_s);
    m_time->setTickType(QValueAxis::TicksDynamic);
    if (scale == Scale::Logarithmic) {
        auto *value = new QLogValueAxis;
        value->setBase(10);
        value->setLabelFormat(u"%.0f"_s);
        m_value = value;
    } else {
        auto *value = new QValueAxis;
        value->setLabelFormat(u"%.0f"_s);
        value->setTickType(QValueAxis::TicksDynamic);
        m_value = value;
    }
    c.addAxis(m_time, Qt::AlignBottom);
    c.addAxis(m_value, Qt::AlignLeft);
    setLines(lines);
}

void TimeChart::setLines(const QStringList &names)
{
    chart()->removeAllSeries();
    m_lines.clear();
    for (const QString &name : names) {
        auto *series = new QLineSeries;
        series->setName(name);
        chart()->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_value);
        m_lines.append(Line{series, {}});
    }
    clear();
    setLook(m_look);
}

void TimeChart::rename(const QStringList &names)
{
    for (qsizetype i = 0; i < std::min(names.size(), m_lines.size()); ++i)
        m_lines[i].series->setName(names[i]);
    updateLegend();
}

void TimeChart::gap(int line, double t_s)
{
    append(line, {t_s, m_scale == Scale::Logarithmic ? 0 : -m_least});
}

void TimeChart::append(int line, QPointF point)
{
    if (line < 0 || line >= m_lines.size())
        return;
    QList<QPointF> &points = m_lines[line].points;
    const double floor = m_least / 10; // below the axis, where nothing is drawn
    points.append(m_scale == Scale::Logarithmic ? QPointF(point.x(), std::max(floor, point.y()))
                                                : point);
    constexpr qsizetype spare = 1000; // cut in blocks: taking from the front moves all the rest
    if (points.size() > pointsMax + spare)
        points.remove(0, spare);
}

int TimeChart::columnsOfALine() const
{
    constexpr int leastColumns = 40;
    const auto lines = static_cast<int>(std::max<qsizetype>(1, m_lines.size()));
    return std::max(leastColumns, std::min(drawnColumns, drawnColumns * 3 / 2 / lines));
}

void TimeChart::redraw()
{
    double right = 0, top = 0;
    for (Line &line : m_lines) {
        line.series->replace(decimated(line.points, columnsOfALine()));
        if (!line.points.isEmpty())
            right = std::max(right, line.points.last().x());
        for (const QPointF &point : std::as_const(line.points))
            top = std::max(top, point.y());
    }
    setRanges(endOfAxis(std::max(leastSpan_s, right), mostTicks),
              m_scale == Scale::Linear
                  ? endOfAxis(std::max(m_least, top), mostTicks)
                  : std::pow(10, std::ceil(std::log10(std::max(m_least * 100, top)))));
}

/// As many as have room above one another: Qt Charts makes dots of labels that have not.
int TimeChart::valueTicks() const
{
    constexpr double linesALabel = 1.7;
    const double room = chart()->plotArea().height() / (fontMetrics().height() * linesALabel);
    return std::clamp(static_cast<int>(room), 1, mostTicks);
}

void TimeChart::setRanges(double right, double top)
{
    if (right != m_right) {
        m_right = right;
        m_time->setTickInterval(coarse(right / mostTicks));
        m_time->setRange(0, right);
    }
    const int ticks = valueTicks();
    if (top == m_top && ticks == m_ticks)
        return;
    m_top = top;
    m_ticks = ticks;
    if (auto *linear = qobject_cast<QValueAxis *>(m_value)) {
        linear->setTickInterval(coarse(top / ticks));
        linear->setRange(0, top);
    } else if (auto *logarithmic = qobject_cast<QLogValueAxis *>(m_value)) {
        const double decades = std::log10(top / m_least);
        logarithmic->setBase(std::pow(10, std::ceil(decades / ticks)));
        logarithmic->setRange(m_least, top);
    }
}

void TimeChart::clear()
{
    for (Line &line : m_lines)
        line.points.clear();
    redraw();
}

void TimeChart::setFirstColour(int index)
{
    m_firstColour = index;
    setLook(m_look);
}

void TimeChart::setLook(const Look &look)
{
    m_look = look;
    for (QAbstractAxis *axis : {static_cast<QAbstractAxis *>(m_time), m_value}) {
        axis->setLabelsColor(look.faint);
        axis->setLabelsFont(font());
        axis->setGridLineColor(look.grid);
        axis->setLinePenColor(look.grid);
    }
    const int pen = std::max(1, fontMetrics().height() / 10);
    for (qsizetype i = 0; i < m_lines.size(); ++i)
        m_lines[i].series->setPen(QPen(look.series(m_firstColour + static_cast<int>(i)), pen));
    updateLegend();
}

} // namespace drivetrain
