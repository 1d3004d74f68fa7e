// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/symbol.h"
#include <QFile>
#include <QHash>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace drivetrain {

void paintSymbol(QPainter &painter, const QString &name, const QRectF &box, const QColor &colour)
{
    static QHash<QString, QByteArray> drawings; // a dozen small files
    if (!drawings.contains(name)) {
        QFile file(u":/icons/%1.svg"_s.arg(name));
        drawings.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    QByteArray drawing = drawings.value(name);
    if (drawing.isEmpty())
        return;
    QSvgRenderer(drawing.replace("#000", colour.name().toLatin1()))
        .render(&painter, box); // Qt knows no currentColor
}

} // namespace drivetrain
