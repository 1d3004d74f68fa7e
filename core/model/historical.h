// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <cmath>
#include <optional>
#include <vector>

namespace drivetrain {

/// One engine's published figures; always shown with the word historical, year and machine.
struct HistoricalColumn
{
    QString engine;                ///< "SQLite 2.7.6 nosync"
    QString year;                  ///< "2001-2003"
    QString machine;               ///< English fact
    std::vector<double> seconds;   ///< by the step's number - 1; NaN: none was published
    /// 1-based
    [[nodiscard]] std::optional<double> step_s(int number) const
    {
        const auto at = static_cast<std::size_t>(number - 1);
        if (number < 1 || at >= seconds.size() || std::isnan(seconds[at]))
            return std::nullopt;
        return seconds[at];
    }
    /// Of steps by number; nothing where one was not published: a part is no sum.
    [[nodiscard]] std::optional<double> sum_s(const std::vector<int> &numbers) const
    {
        double sum = 0;
        for (const int number : numbers) {
            const auto step = step_s(number);
            if (!step)
                return std::nullopt;
            sum += *step;
        }
        return numbers.empty() ? std::nullopt : std::optional(sum);
    }
};

/// What was once published for a workload. Empty columns: nothing was.
struct HistoricalTable
{
    QString source, caveat;        ///< English facts
    std::vector<HistoricalColumn> columns;
};

} // namespace drivetrain
