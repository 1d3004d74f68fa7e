// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/card.h"
#include "charts/symbol.h"
#include "words/words.h"
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
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
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

void Card::setBadge(Durability durability)
{
    m_badge = durability;
    setAccessibleDescription(m_line + u' ' + words::durability(durability));
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

QString Card::lowerText() const
{
    return m_obstacle.isEmpty() ? m_line : m_obstacle;
}

QRect Card::textBox(int width) const
{
    const int left = pad() * 3 + fontMetrics().height() * 7 / 2; // behind the tick and the symbol
    return {left, pad(), width - left - pad(), 10000};
}

int Card::heightForWidth(int width) const
{
    const QRect box = textBox(width);
    const auto lines = [&](const QString &text) {
        return text.isEmpty() ? 0
                              : fontMetrics().boundingRect(box, Qt::TextWordWrap, text).height();
    };
    const int texts = fontMetrics().lineSpacing() * 5 / 4 + lines(lowerText()) + lines(m_fault);
    return pad() * 2 + std::max(texts, fontMetrics().height() * 2);
}

QSize Card::sizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * 34;
    return {width, heightForWidth(width)};
}

QSize Card::minimumSizeHint() const
{
    const int width = fontMetrics().averageCharWidth();
    constexpr int least = 24,
                  wide =
                      400; // low as if it were wide: what it needs in truth heightForWidth() tells
    return {width * least, heightForWidth(width * wide)};
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
    painter.drawRoundedRect(frame, pad() * 0.7, pad() * 0.7);

    QStyleOptionButton box;
    box.initFrom(this);
    box.state |= isChecked() ? QStyle::State_On : QStyle::State_Off;
    const int side = fontMetrics().height();
    box.rect = QRect(pad(), pad() + side / 8, side, side);
    style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter, this);
    paintSymbol(painter, m_symbol, QRectF(pad() * 2 + side, pad(), side * 2.2, side * 2.2),
                chosen ? look.accent : look.faint);

    QRect text = textBox(width());
    const int line = fontMetrics().lineSpacing() * 5 / 4;
    int badgeWidth = 0;
    if (m_badge && isEnabled()) {
        badgeWidth = fontMetrics().horizontalAdvance(words::durability(*m_badge)) + pad() * 2;
        paintBadge(painter, QRectF(width() - badgeWidth - pad(), pad() * 0.9, badgeWidth, line));
    }
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(isEnabled() ? look.text : look.faint);
    const QRect titleBox(text.left(), text.top(), text.width() - badgeWidth - pad() / 2, line);
    painter.drawText(
        titleBox, Qt::AlignLeft,
        QFontMetrics(bold).elidedText(this->text(), Qt::ElideMiddle, titleBox.width()));
    painter.setFont(font());
    painter.setPen(look.faint);
    text.translate(0, line);
    QRect used;
    painter.drawText(text, Qt::TextWordWrap, lowerText(), &used);
    if (!m_fault.isEmpty()) {
        painter.setPen(look.bad);
        text.translate(0, used.height());
        painter.drawText(text, Qt::TextWordWrap, m_fault);
    }
}

void Card::paintBadge(QPainter &painter, const QRectF &badge) const
{
    const QColor colour = Look::of(palette()).durability(*m_badge);
    QColor soft = colour;
    soft.setAlphaF(0.13F);
    QPainterPath path;
    path.addRoundedRect(badge, badge.height() / 2, badge.height() / 2);
    painter.fillPath(path, soft);
    painter.setPen(colour);
    painter.drawText(badge, Qt::AlignCenter, words::durability(*m_badge));
}

} // namespace drivetrain
