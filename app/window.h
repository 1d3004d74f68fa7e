// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace drivetrain {

class Passwords;
class Signals;
class Workbench;

/// Loads the translation of the person's language, where there is one.
void installTranslations();
/// Shows the window until it is closed or a signal comes; returns the exit status.
[[nodiscard]] int showWindow(Workbench &workbench, Passwords &passwords, const Signals &signals);

} // namespace drivetrain
