// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "database.h"
#include "model/run.h"

namespace drivetrain {

// A run's parts to and from their tables. No transactions here: the callers group them.

/// `id` 0: a new one is given. Targets, notes and facts go with it; laps do not.
[[nodiscard]] Expected<qint64> insertRun(const Database &database, const Run &run, qint64 id);
[[nodiscard]] Expected<void> insertLap(const Database &database, qint64 run, const Lap &lap);

/// The run without its laps and notes. NotFound; Damaged where something in it cannot be read.
[[nodiscard]] Expected<Run> readRun(const Database &database, qint64 id);
[[nodiscard]] Expected<void> readNotes(const Database &database, Run &run);
/// Row ids of a run's laps, in the order in which they ran.
[[nodiscard]] Expected<std::vector<qint64>> lapIds(const Database &database, qint64 run);
[[nodiscard]] Expected<Lap> readLap(const Database &database, qint64 id, bool withSamples);
[[nodiscard]] Expected<std::vector<RunSummary>> readSummaries(const Database &database);

/// One lap's samples in one compressed, versioned block.
[[nodiscard]] QByteArray samplesToBlock(const std::vector<Sample> &samples);
[[nodiscard]] std::optional<std::vector<Sample>> samplesFromBlock(const QByteArray &block);

} // namespace drivetrain
