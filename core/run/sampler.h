// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "measure/counters.h"
#include "measure/cpu.h"
#include "measure/disk.h"
#include "model/sample.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace drivetrain {

class Installation;

/// Reads the counters of one step's workers, and the CPU and disk beside them, at a fixed interval
/// from a thread of its own. The last reading is taken after the workers were joined, so that the
/// samples of a step add up to its totals.
class Sampler
{
public:
    static constexpr std::chrono::milliseconds usualInterval{100};
    /// Below this, /proc's ticks of 10 ms say too little: CPU of the machine and disk are left out.
    static constexpr double shortestForTicks_s = 0.05;

    struct Sources
    {
        std::span<const WorkerCounters> counters;
        std::span<const ThreadClock> clocks;
        const Installation *installation = nullptr;
        std::optional<std::uint64_t> device_id;
        int step_number = 0;
        /// measured time of the lap's earlier steps
        double offset_s = 0;
        std::chrono::milliseconds interval = usualInterval;
        std::function<void(const Sample &)> onSample;     ///< from the sampler's thread
    };
    explicit Sampler(Sources sources);      ///< starts; the interval begins now
    ~Sampler();
    /// After the workers were joined; once. Their clocks are gone by then: `clientCpu_s` is what
    /// they used.
    [[nodiscard]] std::vector<Sample> finish(double clientCpu_s);

private:
    struct Reading;
    [[nodiscard]] Reading read() const;
    [[nodiscard]] std::optional<double> busiestThread_s(const Reading &now) const;
    void take(const Reading &now);
    void work(std::stop_token ending);

    Sources m_sources;
    std::unique_ptr<Reading> m_last;
    std::unique_ptr<ProcessesCpu> m_serverCpu;
    std::unique_ptr<ThreadsCpu> m_serverThreads;
    std::vector<Sample> m_samples;
    std::int64_t m_begin_ns = 0;
    std::optional<double> m_clientBegin_s;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace drivetrain
