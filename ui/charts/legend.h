// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

class QChart;

namespace drivetrain {

/// What the colours of a chart mean, as rich text that wraps where it must: Qt Charts' own legend
/// cuts names off. Series without a name are left out; names are escaped.
[[nodiscard]] QString legendText(const QChart &chart);

} // namespace drivetrain
