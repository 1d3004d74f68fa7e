// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/random.h"
#include <string>

namespace drivetrain {

/// Replaces `to` by a value for a field of `tag`, of `mean_bytes` on average. The same state of
/// `random` gives the same value.
void makeCatalogueValue(int tag, int mean_bytes, Random &random, std::string &to);

} // namespace drivetrain
