// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/time_chart.h"
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// The next of 1, 2, 5, 10, 20, 50, ... at or above.
double coarse(double value)
{
    if (value <= 0)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0, 10.0}) {
        if (value <= step * power)
            return step * power;
    }
    return 10 * power;
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

TimeChart::TimeChart(const QString &title, const QStringList &lines, double leastTop,
                     QWidget *parent)
    : QChartView(parent), m_time(new QValueAxis(this)), m_value(new QValueAxis(this)),
      m_leastTop(leastTop)
{
    chart()->setTitle(title);
    chart()->setMargins(QMargins(4, 2, 8, 2));
    chart()->setBackgroundRoundness(0);
    chart()->legend()->setVisible(lines.size() > 1);
    chart()->legend()->setAlignment(Qt::AlignRight);
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_value, Qt::AlignLeft);
    m_time->setLabelFormat(u"%g s"_s);
    m_value->setLabelFormat(u"%.0f"_s);
    for (const QString &name : lines) {
        auto *series = new QLineSeries(chart());
        series->setName(name);
        chart()->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_value);
        m_lines.append(Line{series, {}});
    }
    setFrameShape(QFrame::NoFrame);
    setMinimumHeight(fontMetrics().height() * 9);
    setAccessibleName(title);
    clear();
}

void TimeChart::append(int line, QPointF point)
{
    QList<QPointF> &points = m_lines[line].points;
    points.append(point);
    constexpr qsizetype spare = 1000;   // cut in blocks: taking from the front moves all the rest
    if (points.size() > pointsMax + spare)
        points.remove(0, spare);
}

void TimeChart::redraw()
{
    double right = 0, top = 0;
    for (Line &line : m_lines) {
        line.series->replace(decimated(line.points, drawnColumns));
        if (!line.points.isEmpty())
            right = std::max(right, line.points.last().x());
        for (const QPointF &point : std::as_const(line.points))
            top = std::max(top, point.y());
    }
    const double newRight = std::max(5.0, coarse(right)),
                 newTop = std::max(m_leastTop, coarse(top));
    if (newRight != m_time->max())
        m_time->setRange(0, newRight);
    if (newTop != m_value->max())
        m_value->setRange(0, newTop);
}

void TimeChart::clear()
{
    for (Line &line : m_lines)
        line.points.clear();
    m_time->setRange(0, 5);
    m_value->setRange(0, m_leastTop);
    redraw();
}

void TimeChart::setLook(const Look &look)
{
    chart()->setBackgroundBrush(look.card);
    chart()->setTitleBrush(look.text);
    chart()->legend()->setLabelColor(look.text);
    for (QValueAxis *axis : {m_time, m_value}) {
        axis->setLabelsColor(look.faint);
        axis->setGridLineColor(look.grid);
        axis->setLinePenColor(look.grid);
    }
    for (qsizetype i = 0; i < m_lines.size(); ++i)
        m_lines[i].series->setPen(QPen(look.series(static_cast<int>(i)), 2));
}

} // namespace drivetrain
