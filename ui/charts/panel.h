// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>

namespace drivetrain {

/// A frame with rounded corners in the colour of cards, around whatever belongs together.
class Panel : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace drivetrain
