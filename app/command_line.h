// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/plan.h"
#include <QSize>
#include <QStringList>

namespace drivetrain {

enum class Verb { Window, Run, List, Show, Compare, Export, Clean, Help, Version };

/// Exit statuses of the command line.
namespace exits {
inline constexpr int good = 0, failed = 1, badArguments = 2, cancelled = 3;
}

/// The arguments, read. Where `faults` is not empty nothing else counts and nothing was touched.
struct CommandLine
{
    Verb verb = Verb::Window;
    Faults faults;
    QString help;                  ///< what --help prints

    Plan plan;                     ///< Run; the demo plan where none is named
    QString list;                  ///< List: "targets", "drives", "workloads", "runs"
    std::vector<qint64> runs;      ///< Show, Compare, Export
    QString out;                   ///< Run, Export: absolute
    QStringList formats;           ///< Export
    QSize size{1600, 900};         ///< Export: of pictures, in points
    double pixelScale = 2;         ///< Export: pixels a point
    bool quiet = false, json = false, dryRun = false;
};

/// Reads the arguments without the program's name. Reads a plan's file where one is named.
[[nodiscard]] CommandLine readCommandLine(const QStringList &arguments);

} // namespace drivetrain
