// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/panel.h"
#include "charts/look.h"
#include <QPainter>

namespace drivetrain {

void Panel::paintEvent(QPaintEvent *)
{
    const Look &look = Look::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(look.card);
    painter.setPen(look.grid);
    const double round = fontMetrics().height() * 0.3;
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), round, round);
}

} // namespace drivetrain
