// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include <QAbstractButton>

namespace drivetrain {

/// Something to tick: a title, a line of plain words, a badge. Greyed with the reason where it
/// cannot be had. Works with mouse and keyboard as any check box.
class Card : public QAbstractButton
{
    Q_OBJECT
public:
    Card(const QString &key, const QString &title, const QString &line, QWidget *parent = nullptr);
    [[nodiscard]] const QString &key() const { return m_key; }
    void setLine(const QString &line);
    void setBadge(const QString &text, const QColor &colour);
    void setObstacle(const QString &reason);         ///< greys the card
    void setFault(const QString &fault);             ///< shown in the card; empty: none
    [[nodiscard]] const QString &fault() const { return m_fault; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;
    bool hasHeightForWidth() const override { return true; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int pad() const { return fontMetrics().height() / 2; }
    [[nodiscard]] QRect textBox(int width) const;
    [[nodiscard]] QString lowerText() const;
    QString m_key, m_line, m_badge, m_obstacle, m_fault;
    QColor m_badgeColour;
};

} // namespace drivetrain
