// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain {

/// The user's own SQL: a file (the plan's input) replayed statement by statement. Lines
/// "-- drivetrain: step NAME" divide it into steps.
///
/// Parameter `on_error`: "stop" (default) or "continue", which counts refused statements apart.
/// Every transport but literal lifts literals into parameters and prepares a statement a shape;
/// what has no shape goes as it is. Right is a step that carried out as many statements as the
/// file holds; the rows of each table that it made are counted and checksummed beside.
[[nodiscard]] std::unique_ptr<Workload> makeScript();

} // namespace drivetrain
