// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain::catalogue {

/// Numbers of the steps.
enum Step {
    Bare = 1,           ///< records alone
    Indexed = 2,        ///< records and index: the first append
    AppendLast = 6,     ///< 3..6: the same records under new numbers
    Reads = 7,
    Check = 8,
    FourDatabases = 9,
    OneDatabase = 10,   ///< where several can write at once
};
inline constexpr int writers = 4;

[[nodiscard]] std::int64_t recordsAtScale(const WorkloadSettings &settings);
[[nodiscard]] QString codePageOf(const WorkloadSettings &settings);
/// The steps for so many records with so many entries in all.
[[nodiscard]] std::vector<StepInfo> stepsOf(const WorkloadSettings &settings, std::int64_t records,
                                            std::int64_t entries);
[[nodiscard]] std::unique_ptr<WorkloadLap> makeLap(const WorkloadSettings &settings);

} // namespace drivetrain::catalogue
