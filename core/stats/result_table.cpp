// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/comparison.h"
#include "stats/shared_steps.h"
#include <algorithm>

namespace drivetrain {
namespace {

/// What one lap gives to a cell.
struct Reading
{
    int target = 0, lap = 0;
    std::optional<double> wall_s;
    bool wrong = false, failed = false;
    double rate = 0;
};

void finish(StepRow &row)
{
    double best = 0;
    int with = 0;
    for (StepCell &cell : row.cells) {
        std::vector<double> seconds;
        for (const auto &lap : cell.laps_s) {
            if (lap)
                seconds.push_back(*lap);
        }
        cell.median_s = median(seconds);
        if (!cell.median_s)
            continue;
        best = with++ ? std::min(best, *cell.median_s) : *cell.median_s;
    }
    for (StepCell &cell : row.cells) {
        if (!cell.median_s || best <= 0)
            continue;
        cell.ratio = *cell.median_s / best;
        cell.fastest = with > 1 && *cell.median_s == best;
    }
}

StepRow makeRow(const Run &run, const std::vector<Reading> &readings)
{
    StepRow row;
    row.cells.resize(run.targets.size());
    for (StepCell &cell : row.cells)
        cell.laps_s.resize(static_cast<std::size_t>(run.plan.laps));
    std::vector<std::vector<double>> rates(row.cells.size());
    for (const Reading &reading : readings) {
        const auto target = static_cast<std::size_t>(reading.target);
        StepCell &cell = row.cells[target];
        const auto lap = static_cast<std::size_t>(reading.lap - 1);
        if (lap < cell.laps_s.size())
            cell.laps_s[lap] = reading.wall_s;
        cell.wrong = cell.wrong || reading.wrong;
        cell.failed = cell.failed || reading.failed;
        if (reading.rate > 0)
            rates[target].push_back(reading.rate);
    }
    finish(row);
    for (std::size_t i = 0; i < rates.size(); ++i) {
        if (row.cells[i].median_s)
            row.cells[i].rate_per_s = median(rates[i]);
    }
    return row;
}

Reading readStep(const Lap &lap, const StepResult &step, const StepOperations &most)
{
    return {lap.target, lap.number,
            step.isVerified() ? std::optional(comparable_s(step, most)) : std::nullopt,
            step.verification == Verification::Wrong, step.verification == Verification::Failed,
            step.rate_per_s().value_or(0)};
}

/// The sum of a lap's steps, of those that all targets share.
Reading readTotal(const Lap &lap, const std::vector<int> &steps)
{
    return {lap.target,
            lap.number,
            shared_s(lap, steps),
            lap.status == LapStatus::Wrong,
            lap.status == LapStatus::Failed,
            0};
}

} // namespace

ResultTable resultTable(const Run &run, const QString &workload)
{
    ResultTable table;
    table.workload = workload;
    std::vector<const Lap *> laps;
    std::vector<std::pair<int, QString>> steps;
    for (const Lap &lap : run.laps) {
        if (lap.workload != workload || lap.target < 0
            || static_cast<std::size_t>(lap.target) >= run.targets.size())
            continue;
        laps.push_back(&lap);
        for (const StepResult &step : lap.steps) {
            const auto known = std::find_if(steps.begin(), steps.end(), [&step](const auto &entry) {
                return entry.first == step.number;
            });
            if (known == steps.end())
                steps.emplace_back(step.number, step.title);
        }
    }
    const StepOperations most = mostOperations(run, workload);
    const std::vector<int> shared = sharedSteps(run, workload);
    std::sort(steps.begin(), steps.end());
    for (const auto &[number, title] : steps) {
        std::vector<Reading> readings;
        QString note;
        for (const Lap *lap : laps) {
            for (const StepResult &step : lap->steps) {
                if (step.number == number) {
                    readings.push_back(readStep(*lap, step, most));
                    note = note.isEmpty() ? step.note : note;
                }
            }
        }
        StepRow row = makeRow(run, readings);
        row.number = number;
        row.title = title;
        row.note = note;
        table.rows.push_back(std::move(row));
    }
    std::vector<Reading> totals;
    for (const Lap *lap : laps)
        totals.push_back(readTotal(*lap, shared));
    table.total = makeRow(run, totals);
    return table;
}

} // namespace drivetrain
