// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_json.h"
#include "store/records.h"
#include <QJsonDocument>
#include <map>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

struct TargetLists { QStringList specs, drives; int count = 0; };

Expected<std::map<qint64, TargetLists>> readTargetLists(const Database &database)
{
    auto query = database.execute(u"SELECT run, spec, drive FROM target ORDER BY run, position"_s);
    if (!query)
        return tl::unexpected(query.error());
    std::map<qint64, TargetLists> lists;
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            break;
        TargetLists &list = lists[query->value(0).toLongLong()];
        ++list.count;
        list.specs << query->value(1).toString();
        const QString folder = QJsonDocument::fromJson(query->value(2).toString().toUtf8())
                                   .object()[u"folder"_s].toString();
        if (!folder.isEmpty())
            list.drives << folder;
    }
    for (auto &[run, list] : lists) {
        list.specs.removeDuplicates();
        list.drives.removeDuplicates();
    }
    return lists;
}

RunStatus statusOf(const QString &name)
{
    for (int i = 0; i < static_cast<int>(RunStatus::Interrupted); ++i) {
        if (runStatusName(static_cast<RunStatus>(i)) == name)
            return static_cast<RunStatus>(i);
    }
    return RunStatus::Interrupted;
}

} // namespace

Expected<std::vector<RunSummary>> readSummaries(const Database &database)
{
    auto lists = readTargetLists(database);
    if (!lists)
        return tl::unexpected(lists.error());
    auto query = database.execute(
        u"SELECT id, started_ms, status, plan, "
         "(SELECT count(*) FROM lap WHERE lap.run = run.id AND lap.status = ?) "
         "FROM run ORDER BY id DESC"_s, {lapStatusName(LapStatus::Finished)});
    if (!query)
        return tl::unexpected(query.error());
    std::vector<RunSummary> summaries;
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return summaries;
        RunSummary summary;
        summary.id = query->value(0).toLongLong();
        if (!query->value(1).isNull())
            summary.started = QDateTime::fromMSecsSinceEpoch(query->value(1).toLongLong(), Qt::UTC);
        summary.status = statusOf(query->value(2).toString());
        const Plan plan = planFromJson(query->value(3).toString().toUtf8()).plan;
        const TargetLists &list = (*lists)[summary.id];
        summary.targets = list.specs;
        summary.drives = list.drives;
        summary.workloads = plan.workloads;
        summary.scale = plan.scale;
        summary.laps_planned = plan.laps * list.count * static_cast<int>(plan.workloads.size());
        summary.laps_finished = query->value(4).toInt();
        summaries.push_back(std::move(summary));
    }
}

} // namespace drivetrain
