// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/comparison.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace drivetrain {

std::optional<double> median(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::optional<Summary> summarize(std::span<const double> values)
{
    constexpr double outlierFrom =
        14.826; // times the median absolute deviation: ten standard deviations
    const auto middle = median(values);
    if (!middle)
        return std::nullopt;
    Summary summary;
    summary.median = *middle;
    summary.count = static_cast<int>(values.size());
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    summary.least = *least;
    summary.greatest = *greatest;
    std::vector<double> deviations;
    for (const double value : values)
        deviations.push_back(std::abs(value - summary.median));
    const double mad = *median(deviations);
    for (const double deviation : deviations)
        summary.outlier.push_back(deviation > outlierFrom * mad);
    return summary;
}

/// Efron's percentile method on the ratio of medians; both sides are resampled.
std::optional<Interval> bootstrapRatio(std::span<const double> a, std::span<const double> b,
                                       std::uint64_t seed)
{
    constexpr std::size_t resamples = 10'000, low = 250, high = 9'749;   // 2.5 % at either end
    if (a.empty() || b.empty())
        return std::nullopt;
    std::mt19937_64 random(seed);
    const auto resampled = [&random](std::span<const double> from, std::vector<double> &to) {
        for (double &value : to)
            value = from[random() % from.size()];
        return *median(to);
    };
    std::vector<double> fromA(a.size()), fromB(b.size()), ratios;
    ratios.reserve(resamples);
    for (std::size_t i = 0; i < resamples; ++i) {
        const double denominator = resampled(a, fromA);
        if (denominator <= 0)
            return std::nullopt;
        ratios.push_back(resampled(b, fromB) / denominator);
    }
    std::sort(ratios.begin(), ratios.end());
    return Interval{ratios[low], ratios[high]};
}

namespace {

/// Number of ways in which n and m values interleave with the statistic u (Mann and Whitney 1947,
/// their recurrence): counts(n, m, u) = counts(n-1, m, u-m) + counts(n, m-1, u).
double exactP(std::size_t n, std::size_t m, double u)
{
    const std::size_t most = n * m;
    std::vector<std::vector<std::vector<double>>> counts(
        n + 1, std::vector<std::vector<double>>(m + 1, std::vector<double>(most + 1, 0)));
    for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t j = 0; j <= m; ++j) {
            for (std::size_t k = 0; k <= i * j; ++k) {
                if (i == 0 || j == 0)
                    counts[i][j][k] = k == 0 ? 1 : 0;
                else
                    counts[i][j][k] = (k >= j ? counts[i - 1][j][k - j] : 0) + counts[i][j - 1][k];
            }
        }
    }
    const double all = std::accumulate(counts[n][m].begin(), counts[n][m].end(), 0.0);
    double below = 0;
    for (std::size_t k = 0; k <= most && static_cast<double>(k) <= u; ++k)
        below += counts[n][m][k];
    return std::min(1.0, 2 * below / all);
}

} // namespace

double mannWhitneyP(std::span<const double> a, std::span<const double> b)
{
    constexpr std::size_t exactUpTo = 20;
    if (a.empty() || b.empty())
        return 1;
    double u = 0, ties = 0;
    bool tied = false;
    for (const double x : a) {
        for (const double y : b) {
            u += x < y ? 1 : x == y ? 0.5 : 0;
            tied = tied || x == y;
        }
    }
    const double n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
    u = std::min(u, n * m - u);
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size();) {
        const auto same = static_cast<double>(std::count(all.begin(), all.end(), all[i]));
        ties += same * same * same - same;
        tied = tied || same > 1;
        i += static_cast<std::size_t>(same);
    }
    if (!tied && a.size() <= exactUpTo && b.size() <= exactUpTo)
        return exactP(a.size(), b.size(), u);
    const double count = n + m;
    const double variance = n * m / 12 * (count + 1 - ties / (count * (count - 1)));
    if (variance <= 0)
        return 1;
    const double z = (u - n * m / 2 + 0.5) / std::sqrt(variance);   // with continuity correction
    return std::min(1.0, std::erfc(-z / std::sqrt(2.0)));
}

} // namespace drivetrain
