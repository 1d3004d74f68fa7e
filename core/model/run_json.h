// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run.h"
#include <QJsonObject>

namespace drivetrain {

// The parts of a run as JSON and back, lossless but for histograms (percentiles only). One format for the
// store and for run.json. What is not available is null; 64-bit numbers without a sign are texts.

[[nodiscard]] QJsonObject toJson(const Drive &drive);
[[nodiscard]] QJsonObject toJson(const EngineFacts &facts);
[[nodiscard]] QJsonObject toJson(const Error &error);
[[nodiscard]] QJsonObject toJson(const StepResult &step);
[[nodiscard]] QJsonObject toJson(const Sample &sample);

[[nodiscard]] Drive driveFromJson(const QJsonObject &json);
[[nodiscard]] EngineFacts factsFromJson(const QJsonObject &json);
[[nodiscard]] Error errorFromJson(const QJsonObject &json);
[[nodiscard]] StepResult stepFromJson(const QJsonObject &json);   ///< without its histogram
[[nodiscard]] Sample sampleFromJson(const QJsonObject &json);

} // namespace drivetrain
