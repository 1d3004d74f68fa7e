// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSqlDatabase>
#include <QString>

namespace drivetrain::schema {

/// The version that this build writes (PRAGMA user_version).
[[nodiscard]] int version();
/// Brings a database of `from` (0: empty) up to version(), each step in a transaction of its own. Returns
/// the database's words where that fails, else nothing.
[[nodiscard]] QString migrate(QSqlDatabase &database, int from);

} // namespace drivetrain::schema
