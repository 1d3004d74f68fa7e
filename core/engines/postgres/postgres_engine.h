// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"

namespace drivetrain {

/// PostgreSQL through libpq: a private server on a drive, or a schema of our own on somebody's.
[[nodiscard]] std::unique_ptr<Engine> makePostgresEngine();

} // namespace drivetrain
