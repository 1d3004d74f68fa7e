// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/card_column.h"
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace drivetrain {

CardColumn::CardColumn(const QString &title, const QString &line, const QString &more,
                       QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *heading = new QLabel(title);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    heading->setFont(large);
    layout->addWidget(heading);
    layout->addWidget(new QLabel(line));
    auto *inside = new QWidget;
    m_layout = new QVBoxLayout(inside);
    m_layout->setContentsMargins(0, 0, fontMetrics().height() / 3, 0);
    m_layout->setSpacing(fontMetrics().height() / 2);
    if (!more.isEmpty()) {
        m_more = new QPushButton(more);
        connect(m_more, &QPushButton::clicked, this, &CardColumn::moreWanted);
        m_layout->addWidget(m_more, 0, Qt::AlignLeft);
    }
    m_layout->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(inside);
    layout->addWidget(scroll, 1);
}

Card *CardColumn::add(const QString &key, const QString &title, const QString &line)
{
    if (Card *there = card(key))
        return there;
    auto *added = new Card(key, title, line);
    m_layout->insertWidget(static_cast<int>(m_cards.size()), added);
    connect(added, &Card::toggled, this, &CardColumn::edited);
    m_cards << added;
    return added;
}

void CardColumn::drop(const QString &key)
{
    if (Card *there = card(key)) {
        m_cards.removeOne(there);
        there->hide();
        there->deleteLater();   // it may be its own action that asks
    }
}

Card *CardColumn::card(const QString &key) const
{
    for (Card *each : m_cards) {
        if (each->key() == key)
            return each;
    }
    return nullptr;
}

void CardColumn::tick(const QStringList &keys)
{
    for (Card *each : std::as_const(m_cards))
        each->setChecked(keys.contains(each->key()));
}

QStringList CardColumn::ticked() const
{
    QStringList keys;
    for (const Card *each : m_cards) {
        if (each->isChecked() && each->isEnabled())
            keys << each->key();
    }
    return keys;
}

void CardColumn::clearFaults()
{
    for (Card *each : std::as_const(m_cards))
        each->setFault({});
}

QWidget *CardColumn::orderTabs(QWidget *before)
{
    QWidget *last = before;
    const auto next = [&last](QWidget *widget) {
        if (last)
            setTabOrder(last, widget);
        last = widget;
    };
    for (Card *each : std::as_const(m_cards))
        next(each);
    if (m_more)
        next(m_more);
    return last;
}

} // namespace drivetrain
