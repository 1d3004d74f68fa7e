// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

namespace drivetrain {

/// How long a run still takes: the forecast at first, then what each target's laps truly took, and
/// for targets that have not run yet the forecast corrected by how wrong it was for the others. One
/// thread.
class TimeLeft
{
public:
    /// A planned lap: its target and workload (an index of the caller's) and its forecast in
    /// seconds.
    struct PlannedLap { int kind = 0; double forecast_s = 0; };
    explicit TimeLeft(std::vector<PlannedLap> laps) : m_laps(std::move(laps)) {}

    void lapDone(double took_s);                       ///< of the next lap in order
    /// `inLap_s`: time spent in the lap under way. Never negative.
    [[nodiscard]] double left_s(double inLap_s) const;

private:
    [[nodiscard]] double expected_s(std::size_t lap) const;
    std::vector<PlannedLap> m_laps;
    std::vector<double> m_took_s;
};

} // namespace drivetrain
