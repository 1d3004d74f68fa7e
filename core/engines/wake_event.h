// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace drivetrain {

/// Ends a wait on a socket from another thread. Once raised it stays raised.
class WakeEvent
{
public:
    WakeEvent() : m_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~WakeEvent() { close(m_descriptor); }
    WakeEvent(const WakeEvent &) = delete;
    WakeEvent &operator=(const WakeEvent &) = delete;

    void raise() noexcept                                         ///< any thread, never blocks
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(m_descriptor, &one, sizeof one);
    }

    enum class Result { Ready, Woken, TimedOut };
    /// Waits for `events` of poll(2) on `socket`; `timeout_ms` -1: for ever.
    [[nodiscard]] Result wait(int socket, short events, int timeout_ms) const noexcept
    {
        pollfd entries[2] = {{socket, events, 0}, {m_descriptor, POLLIN, 0}};
        int ready = 0;
        do
            ready = poll(entries, 2, timeout_ms);
        while (ready < 0);   // a signal
        if (entries[1].revents)
            return Result::Woken;
        return ready == 0 ? Result::TimedOut : Result::Ready;
    }

private:
    int m_descriptor;
};

} // namespace drivetrain
