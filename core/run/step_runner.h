// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "run/live_board.h"
#include "workloads/workload.h"
#include <memory>
#include <vector>

namespace drivetrain {

/// Runs one step of a lap on sessions that are open already: workers, sampler, counters before and
/// after, then the check of its answer. From the runner's thread.
class StepRunner
{
public:
    struct Context
    {
        Installation &installation;
        WorkloadLap &workload;
        const std::vector<Session *> &sessions;            ///< one a worker
        LiveBoard &board;
        std::optional<std::uint64_t> device_id;            ///< of the drive, for disk throughput
        int target = 0, lap = 0;
        std::stop_token stop;
    };
    explicit StepRunner(Context context) : m_context(std::move(context)) {}

    struct Done { StepResult result; std::vector<Sample> samples; std::optional<Error> error; };
    /// `offset_s`: measured time of the lap so far.
    [[nodiscard]] Done run(std::size_t step, double offset_s);

private:
    struct Measured;
    [[nodiscard]] Measured measure(std::size_t step, double offset_s);
    void onSample(const StepInfo &info, std::uint64_t &done, double &idle_s, const Sample &sample);
    Context m_context;
};

} // namespace drivetrain
