// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_json.h"
#include "store/store_private.h"
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QJsonObject object(const QVariant &text) { return QJsonDocument::fromJson(text.toString().toUtf8()).object(); }

template <typename Enum>
Enum named(const QVariant &name, QString (*nameOf)(Enum), Enum last, Enum otherwise)
{
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (nameOf(static_cast<Enum>(i)) == name.toString())
            return static_cast<Enum>(i);
    }
    return otherwise;
}

RunStatus runStatus(const QVariant &name)
{ return named(name, &runStatusName, RunStatus::Interrupted, RunStatus::Interrupted); }

std::vector<Sample> samples(const QByteArray &block)
{
    std::vector<Sample> samples;
    for (const QJsonValue &value : QJsonDocument::fromJson(qUncompress(block)).array())
        samples.push_back(sampleFromJson(value.toObject()));
    return samples;
}

} // namespace

Expected<std::vector<RunSummary>> Store::runs() const
{
    auto found = d->execute(u"SELECT id, started, status, plan, "
                            "(SELECT count(*) FROM target WHERE run=run.id), "
                            "(SELECT count(*) FROM lap WHERE run=run.id AND status='finished') "
                            "FROM run ORDER BY id DESC"_s);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<RunSummary> summaries;
    while (found->next()) {
        const Plan plan = planFromJson(found->value(3).toByteArray()).plan;
        RunSummary summary{found->value(0).toLongLong(), timeFrom(found->value(1)), runStatus(found->value(2)),
                           {}, plan.workloads, plan.drives, plan.scale, 0, found->value(5).toInt()};
        for (const TargetSpec &target : plan.targets)
            summary.targets << target.text();
        summary.laps_planned = found->value(4).toInt() * plan.laps * static_cast<int>(plan.workloads.size());
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

Expected<Run> Store::run(qint64 id, bool withSamples) const
{
    auto found = d->execute(u"SELECT started, finished, status, plan, environment FROM run WHERE id=?"_s, {id});
    if (!found)
        return tl::unexpected(found.error());
    if (!found->next())
        return failure(ErrorKind::NotFound, {}, QString::number(id));
    Run run;
    run.id = id;
    run.started = timeFrom(found->value(0));
    run.finished = timeFrom(found->value(1));
    run.status = runStatus(found->value(2));
    run.plan = planFromJson(found->value(3).toByteArray()).plan;
    run.environment = object(found->value(4));

    auto targets = d->execute(u"SELECT spec, drive, facts FROM target WHERE run=? ORDER BY number"_s, {id});
    if (!targets)
        return tl::unexpected(targets.error());
    while (targets->next()) {
        RunTarget target;
        target.spec = parseTarget(targets->value(0).toString()).value_or(TargetSpec{});
        if (!targets->value(1).isNull())
            target.drive = driveFromJson(object(targets->value(1)));
        if (!targets->value(2).isNull())
            target.facts = factsFromJson(object(targets->value(2)));
        run.targets.push_back(std::move(target));
    }

    auto laps = d->execute(u"SELECT lap.id, position, target, workload, number, started, status, error, data_folder, "
                           "sample.block FROM lap LEFT JOIN sample ON sample.lap=lap.id WHERE run=? "
                           "ORDER BY position"_s, {id});
    if (!laps)
        return tl::unexpected(laps.error());
    while (laps->next()) {
        Lap lap;
        lap.position = laps->value(1).toInt();
        lap.target = laps->value(2).toInt();
        lap.workload = laps->value(3).toString();
        lap.number = laps->value(4).toInt();
        lap.started = timeFrom(laps->value(5));
        lap.status = named(laps->value(6), &lapStatusName, LapStatus::Cancelled, LapStatus::Failed);
        if (!laps->value(7).isNull())
            lap.error = errorFromJson(object(laps->value(7)));
        lap.data_folder = laps->value(8).toString();
        if (withSamples)
            lap.samples = samples(laps->value(9).toByteArray());
        auto steps = d->execute(u"SELECT result, latency FROM step_result WHERE lap=? ORDER BY number"_s,
                                {laps->value(0)});
        if (!steps)
            return tl::unexpected(steps.error());
        while (steps->next()) {
            StepResult step = stepFromJson(object(steps->value(0)));
            step.latency = Histogram::fromBlob(steps->value(1).toByteArray()).value_or(Histogram{});
            lap.steps.push_back(std::move(step));
        }
        run.laps.push_back(std::move(lap));
    }
    auto notes = d->execute(u"SELECT text FROM note WHERE run=? ORDER BY id"_s, {id});
    if (!notes)
        return tl::unexpected(notes.error());
    while (notes->next())
        run.notes << notes->value(0).toString();
    return run;
}

} // namespace drivetrain
