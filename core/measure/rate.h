// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

namespace drivetrain {

/// Growth a second of a counter that was read twice, `interval_s` (measured, > 0) apart. Nothing
/// where it was not there or ran backwards: its source began anew, and a point would be a lie.
[[nodiscard]] inline std::optional<double> counterRate(std::optional<double> before,
                                                       std::optional<double> after,
                                                       double interval_s)
{
    if (!before || !after || *after < *before || interval_s <= 0)
        return std::nullopt;
    return (*after - *before) / interval_s;
}

} // namespace drivetrain
