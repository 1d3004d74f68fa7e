// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command_line.h"

namespace drivetrain {

class Signals;
class Workbench;

/// Each carries out one verb and returns the exit status. From the main thread.
[[nodiscard]] int runCommand(const CommandLine &line, Workbench &workbench, const Signals &signals);
[[nodiscard]] int listCommand(const CommandLine &line, Workbench &workbench);
[[nodiscard]] int showCommand(const CommandLine &line, Workbench &workbench);
[[nodiscard]] int compareCommand(const CommandLine &line, Workbench &workbench);
[[nodiscard]] int exportCommand(const CommandLine &line, Workbench &workbench);
[[nodiscard]] int cleanCommand(const CommandLine &line, Workbench &workbench);

/// Prints every fault, one a line, to standard error; returns exits::badArguments.
int refuse(const Faults &faults);
int refuse(const Error &error, int status);

} // namespace drivetrain
