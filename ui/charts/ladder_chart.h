// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include "model/run.h"
#include <QChart>
#include <memory>

namespace drivetrain {

/// What sixteen columns cost instead of one text (stats/ladder.h): a stacked bar a target, in
/// percent of the time of one text. Parts that save time lie left of zero.
[[nodiscard]] std::unique_ptr<QChart> ladderChart(const Run &run, const QString &workload,
                                                  const Look &look);

} // namespace drivetrain
