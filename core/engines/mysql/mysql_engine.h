// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"

namespace drivetrain {

/// MariaDB or MySQL through Connector/C: a private MariaDB on a drive, or a database of our own on
/// somebody's server of either kind.
[[nodiscard]] std::unique_ptr<Engine> makeMysqlEngine();

} // namespace drivetrain
