// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "database.h"
#include <span>
#include <vector>

namespace drivetrain {

/// The statements that lead from one version of the schema to the next: migrations()[0] makes
/// version 1 of an empty file. A released entry is never changed; a new version is one more entry.
using Migration = std::vector<QString>;
[[nodiscard]] const std::vector<Migration> &migrations();

/// The row id of a run's target or a lap's step.
inline constexpr qint64 childrenMax = 4096;
[[nodiscard]] qint64 childId(qint64 parent, qint64 position);

/// Brings a file up to `list.size()`, one transaction a version, so that a fall of the power leaves
/// a whole version. Errors: Damaged where the file is newer, or is a database of somebody else's.
[[nodiscard]] Expected<void> migrate(const Database &database, std::span<const Migration> list);

/// What can be told without changing the file: 0 for an empty one. Error Damaged as for migrate().
[[nodiscard]] Expected<int> checkedVersion(const Database &database, int newest);

} // namespace drivetrain
