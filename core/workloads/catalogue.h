// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/workload.h"

namespace drivetrain {

/// Bibliographic records with an index entry for every field occurrence, as OpenIsis's published
/// test: written without and with the index, appended four times more, read at random, the index
/// checked by the engine's own means, and written by four at once. 58,970 records at scale 1.
///
/// Parameters: `records` "large" (default; about 500 bytes and 10 fields, as published) or "sample"
/// (417 and 7); `schema` "body" (default) or "fields" (one row a field occurrence is all there is);
/// `read_s` caps the random reads (10); `code_page` of the user's master file (850). Input: a
/// CDS/ISIS master file (.mst, its .xrf beside it), all of whose records make one append.
/// A transaction holds 1,000 records unless the plan says otherwise.
[[nodiscard]] std::unique_ptr<Workload> makeCatalogue();

} // namespace drivetrain
