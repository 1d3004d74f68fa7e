// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"

namespace drivetrain {

/// SQLite through its C API: files in the place's folder, temporary files in the place's own for
/// them, or else where SQLite puts them.
[[nodiscard]] std::unique_ptr<Engine> makeSqliteEngine();

} // namespace drivetrain
