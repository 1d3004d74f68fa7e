// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/ladder.h"
#include <algorithm>
#include <array>
#include <map>
#include <random>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Steps of the bulk load (workloads/bulk_load.h), 1-based.
enum { base64 = 1, integers = 2, boundBase64 = 3, boundWide = 4, boundTexts = 5, boundIntegers = 6 };

/// Wall times of the six by number; empty where one is not verified.
std::map<int, double> times(const Lap &lap)
{
    std::map<int, double> times;
    for (const StepResult &step : lap.steps) {
        if (step.isVerified() && step.number >= base64 && step.number <= boundIntegers)
            times[step.number] = step.wall_s;
    }
    return times.size() == boundIntegers ? times : std::map<int, double>();
}

Ladder::Part part(const std::vector<double> &seconds)
{
    return {median(seconds).value_or(0), bootstrapMedian(seconds, 1)};
}

} // namespace

std::optional<Interval> bootstrapMedian(std::span<const double> values, std::uint64_t seed)
{
    constexpr std::size_t resamples = 10'000;
    constexpr double tail = 0.025;
    if (values.size() < 2)
        return std::nullopt;
    std::mt19937_64 random(seed);
    std::vector<double> medians, sample(values.size());
    medians.reserve(resamples);
    for (std::size_t i = 0; i < resamples; ++i) {
        for (double &value : sample)
            value = values[random() % values.size()];
        medians.push_back(*median(sample));
    }
    std::sort(medians.begin(), medians.end());
    const auto at = [&medians](double share) {
        return medians[static_cast<std::size_t>(share * static_cast<double>(medians.size() - 1))];
    };
    return Interval{at(tail), at(1 - tail)};
}

std::vector<Ladder> ladders(const Run &run, const QString &workload)
{
    std::vector<Ladder> all;
    if (workload != "bulk-load"_L1)
        return all;
    for (int target = 0; target < static_cast<int>(run.targets.size()); ++target) {
        std::array<std::vector<double>, 7> found;   // base64, integers, whole, then the parts
        for (const Lap &lap : run.laps) {
            if (lap.target != target || lap.workload != workload)
                continue;
            auto t = times(lap);
            if (t.empty())
                continue;
            const double whole = t[integers] - t[base64];
            const std::array<double, 7> values{t[base64], t[integers], whole,
                                               whole - (t[boundIntegers] - t[boundBase64]),
                                               t[boundIntegers] - t[boundTexts],
                                               t[boundTexts] - t[boundWide],
                                               t[boundWide] - t[boundBase64]};
            for (std::size_t i = 0; i < values.size(); ++i)
                found[i].push_back(values[i]);
        }
        if (found[0].empty())
            continue;
        all.push_back({target, static_cast<int>(found[0].size()), *median(found[0]),
                       *median(found[1]), part(found[2]), part(found[3]), part(found[4]),
                       part(found[5]), part(found[6])});
    }
    return all;
}

} // namespace drivetrain
