// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "pick/card.h"
#include <QList>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace drivetrain {

/// A heading and, below it, cards of one kind to tick, each known by its key; at the end a button
/// that brings further ones.
class CardColumn : public QWidget
{
    Q_OBJECT
public:
    /// `more` is the button's text; empty: no button.
    CardColumn(const QString &title, const QString &line, const QString &more,
               QWidget *parent = nullptr);
    /// The card of that key, made where there is none yet; what is there keeps its text.
    Card *add(const QString &key, const QString &title, const QString &line);
    void drop(const QString &key);
    [[nodiscard]] Card *card(const QString &key) const; ///< nullptr: none
    void tick(const QStringList &keys); ///< and no others
    [[nodiscard]] QStringList ticked() const; ///< of those that can be had
    void clearFaults();
    /// Puts cards and button after `before` in the order of the Tab key; returns the last of them.
    QWidget *orderTabs(QWidget *before);

Q_SIGNALS:
    void edited();
    void moreWanted();

private:
    QVBoxLayout *m_layout;
    QPushButton *m_more = nullptr;
    QList<Card *> m_cards;
};

} // namespace drivetrain
