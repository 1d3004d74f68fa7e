// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <optional>
#include <span>
#include <vector>

namespace drivetrain {

/// The middle of the sorted values (mean of the two middle ones for even n). Empty: nothing.
[[nodiscard]] std::optional<double> median(std::span<const double> values);

struct Summary
{
    double median = 0, least = 0, greatest = 0;
    std::vector<bool> outlier;
    int count = 0;
};
/// Outliers by |x - median| / MAD > 14.826 (hyperfine's rule: marked, kept).
[[nodiscard]] std::optional<Summary> summarize(std::span<const double> values);

struct Interval { double low = 0, high = 0; };
/// 95 % percentile bootstrap (seeded, 10,000 resamples) of median(b) / median(a).
[[nodiscard]] std::optional<Interval> bootstrapRatio(std::span<const double> a,
                                                     std::span<const double> b, std::uint64_t seed);
/// Two-sided Mann-Whitney U: exact for n, m <= 20 without ties, else normal with tie correction.
[[nodiscard]] double mannWhitneyP(std::span<const double> a, std::span<const double> b);

enum class VerdictKind {
    Faster,            ///< `first` is ratio times as fast as `second`
    NoDifference,      ///< the interval holds 1, or Mann-Whitney does not agree at 0.05
    TooFewLaps,        ///< below four verified laps a side: a ratio, but no verdict
    UnequalDurability, ///< not comparable without saying so: ratio given, the sentence says why
    Wrong,             ///< a side has no verified lap
    OnlyOne,           ///< nothing to compare with: first's figure alone
};

/// Two targets (indices into Run::targets) over one workload or one of its steps; from verified
/// laps only.
struct Verdict
{
    VerdictKind kind = VerdictKind::OnlyOne;
    int first = 0, second = -1;         ///< first: the faster by its median
    double ratio = 0;                   ///< median wall of second / median wall of first, >= 1
    std::optional<Interval> interval;
    double first_s = 0, second_s = 0;   ///< medians of the laps' wall time
    int laps = 0;                       ///< the smaller side's number of verified laps
    Durability first_durability = Durability::Durable, second_durability = Durability::Durable;
    double p = 1;                       ///< Mann-Whitney
};

/// Fastest against the next of the same durability where there is one, over the sum of all steps.
[[nodiscard]] Verdict headlineVerdict(const Run &run, const QString &workload);
[[nodiscard]] Verdict compareTargets(const Run &run, const QString &workload, int a, int b);

/// One cell of the result table: step x target, from verified laps.
struct StepCell
{
    /// wall of each lap by lap number - 1; nothing: not verified
    std::vector<std::optional<double>> laps_s;
    std::optional<double> median_s, rate_per_s;  ///< nothing: no verified lap
    std::optional<double> ratio;                 ///< to the fastest of the row, >= 1
    bool fastest = false;                        ///< least median of the row (of at least two)
    bool wrong = false, failed = false;          ///< some lap was
};
/// a cell a target
struct StepRow { int number = 0; QString title, note; std::vector<StepCell> cells; };
struct ResultTable
{
    QString workload;
    std::vector<StepRow> rows;
    StepRow total;
    [[nodiscard]] std::vector<int> stepNumbers() const
    {
        std::vector<int> numbers;
        for (const StepRow &row : rows)
            numbers.push_back(row.number);
        return numbers;
    }
};
/// The one aggregation behind table, bar chart, report, CLI and verdict.
[[nodiscard]] ResultTable resultTable(const Run &run, const QString &workload);

/// All that differs between two runs besides the figures: plan, environment, facts. Key, first,
/// second.
struct Difference { QString key, first, second; };
[[nodiscard]] std::vector<Difference> differences(const Run &a, const Run &b);

} // namespace drivetrain
