// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "measure/counters.h"
#include "measure/cpu.h"
#include "workloads/workload.h"
#include <barrier>
#include <optional>

namespace drivetrain {

/// What one worker measured in one step; merged after the join.
struct WorkerResult
{
    Histogram latency;              ///< service times; none of rows that went in bulk
    PhaseTotals phases;             ///< sum to end_ns - begin_ns
    CpuTime cpu;
    std::int64_t operations = 0, failed_operations = 0, rows = 0;
    std::int64_t begin_ns = 0, end_ns = 0;   ///< monotonic
    std::optional<Error> error;     ///< ended the worker; Cancelled where stopped
    QStringList failures;           ///< the first of those that did not end it, in words
};

/// Runs one stream on one session to its end, by the plan's transport. All workers and the starter
/// meet at the barrier twice: when ready, and to begin. The measured path: two clock reads a
/// statement, nothing that locks, and no allocation once the buffers have grown. `clock` is set
/// before the first meeting.
[[nodiscard]] WorkerResult runWorker(Session &session, StatementStream &stream,
                                     WorkerCounters &counters, ThreadClock &clock,
                                     std::barrier<> &start, std::stop_token stop,
                                     Transport transport = Transport::Literal);

} // namespace drivetrain
