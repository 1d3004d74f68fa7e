// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include <QAbstractButton>
#include <optional>

class QPainter;

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
    void setSymbol(const QString &name)
    {
        m_symbol = name;
        update();
    } ///< of resources/icons
    void setBadge(Durability durability);
    void setObstacle(const QString &reason); ///< greys the card
    void setFault(const QString &fault); ///< shown in the card; empty: none
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
    void paintBadge(QPainter &painter, const QRectF &badge) const;
    QString m_key, m_line, m_symbol, m_obstacle, m_fault;
    std::optional<Durability> m_badge;
};

} // namespace drivetrain
