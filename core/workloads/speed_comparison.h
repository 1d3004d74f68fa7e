// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"
#include <memory>

namespace drivetrain {

/// The sixteen tests of SQLite's 'Database Speed Comparison' page (speed.tcl, 2.7.6). Parameter
/// `b_range` (default 100000): b is drawn from 0..b_range-1 in tests 1, 2, 3 and 15; the page's own
/// figures hint at 100000, the stored generator of 2.4.8 has 500000.
[[nodiscard]] std::unique_ptr<Workload> makeSpeedComparison();

} // namespace drivetrain
