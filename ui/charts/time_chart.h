// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/chart_panel.h"
#include "charts/look.h"
#include <QList>
#include <QPointF>

class QAbstractAxis;
class QLineSeries;
class QValueAxis;

namespace drivetrain {

/// Least and greatest of each of `columns` equal spans of x, in order: a spike is never lost, which
/// a stride would do. Points must be sorted by x. Fewer than 2 * columns points come back as they
/// are.
[[nodiscard]] QList<QPointF> decimated(const QList<QPointF> &points, int columns);

/// Lines over time for the live page. Bounded: each line keeps its last `pointsMax` points; what is
/// drawn is replaced in one go, at most about 1,000 points over all lines, and axes grow in coarse
/// steps, since each change of a range lays everything out anew.
class TimeChart : public ChartPanel
{
    Q_OBJECT
public:
    enum class Scale { Linear, Logarithmic };
    static constexpr int pointsMax = 36'000, drawnColumns = 400;
    /// `least` is the least top of a linear axis, or where a logarithmic one begins: lower points
    /// are not seen.
    TimeChart(const QString &title, const QStringList &lines, double least,
              Scale scale = Scale::Linear, QWidget *parent = nullptr);
    void setLines(const QStringList &names); ///< begins anew
    void rename(const QStringList &names); ///< as many as there are lines
    /// Ends or begins a stretch of a line, which has no gaps by itself: it leaves the plot
    /// downwards.
    void gap(int line, double t_s);
    void append(int line,
                QPointF point); ///< kept, not drawn; a line that is not there: nothing happens
    void redraw();
    void clear();
    void setLook(const Look &look);
    void setFirstColour(
        int index); ///< of Look::series(): charts side by side shall not mean two things by one

private:
    struct Line
    {
        QLineSeries *series = nullptr;
        QList<QPointF> points;
    };
    [[nodiscard]] int columnsOfALine() const;
    void setRanges(double right, double top);
    [[nodiscard]] int valueTicks() const;
    QList<Line> m_lines;
    Scale m_scale;
    QValueAxis *m_time;
    QAbstractAxis *m_value;
    double m_least, m_right = 0, m_top = 0;
    int m_ticks = 0, m_firstColour = 0;
    Look m_look = Look::of(false);
};

} // namespace drivetrain
