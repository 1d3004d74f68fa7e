// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QJsonObject>

namespace drivetrain {

/// The machine as it is now: CPU model, cores, governor, memory, kernel, operating system, clock
/// source, virtualisation, load, privilege (root or not), battery, library versions. A value that
/// is not available is null, never 0. Keys are English snake_case with units last.
[[nodiscard]] QJsonObject environmentNow();

} // namespace drivetrain
