// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include <QAbstractAxis>
#include <QChart>
#include <memory>

namespace drivetrain {

/// A chart of a page's colours without a legend of its own: legendText() takes its place.
[[nodiscard]] std::unique_ptr<QChart> plainChart(const Look &look);
/// Gives an axis the colours and fonts of all charts.
void styleAxis(QAbstractAxis &axis, const Look &look);
template <typename Axis> Axis *styled(Axis *axis, const Look &look)
{
    styleAxis(*axis, look);
    return axis;
}

} // namespace drivetrain
