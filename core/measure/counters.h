// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>

namespace drivetrain {

/// Progress of one worker, written by its own thread and read by any other.
///
/// The worker stands inside a timed loop, so add() costs no locked instruction: with a single
/// writer a relaxed load and store lose nothing. Each object owns a cache line; sharing one would
/// slow two workers and book the slowness to the database. Final figures never come from here but
/// from the worker's own result after it was joined: a snapshot may be one operation out of step
/// with itself.
class alignas(64) WorkerCounters
{
public:
    struct Snapshot { std::uint64_t operations = 0, rows = 0, errors = 0; };

    void add(std::uint64_t rows, bool failed) noexcept          ///< owner thread only
    {
        bump(failed ? m_errors : m_operations, 1);
        if (rows)
            bump(m_rows, rows);
    }
    /// any thread, never blocks the owner
    [[nodiscard]] Snapshot snapshot() const noexcept
    {
        return {m_operations.load(std::memory_order_relaxed),
                m_rows.load(std::memory_order_relaxed), m_errors.load(std::memory_order_relaxed)};
    }

private:
    static void bump(std::atomic<std::uint64_t> &counter, std::uint64_t by) noexcept
    { counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed); }
    std::atomic<std::uint64_t> m_operations{0}, m_rows{0}, m_errors{0};
};
static_assert(sizeof(WorkerCounters) == 64);

} // namespace drivetrain
