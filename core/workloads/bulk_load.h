// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain {

/// A backup catalogue's file table loaded in two encodings of its lstat column: one text in
/// base 64, or sixteen integer columns. 300,000 rows at scale 1, one INSERT a row, all in one
/// transaction.
///
/// By literal text, further steps change one thing at a time, so that the difference between the
/// first two can be told apart (stats/ladder.h). Parameter `variants`: "all" (default), "classic"
/// (the first two steps alone). Input: a file of INSERT statements into the base 64 table.
[[nodiscard]] std::unique_ptr<Workload> makeBulkLoad();

namespace bulk_load {
/// Numbers of the steps; what stands in their lstat columns, and how they reach the engine.
enum Step {
    Base64 = 1,          ///< as the plan says
    Integers = 2,        ///< as the plan says
    BoundBase64 = 3,     ///< prepared: no text to parse
    BoundWide = 4,       ///< prepared: the sixteen numbers in decimals, one text column
    BoundTexts = 5,      ///< prepared: sixteen text columns
    BoundIntegers = 6,   ///< prepared: sixteen integer columns
    IndexedBase64 = 7,   ///< as 1, with two indexes
    IndexedIntegers = 8, ///< as 2, with two indexes
};
}

} // namespace drivetrain
