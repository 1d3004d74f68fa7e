// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/look.h"
#include "model/run.h"
#include <QChart>
#include <memory>

namespace drivetrain {

/// A share of each target's wall time by phase, as stacked bars; `names` and `phases` go together.
[[nodiscard]] std::unique_ptr<QChart>
phaseChart(const QStringList &names, const std::vector<PhaseTotals> &phases, const Look &look);
/// Median wall time of each step, a bar a target, every lap as a dot; logarithmic, since steps
/// differ by orders of magnitude. `titles` false: numbers alone, for a narrow chart beside a table
/// that has the titles.
[[nodiscard]] std::unique_ptr<QChart> stepsChart(const Run &run, const QString &workload,
                                                 const Look &look, bool titles = true);
/// Sum of all steps, a bar a target, every lap as a dot.
[[nodiscard]] std::unique_ptr<QChart> totalsChart(const Run &run, const QString &workload,
                                                  const Look &look);

/// Phase totals a target, over its laps that were verified.
[[nodiscard]] std::vector<PhaseTotals> phaseTotals(const std::vector<Lap> &laps,
                                                   std::size_t targets, const QString &workload);
/// The name of a target with its durability, for legends: no figure without its badge.
[[nodiscard]] QStringList badgedNames(const std::vector<RunTarget> &targets);

} // namespace drivetrain
