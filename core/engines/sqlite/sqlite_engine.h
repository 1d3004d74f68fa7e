// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"

namespace drivetrain {

/// SQLite through its C API, one file in the place's folder. Temporary files lie where SQLite puts
/// them.
[[nodiscard]] std::unique_ptr<Engine> makeSqliteEngine();

} // namespace drivetrain
