// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/legend.h"
#include <QAbstractBarSeries>
#include <QBarSet>
#include <QChart>
#include <QHorizontalBarSeries>
#include <QScatterSeries>
#include <QXYSeries>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QString entry(const QString &name, const QColor &colour, QChar mark = u'\u25a0')
{
    return u"<span style=\"color:%1\">%2</span>&nbsp;%3"_s.arg(
        colour.name(), mark,
        name.toHtmlEscaped().replace(u' ', u'\u00a0')); // an entry stays in one line
}

} // namespace

QString legendText(const QChart &chart)
{
    QStringList entries;
    for (const QAbstractSeries *series : chart.series()) {
        if (const auto *bars = qobject_cast<const QAbstractBarSeries *>(series)) {
            QList<QBarSet *> sets = bars->barSets();
            if (qobject_cast<const QHorizontalBarSeries *>(series)) // grouped bars count from below
                std::reverse(sets.begin(), sets.end());
            for (QBarSet *set : std::as_const(sets))
                entries << entry(set->label(), set->color());
        } else if (const auto *line = qobject_cast<const QXYSeries *>(series);
                   line && !line->name().isEmpty()) {
            entries << entry(line->name(), line->color(),
                             qobject_cast<const QScatterSeries *>(line) ? u'\u25cf' : u'\u25a0');
        }
    }
    return entries.join(u"&nbsp;&nbsp; "_s);
}

} // namespace drivetrain
