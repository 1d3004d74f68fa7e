// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run.h"
#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace drivetrain {

std::optional<double> StepResult::rate_per_s() const
{
    const std::int64_t done = rows > 0 ? rows : operations;
    if (!isVerified() || wall_s <= 0 || done <= 0)
        return std::nullopt;
    return static_cast<double>(done) / wall_s;
}

QString RunTarget::label() const
{
    return drive ? u"%1 @ %2"_s.arg(spec.text(), drive->folder) : spec.text();
}

double Lap::wall_s() const
{
    return std::accumulate(steps.begin(), steps.end(), 0.0,
                           [](double sum, const StepResult &step) { return sum + step.wall_s; });
}

bool Run::allVerified() const
{
    const std::size_t planned = targets.size() * static_cast<std::size_t>(plan.workloads.size())
        * static_cast<std::size_t>(plan.laps);
    return status == RunStatus::Finished && planned > 0 && laps.size() == planned
        && std::all_of(laps.begin(), laps.end(), [](const Lap &lap) {
               return lap.status == LapStatus::Finished && !lap.steps.empty()
                   && std::all_of(lap.steps.begin(), lap.steps.end(),
                                  [](const StepResult &step) {
                                      return step.verification == Verification::Verified
                                          || step.verification == Verification::NotRun;
                                  });
           });
}

} // namespace drivetrain
