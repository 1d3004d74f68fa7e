// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include <QChartView>
#include <QList>
#include <QPointF>

class QLineSeries;
class QValueAxis;

namespace drivetrain {

/// Least and greatest of each of `columns` equal spans of x, in order: a spike is never lost, which
/// a stride would do. Points must be sorted by x. Fewer than 2 * columns points come back as they
/// are.
[[nodiscard]] QList<QPointF> decimated(const QList<QPointF> &points, int columns);

/// Lines over time for the live page. Bounded: each line keeps its last `pointsMax` points; what is
/// drawn is replaced in one go, at most 1,000 points, and axes grow in coarse steps, since each
/// change of a range lays everything out anew.
class TimeChart : public QChartView
{
    Q_OBJECT
public:
    static constexpr int pointsMax = 36'000, drawnColumns = 400;
    TimeChart(const QString &title, const QStringList &lines, double leastTop,
              QWidget *parent = nullptr);
    void append(int line, QPointF point);     ///< kept, not drawn
    void redraw();
    void clear();
    void setLook(const Look &look);

private:
    struct Line { QLineSeries *series = nullptr; QList<QPointF> points; };
    QList<Line> m_lines;
    QValueAxis *m_time, *m_value;
    double m_leastTop;
};

} // namespace drivetrain
