// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace drivetrain {

class Session;

/// Carries a stop request into every open session: asks the engine at once, gives up on it at a
/// deadline.
///
/// A thread of its own does so, since whoever presses Stop must not wait and whoever runs the
/// statement cannot. Not in the measured path: sessions are entered when they are made.
class Canceller
{
public:
    static constexpr std::chrono::milliseconds abandonAfter{200};

    explicit Canceller(std::stop_token stop);
    ~Canceller();
    Canceller(const Canceller &) = delete;
    Canceller &operator=(const Canceller &) = delete;

    void add(Session *session);      ///< cancelled at once where the stop came before
    /// before the session is destroyed; waits for a cancel under way
    void remove(Session *session);

private:
    void work(std::stop_token ending);
    std::stop_token m_stop;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Session *> m_sessions;
    std::jthread m_thread;
};

} // namespace drivetrain
