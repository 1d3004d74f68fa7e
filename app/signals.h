// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace drivetrain {

/// SIGINT, SIGTERM and SIGHUP as something to read instead of an interruption, so that every way
/// out is the orderly one. Made first thing in main(), before any thread: the others inherit the
/// blocked mask.
class Signals
{
public:
    Signals();
    ~Signals();
    Signals(const Signals &) = delete;
    Signals &operator=(const Signals &) = delete;
    [[nodiscard]] int descriptor() const { return m_descriptor; }   ///< readable when one came
    /// Waits at most `timeout_ms`; true where a signal came.
    [[nodiscard]] bool wait(int timeout_ms) const;

private:
    int m_descriptor = -1;
};

} // namespace drivetrain
