// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/fault.h"
#include "model/run.h"
#include <sqlite3.h>
#include <vector>

namespace drivetrain::sqlite {

/// What an SQLite target can be told, in the order in which it has to be set (page_size before
/// WAL).
struct Option
{
    const char *key;                        ///< in the target's text
    const char *pragma;
    /// allowed words; empty: a whole number within the limits
    std::vector<const char *> values;
    long long least, greatest;
    const char *default_value;
};
[[nodiscard]] const std::vector<Option> &options();

[[nodiscard]] Faults check(const TargetSpec &target, const QString &field);

/// Sets the target's options, or what the durability asks for, on a fresh connection.
[[nodiscard]] Expected<void> apply(sqlite3 *db, const TargetSpec &target, Durability wished);
/// All settings as the engine tells them.
[[nodiscard]] std::vector<Setting> readBack(sqlite3 *db);

/// What journal and sync settings amount to (https://sqlite.org/pragma.html#pragma_synchronous):
/// FULL keeps every commit; WAL with NORMAL may lose the last ones; a rollback journal with NORMAL
/// can, at a small chance, break the file on older file systems and loses nothing else, so it is
/// called relaxed too; OFF, and journals that do not survive, are unsafe.
[[nodiscard]] Durability durabilityOf(const QString &journal, const QString &sync);
/// The same before anything is opened, from the target's text.
[[nodiscard]] Durability durabilityOf(const TargetSpec &target, Durability wished);

} // namespace drivetrain::sqlite
