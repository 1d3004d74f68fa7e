// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/card.h"
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionButton>
#include <algorithm>

namespace drivetrain {

Card::Card(const QString &key, const QString &title, const QString &line, QWidget *parent)
    : QAbstractButton(parent), m_key(key), m_line(line)
{
    setText(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setAccessibleDescription(line);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAttribute(Qt::WA_Hover);
}

void Card::setLine(const QString &line)
{
    m_line = line;
    setAccessibleDescription(line);
    updateGeometry();
    update();
}

void Card::setBadge(const QString &text, const QColor &colour)
{
    m_badge = text;
    m_badgeColour = colour;
    update();
}

void Card::setObstacle(const QString &reason)
{
    m_obstacle = reason;
    setEnabled(reason.isEmpty());
    setToolTip(reason);
    setAccessibleDescription(reason.isEmpty() ? m_line : reason);
    updateGeometry();
}

void Card::setFault(const QString &fault)
{
    if (fault == m_fault)
        return;
    m_fault = fault;
    updateGeometry();
    update();
}

QString Card::lowerText() const { return m_obstacle.isEmpty() ? m_line : m_obstacle; }

QRect Card::textBox(int width) const
{
    const int left = pad() * 2 + fontMetrics().height();
    return {left, pad(), width - left - pad(), 10000};
}

int Card::heightForWidth(int width) const
{
    const QRect box = textBox(width);
    const auto lines = [&](const QString &text) {
        return text.isEmpty() ? 0
                              : fontMetrics().boundingRect(box, Qt::TextWordWrap, text).height();
    };
    return pad() * 2 + fontMetrics().lineSpacing() + lines(lowerText()) + lines(m_fault)
           + pad() / 2;
}

QSize Card::sizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * 34;
    return {width, heightForWidth(width)};
}

QSize Card::minimumSizeHint() const
{
    const int least = fontMetrics().averageCharWidth() * 24;
    return {least, heightForWidth(
                       std::max(least, width()))}; // as wide as it is: no scroll bar for nothing
}

void Card::paintEvent(QPaintEvent *)
{
    const Look &look = Look::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool chosen = isChecked() && isEnabled();
    QColor fill = look.card;
    if (chosen)
        fill = look.dark ? look.accent.darker(330) : look.accent.lighter(225);
    else if (underMouse() && isEnabled())
        fill = look.dark ? look.card.lighter(115) : look.card.darker(102);
    painter.setBrush(fill);
    painter.setPen(QPen(!m_fault.isEmpty()     ? look.bad
                        : chosen || hasFocus() ? look.accent
                                               : look.grid,
                        hasFocus() || chosen ? 2 : 1));
    painter.drawRoundedRect(frame, pad() * 0.6, pad() * 0.6);

    QStyleOptionButton box;
    box.initFrom(this);
    box.state |= isChecked() ? QStyle::State_On : QStyle::State_Off;
    const int side = fontMetrics().height();
    box.rect = QRect(pad(), pad(), side, side);
    style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter, this);

    QRect text = textBox(width());
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(isEnabled() ? look.text : look.faint);
    int badgeWidth = 0;
    if (!m_badge.isEmpty() && isEnabled()) {
        badgeWidth = fontMetrics().horizontalAdvance(m_badge) + pad() * 2;
        const QRectF badge(width() - badgeWidth - pad(), pad(), badgeWidth,
                           fontMetrics().height() * 1.1);
        QColor soft = m_badgeColour;
        soft.setAlphaF(0.16F);
        QPainterPath path;
        path.addRoundedRect(badge, badge.height() / 2, badge.height() / 2);
        painter.fillPath(path, soft);
        painter.setFont(font());
        painter.setPen(m_badgeColour);
        painter.drawText(badge, Qt::AlignCenter, m_badge);
        painter.setFont(bold);
        painter.setPen(look.text);
    }
    const QFontMetrics metrics(bold);
    const QRect titleBox(text.left(), text.top(), text.width() - badgeWidth, metrics.lineSpacing());
    painter.drawText(titleBox, Qt::AlignLeft,
                     metrics.elidedText(this->text(), Qt::ElideMiddle, titleBox.width()));
    painter.setFont(font());
    painter.setPen(look.faint);
    text.translate(0, metrics.lineSpacing());
    QRect used;
    painter.drawText(text, Qt::TextWordWrap, lowerText(), &used);
    if (!m_fault.isEmpty()) {
        painter.setPen(look.bad);
        text.translate(0, used.height());
        painter.drawText(text, Qt::TextWordWrap, m_fault);
    }
}

} // namespace drivetrain
