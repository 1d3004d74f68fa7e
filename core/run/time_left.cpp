// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/time_left.h"
#include <algorithm>

namespace drivetrain {

void TimeLeft::lapDone(double took_s) { m_took_s.push_back(took_s); }

double TimeLeft::expected_s(std::size_t lap) const
{
    double sameKind_s = 0, took_s = 0, forecast_s = 0;
    int same = 0;
    for (std::size_t i = 0; i < m_took_s.size() && i < m_laps.size(); ++i) {
        took_s += m_took_s[i];
        forecast_s += m_laps[i].forecast_s;
        if (m_laps[i].kind == m_laps[lap].kind) {
            sameKind_s += m_took_s[i];
            ++same;
        }
    }
    if (same > 0)
        return sameKind_s / same;
    const double correction = forecast_s > 0 ? std::clamp(took_s / forecast_s, 0.05, 20.0) : 1.0;
    return m_laps[lap].forecast_s * correction;
}

double TimeLeft::left_s(double inLap_s) const
{
    double left = 0;
    for (std::size_t lap = m_took_s.size(); lap < m_laps.size(); ++lap) {
        const double expected = expected_s(lap);
        left += lap == m_took_s.size() ? std::max(0.0, expected - inLap_s) : expected;
    }
    return left;
}

} // namespace drivetrain
