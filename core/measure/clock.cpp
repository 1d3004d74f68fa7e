// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/clock.h"
#include <cstdio>
#include <cstring>

namespace drivetrain {
namespace {

#if defined(__x86_64__)

/// Counter and clock at one moment: the pair of several whose two clock readings lie closest, as
/// an interruption between them would spoil it.
struct Moment { std::uint64_t ticks; std::int64_t time_ns; };

Moment moment()
{
    constexpr int tries = 50;
    Moment best{};
    std::int64_t least_ns = INT64_MAX;
    for (int i = 0; i < tries; ++i) {
        const std::int64_t before_ns = monotonic_ns();
        const std::uint64_t ticks = __rdtsc();
        const std::int64_t after_ns = monotonic_ns();
        if (after_ns - before_ns < least_ns) {
            least_ns = after_ns - before_ns;
            best = {ticks, before_ns + least_ns / 2};
        }
    }
    return best;
}

bool kernelTrustsCounter()
{
    std::FILE *file =
        std::fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (!file)
        return false;
    char name[16] = {};
    const bool read = std::fgets(name, sizeof name, file) != nullptr;
    std::fclose(file);
    return read && std::strcmp(name, "tsc\n") == 0;
}

TickScale calibrate()
{
    constexpr long wait_ns = 20'000'000;
    if (!kernelTrustsCounter())
        return {};
    const Moment first = moment();
    const timespec wait{0, wait_ns};
    nanosleep(&wait, nullptr);
    const Moment last = moment();
    if (last.ticks <= first.ticks)
        return {};
    const double perTick = static_cast<double>(last.time_ns - first.time_ns)
                           / static_cast<double>(last.ticks - first.ticks);
    constexpr double one = static_cast<double>(std::uint64_t{1} << TickScale::shift);
    return {static_cast<std::uint64_t>(perTick * one)};
}

#else

TickScale calibrate()
{
    return {};
}

#endif

} // namespace

const TickScale tickScale = calibrate();

} // namespace drivetrain
