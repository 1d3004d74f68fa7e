// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QColor>
#include <QRectF>
#include <QString>

class QPainter;

namespace drivetrain {

/// Draws one of resources/icons/NAME.svg in a colour of the present look, sharp at any size. A name
/// that is not there draws nothing.
void paintSymbol(QPainter &painter, const QString &name, const QRectF &box, const QColor &colour);

} // namespace drivetrain
