// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run.h"
#include <QJsonObject>

namespace drivetrain {

// The parts of a run as JSON: one format for the store and for run.json. What is not available is
// null; whole numbers of 64 bits without a sign are texts, since readers of JSON round them. The
// *FromJson functions lose nothing, and return nothing where the JSON is not what toJson makes.

[[nodiscard]] QString errorKindName(ErrorKind kind);   ///< "disk_full"; for files, never translated
[[nodiscard]] std::optional<ErrorKind> errorKindFromName(QStringView name);

[[nodiscard]] QJsonObject toJson(const Drive &drive);
[[nodiscard]] QJsonObject toJson(const EngineFacts &facts);
[[nodiscard]] QJsonObject toJson(const Error &error);
[[nodiscard]] std::optional<Drive> driveFromJson(const QJsonObject &json);
[[nodiscard]] std::optional<EngineFacts> factsFromJson(const QJsonObject &json);
[[nodiscard]] std::optional<Error> errorFromJson(const QJsonObject &json);

/// Phase names and ns; a phase that took nothing is left out.
[[nodiscard]] QJsonObject phasesToJson(const PhaseTotals &phases);
[[nodiscard]] std::optional<PhaseTotals> phasesFromJson(const QJsonObject &json);
[[nodiscard]] QJsonObject tablesToJson(const QMap<QString, TableCheck> &tables);
[[nodiscard]] std::optional<QMap<QString, TableCheck>> tablesFromJson(const QJsonObject &json);

/// For run.json alone: of the histogram only count, least, greatest and the supported percentiles.
[[nodiscard]] QJsonObject toJson(const StepResult &step);
[[nodiscard]] QJsonObject toJson(const Sample &sample);

} // namespace drivetrain
