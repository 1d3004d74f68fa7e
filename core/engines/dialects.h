// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/dialect.h"

namespace drivetrain {

[[nodiscard]] Dialect sqliteDialect();
[[nodiscard]] Dialect postgresDialect();
/// `tableSuffix`: the table engine, where one was chosen.
[[nodiscard]] Dialect mysqlDialect(const std::string &tableSuffix);
/// What nearly every engine reads: for drivers of which nothing is known.
[[nodiscard]] Dialect plainDialect();

} // namespace drivetrain
