// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>

namespace drivetrain {

/// Calls of the system that a dead network mount never answers, made by threads of their own that
/// are left behind where that happens. What `work` uses it must own: it may run on after its caller
/// is gone.
class BoundedCalls
{
public:
    /// so many may hang at a time; further calls are not made
    static constexpr int stuckMax = 16;

    template <typename Work>
    [[nodiscard]] static auto start(Work work)
        -> std::optional<std::future<std::invoke_result_t<Work>>>
    {
        if (s_running.fetch_add(1) >= stuckMax) {
            s_running.fetch_sub(1);
            return std::nullopt;
        }
        std::packaged_task<std::invoke_result_t<Work>()> task(std::move(work));
        auto future = task.get_future();
        std::thread([task = std::move(task)]() mutable {
            task();
            s_running.fetch_sub(1);
        }).detach();
        return future;
    }

    /// Nothing where there is no answer at the deadline.
    template <typename Result>
    [[nodiscard]] static std::optional<Result>
    answer(std::optional<std::future<Result>> &future,
           std::chrono::steady_clock::time_point deadline)
    {
        if (!future || future->wait_until(deadline) != std::future_status::ready)
            return std::nullopt;
        return future->get();
    }

private:
    inline static std::atomic<int> s_running{0};
};

} // namespace drivetrain
