// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "stats/comparison.h"

namespace drivetrain {

/// Where the difference between the two encodings of the bulk load comes from, for one target.
///
/// Of one lap, by the times of its steps: parsing = (integers - base 64) by text less the same
/// difference with values bound; of what is left, conversion = bound integers - bound texts,
/// columns = sixteen bound texts - one bound text of the same bytes, the rest = that wide text -
/// base 64, more bytes. They add up to the whole difference, lap by lap; shown are medians over
/// the laps with a 95 % percentile bootstrap each. A part may be negative: it saves time.
struct Ladder
{
    struct Part { double seconds = 0; std::optional<Interval> interval; };
    int target = 0, laps = 0;
    double base64_s = 0, integers_s = 0;      ///< medians
    Part whole, parsing, conversion, columns, rest;
    [[nodiscard]] double percent() const { return 100 * whole.seconds / base64_s; }
};

/// For each target with at least one lap in which the six steps are verified.
[[nodiscard]] std::vector<Ladder> ladders(const Run &run, const QString &workload);

/// 95 % percentile bootstrap (seeded, 10,000 resamples) of the median.
[[nodiscard]] std::optional<Interval> bootstrapMedian(std::span<const double> values,
                                                      std::uint64_t seed);

} // namespace drivetrain
