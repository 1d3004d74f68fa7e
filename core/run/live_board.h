// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run/progress.h"
#include "run/workbench.h"
#include <deque>
#include <functional>
#include <mutex>

namespace drivetrain {

/// Where a run writes its progress and samples, and the window and the terminal read them. Short
/// locks; written at step boundaries and by the sampler, never by a worker.
class LiveBoard
{
public:
    static constexpr std::size_t samplesMax = 36'000;   ///< an hour at 100 ms; older ones fall out

    void update(const std::function<void(Progress &)> &change);
    [[nodiscard]] Progress progress() const;
    void reset();                                        ///< for the next run
    void addSample(const LiveSample &sample);
    [[nodiscard]] Workbench::LiveSamples samplesSince(std::size_t from) const;

private:
    mutable std::mutex m_mutex;
    Progress m_progress;
    std::deque<LiveSample> m_samples;
    std::size_t m_first = 0;   ///< index of the oldest sample kept
};

} // namespace drivetrain
