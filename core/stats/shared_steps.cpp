// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/shared_steps.h"
#include <algorithm>
#include <set>

namespace drivetrain {
namespace {

/// Every step right, or not to be had on that engine.
bool isRight(const Lap &lap)
{
    return lap.status == LapStatus::Finished
        && std::all_of(lap.steps.begin(), lap.steps.end(), [](const StepResult &step) {
               return step.verification == Verification::Verified
                   || step.verification == Verification::NotRun;
           });
}

} // namespace

StepOperations mostOperations(const Run &run, const QString &workload)
{
    StepOperations most;
    for (const Lap &lap : run.laps) {
        for (const StepResult &step : lap.steps) {
            if (lap.workload == workload && step.isVerified())
                most[step.number] = std::max(most[step.number], step.operations);
        }
    }
    return most;
}

std::vector<int> sharedSteps(const Run &run, const QString &workload)
{
    const StepOperations most = mostOperations(run, workload);
    std::map<int, std::set<int>> having;   // targets by step
    std::set<int> finished, unequal;
    for (const Lap &lap : run.laps) {
        if (lap.workload != workload || !isRight(lap))
            continue;
        finished.insert(lap.target);
        for (const StepResult &step : lap.steps) {
            if (!step.isVerified())
                continue;
            having[step.number].insert(lap.target);
            if (step.operations != most.at(step.number))
                unequal.insert(step.number);
        }
    }
    std::vector<int> steps;
    for (const auto &[number, targets] : having) {
        if (targets == finished && !unequal.contains(number))
            steps.push_back(number);
    }
    return steps;
}

double comparable_s(const StepResult &step, const StepOperations &most)
{
    const auto at = most.find(step.number);
    if (at == most.end() || step.operations <= 0 || at->second == step.operations)
        return step.wall_s;
    return step.wall_s * static_cast<double>(at->second) / static_cast<double>(step.operations);
}

std::optional<double> shared_s(const Lap &lap, const std::vector<int> &steps)
{
    if (!isRight(lap) || steps.empty())
        return std::nullopt;
    double sum_s = 0;
    for (const int number : steps) {
        const auto step = std::find_if(lap.steps.begin(), lap.steps.end(),
                                       [number](const StepResult &s) { return s.number == number; });
        if (step == lap.steps.end() || !step->isVerified())
            return std::nullopt;
        sum_s += step->wall_s;
    }
    return sum_s;
}

} // namespace drivetrain
