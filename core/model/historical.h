// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <vector>

namespace drivetrain {

/// One engine's published figures; always shown with the word historical, year and machine.
struct HistoricalColumn
{
    QString engine;                ///< "SQLite 2.7.6 nosync"
    QString year;                  ///< "2001-2003"
    QString machine;               ///< English fact
    std::vector<double> seconds;   ///< a figure a step, in the steps' order
};

/// What was once published for a workload. Empty columns: nothing was.
struct HistoricalTable
{
    QString source, caveat;        ///< English facts
    std::vector<HistoricalColumn> columns;
};

} // namespace drivetrain
