// SPDX-License-Identifier: GPL-3.0-or-later
#include "window.h"
#include "signals.h"

namespace drivetrain {

void installTranslations() {}

int showWindow(Workbench &, const Signals &) { return 0; }

} // namespace drivetrain
