// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <ctime>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace drivetrain {

/// CLOCK_MONOTONIC in ns, any thread; about 30 ns a read. Never set back.
[[nodiscard]] inline std::int64_t monotonic_ns() noexcept
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

/// How the processor's cycle counter is turned into ns: counter x multiplier / 2^shift. A
/// multiplier of 0: the counter is not to be trusted here and the clock is read instead.
struct TickScale
{
    static constexpr int shift = 32;
    std::uint64_t multiplier = 0;
};

/// Calibrated once, when the application starts (20 ms), against CLOCK_MONOTONIC; of use only
/// where the kernel itself keeps its time by this counter (clocksource "tsc": constant, never
/// stopping, equal on all cores).
extern const TickScale tickScale;

/// Time in ns from an origin of its own, for differences inside the measured path: a third of the
/// cost of monotonic_ns(). Error of a difference: 5 millionths from the calibration, and what NTP
/// bends the system's clock by meanwhile (500 millionths at most). Any thread.
[[nodiscard]] inline std::int64_t tick_ns() noexcept
{
#if defined(__x86_64__)
    if (tickScale.multiplier != 0) [[likely]] {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::int64_t>((static_cast<Wide>(__rdtsc()) * tickScale.multiplier)
                                         >> TickScale::shift);
    }
#endif
    return monotonic_ns();
}

} // namespace drivetrain
