// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain {

/// A fragmented database, compacted: VACUUM on several drives. Two tables of 1,000,000 rows at
/// scale 1 (100 the original) with holes of four kinds, made once from the seed and copied to each
/// drive where the engine can begin with a file, else made in the lap before its measured steps.
///
/// Right is a step after which both tables still hold the rows that the model says, by count and
/// checksum over key, date and text.
[[nodiscard]] std::unique_ptr<Workload> makeVacuum();

} // namespace drivetrain
