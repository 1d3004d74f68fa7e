// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <QByteArray>

namespace drivetrain {

/// steps.csv: one row a lap and step, the columns of the design, C locale, full precision, RFC
/// 4180. Cells that a spreadsheet could take for a formula (text that begins with = + - @ tab CR)
/// get a leading apostrophe; numbers stay numbers. A step that is not verified has no figures
/// (empty cells) and its reason in `note`.
[[nodiscard]] QByteArray stepsCsv(const Run &run);
/// samples.csv: run, target, drive, workload, lap, then the fields of Sample; a value not available
/// is empty.
[[nodiscard]] QByteArray samplesCsv(const Run &run);
/// run.json: everything, the settings block (plan, environment, facts) included.
[[nodiscard]] QByteArray runJson(const Run &run);
[[nodiscard]] QJsonObject runToJson(const Run &run, bool withSamples);

/// Writes `bytes` to a new file: written beside it, synced and linked into place; symbolic links
/// are not followed. Errors: Exists (never overwritten), Permission, DiskFull, Io.
[[nodiscard]] Expected<void> writeNewFile(const QString &path, const QByteArray &bytes);

/// A settings block in English facts, one line a setting, for footers: engine, version, durability,
/// drive, scale, seed, laps.
[[nodiscard]] QStringList settingsBlock(const Run &run);

} // namespace drivetrain
