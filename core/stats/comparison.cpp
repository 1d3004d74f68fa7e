// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/comparison.h"
#include "model/run_json.h"
#include "stats/shared_steps.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int verdictLaps = 4;          // with three a side Mann-Whitney cannot fall below 0.10
constexpr double significance = 0.05;

/// Wall time of each finished lap of a target over the steps that all targets share.
std::vector<double> totals(const Run &run, const QString &workload, int target)
{
    const std::vector<int> steps = sharedSteps(run, workload);
    std::vector<double> seconds;
    for (const Lap &lap : run.laps) {
        const auto whole = lap.target == target && lap.workload == workload
            ? shared_s(lap, steps) : std::nullopt;
        if (whole)
            seconds.push_back(*whole);
    }
    return seconds;
}

Durability durabilityOf(const Run &run, int target)
{
    const auto &facts = run.targets[static_cast<std::size_t>(target)].facts;
    return facts ? facts->durability : Durability::Unsafe;
}

void flatten(const QString &key, const QJsonValue &value, std::map<QString, QString> &to)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            flatten(key.isEmpty() ? it.key() : key + u'.' + it.key(), *it, to);
        return;
    }
    if (value.isArray()) {   // as JSON: a list of objects has no text of its own
        const QJsonDocument document(value.toArray());
        to[key] = QString::fromUtf8(document.toJson(QJsonDocument::Compact));
        return;
    }
    to[key] = value.isNull() ? u"not available"_s : value.toVariant().toString();
}

std::map<QString, QString> facts(const Run &run)
{
    std::map<QString, QString> all;
    flatten(u"plan"_s, planToJson(run.plan), all);
    flatten(u"environment"_s, run.environment, all);
    for (const RunTarget &target : run.targets) {
        const QString label = target.label();
        if (target.drive) {
            all[label + u".drive"_s] = target.drive->device + u' ' + target.drive->model;
            all[label + u".drive_kind"_s] = driveKindName(target.drive->kind);
            all[label + u".file_system"_s] = target.drive->file_system;
            all[label + u".mount_options"_s] = target.drive->mount_options;
        }
        if (!target.facts)
            continue;
        all[label + u".client_library"_s] = target.facts->client_library;
        all[label + u".version"_s] = target.facts->name + u' ' + target.facts->version;
        all[label + u".durability"_s] = durabilityName(target.facts->durability);
        for (const Setting &setting : target.facts->settings)
            all[label + u'.' + setting.name] = setting.value;
    }
    return all;
}

} // namespace

Verdict compareTargets(const Run &run, const QString &workload, int a, int b)
{
    const std::vector<double> timesA = totals(run, workload, a), timesB = totals(run, workload, b);
    Verdict verdict;
    verdict.first = a;
    verdict.second = b;
    if (timesA.empty() || timesB.empty()) {
        verdict.kind = VerdictKind::Wrong;
        return verdict;
    }
    const bool swap = *median(timesB) < *median(timesA);
    const auto &fast = swap ? timesB : timesA, &slow = swap ? timesA : timesB;
    verdict.first = swap ? b : a;
    verdict.second = swap ? a : b;
    verdict.first_s = *median(fast);
    verdict.second_s = *median(slow);
    verdict.ratio = verdict.first_s > 0 ? verdict.second_s / verdict.first_s : 0;
    verdict.laps = static_cast<int>(std::min(fast.size(), slow.size()));
    verdict.interval = bootstrapRatio(fast, slow, run.plan.seed);
    verdict.p = mannWhitneyP(fast, slow);
    verdict.first_durability = durabilityOf(run, verdict.first);
    verdict.second_durability = durabilityOf(run, verdict.second);
    if (verdict.first_durability != verdict.second_durability)
        verdict.kind = VerdictKind::UnequalDurability;
    else if (verdict.laps < verdictLaps)
        verdict.kind = VerdictKind::TooFewLaps;
    else if (verdict.p < significance && verdict.interval && verdict.interval->low > 1)
        verdict.kind = VerdictKind::Faster;
    else
        verdict.kind = VerdictKind::NoDifference;
    return verdict;
}

Verdict headlineVerdict(const Run &run, const QString &workload)
{
    std::vector<std::pair<double, int>> byTime;
    for (int i = 0; i < static_cast<int>(run.targets.size()); ++i) {
        const auto times = totals(run, workload, i);
        if (const auto middle = median(times))
            byTime.emplace_back(*middle, i);
    }
    std::sort(byTime.begin(), byTime.end());
    Verdict verdict;
    if (byTime.empty()) {
        verdict.kind = VerdictKind::Wrong;
        return verdict;
    }
    if (byTime.size() == 1) {
        verdict.first = byTime[0].second;
        verdict.first_s = byTime[0].first;
        verdict.laps = static_cast<int>(totals(run, workload, verdict.first).size());
        verdict.first_durability = durabilityOf(run, verdict.first);
        verdict.kind = run.targets.size() > 1 ? VerdictKind::Wrong : VerdictKind::OnlyOne;
        return verdict;
    }
    for (std::size_t i = 0; i < byTime.size(); ++i) {   // the fastest two that may be compared
        for (std::size_t j = i + 1; j < byTime.size(); ++j) {
            if (durabilityOf(run, byTime[i].second) == durabilityOf(run, byTime[j].second))
                return compareTargets(run, workload, byTime[i].second, byTime[j].second);
        }
    }
    return compareTargets(run, workload, byTime[0].second, byTime[1].second);
}

std::vector<Difference> differences(const Run &a, const Run &b)
{
    const auto first = facts(a), second = facts(b);
    const QString absent = u"-"_s;
    std::vector<Difference> differing;
    for (const auto &[key, value] : first) {
        const auto found = second.find(key);
        if (found == second.end() || found->second != value)
            differing.push_back({key, value, found == second.end() ? absent : found->second});
    }
    for (const auto &[key, value] : second) {
        if (!first.contains(key))
            differing.push_back({key, absent, value});
    }
    return differing;
}

} // namespace drivetrain
