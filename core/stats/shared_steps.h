// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <map>
#include <optional>
#include <vector>

namespace drivetrain {

/// Statements a step carried out, where that is a question: one that ends by time does not do as
/// many on every target. The greatest number over all verified laps, by the step's number.
using StepOperations = std::map<int, std::int64_t>;

/// The steps over which targets may be compared as a whole: those that every target with a
/// finished lap has verified, with equally many statements. By number, ascending.
[[nodiscard]] std::vector<int> sharedSteps(const Run &run, const QString &workload);
[[nodiscard]] StepOperations mostOperations(const Run &run, const QString &workload);

/// A step's figure for as many statements as the target that did most carried out.
[[nodiscard]] double comparable_s(const StepResult &step, const StepOperations &most);
/// Wall time of a finished lap over the shared steps; nothing where one of them is not verified.
[[nodiscard]] std::optional<double> shared_s(const Lap &lap, const std::vector<int> &steps);

} // namespace drivetrain
