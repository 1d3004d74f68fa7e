// SPDX-License-Identifier: GPL-3.0-or-later
// What recording a latency costs beyond reading the clock, and how far percentiles are from those
// of a sorted vector. Prints a table; run by hand, on a quiet machine.
#include "measure/clock.h"
#include "measure/histogram.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

using namespace drivetrain;

namespace {

constexpr std::size_t valueCount = 10'000'000;
constexpr int repeats = 7;

std::vector<std::int64_t> latencies()
{
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> usual(std::log(20'000.0), 0.8);
    std::vector<std::int64_t> values(valueCount);
    for (std::int64_t &value : values)
        value = static_cast<std::int64_t>(usual(random)) + (random() % 1000 == 0 ? 30'000'000 : 0);
    return values;
}

template <typename Work>
double bestPerValue_ns(Work work)
{
    double best = 1e9;
    for (int i = 0; i < repeats; ++i) {
        const std::int64_t begin_ns = monotonic_ns();
        work();
        best = std::min(best, static_cast<double>(monotonic_ns() - begin_ns) / valueCount);
    }
    return best;
}

void printCost(const std::vector<std::int64_t> &values)
{
    Histogram histogram;
    std::int64_t sink = 0;
    const double bare = bestPerValue_ns([&] {
        for (const std::int64_t value : values)
            sink ^= value;
    });
    const double recorded = bestPerValue_ns([&] {
        for (const std::int64_t value : values)
            histogram.record(value);
    });
    const double clock = bestPerValue_ns([&] {
        for (const std::int64_t value : values)
            sink ^= value + monotonic_ns();
    });
    const double both = bestPerValue_ns([&] {
        for (const std::int64_t value : values) {
            sink ^= monotonic_ns();
            histogram.record(value);
        }
    });
    std::printf("record                 %6.2f ns\n", recorded - bare);
    std::printf("clock read             %6.2f ns\n", clock - bare);
    std::printf("record beyond a clock  %6.2f ns\n", both - clock);
    if (sink == 1)
        std::puts("");   // keeps the loops
}

void printError(std::vector<std::int64_t> values)
{
    Histogram histogram;
    for (const std::int64_t value : values)
        histogram.record(value);
    std::sort(values.begin(), values.end());
    double largest = 0;
    constexpr std::size_t steps = 100'000;
    for (std::size_t step = 1; step <= steps; ++step) {
        const std::size_t rank = (step * valueCount + steps - 1) / steps;
        const auto right = static_cast<double>(values[rank - 1]);
        const auto found = static_cast<double>(histogram.percentile_ns(
            100.0 * static_cast<double>(step) / static_cast<double>(steps)));
        largest = std::max(largest, right > 0 ? std::abs(found - right) / right : found);
    }
    std::printf("largest error          %6.4f %% over %zu percentiles of %zu values\n",
                largest * 100, steps, valueCount);
    std::printf("blob                   %6.1f KiB\n",
                static_cast<double>(histogram.toBlob().size()) / 1024);
}

} // namespace

int main()
{
    const std::vector<std::int64_t> values = latencies();
    printCost(values);
    printError(values);
}
