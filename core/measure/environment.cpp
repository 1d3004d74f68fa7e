// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/environment.h"

namespace drivetrain {

QJsonObject environmentNow() { return {}; }

} // namespace drivetrain
