// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "database.h"
#include <QStringList>

namespace drivetrain {

/// A results file made ready: what to work with, and what a person should know of it.
struct Opened { Database database; QStringList notices; };

/// Opens or makes the file, brings its schema up to date, sets a damaged one aside and takes over
/// what can be read of it. Where nothing can be written (read-only or full drive), an existing file
/// is opened for reading, and that is said. One instance at a time does this, by a lock file beside
/// it.
[[nodiscard]] Expected<Opened> openResults(const QString &path);

/// Copies every run that can be read whole or in part from a damaged file, which is not changed. A
/// lap that cannot be read is left out, and a note in its run says so.
struct Salvage { int runs = 0, laps = 0, laps_lost = 0, runs_lost = 0; };
[[nodiscard]] Expected<Salvage> salvage(const QString &damaged, const Database &to);

} // namespace drivetrain
