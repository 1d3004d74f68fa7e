// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"

namespace drivetrain {

/// Any installed driver of Qt's SQL interface ("qt:QPSQL"): the same work through one layer more,
/// so that the cost of that layer shows beside the native engines.
[[nodiscard]] std::unique_ptr<Engine> makeQtEngine();

} // namespace drivetrain
