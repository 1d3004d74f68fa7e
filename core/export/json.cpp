// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export.h"
#include "model/run_json.h"
#include "stats/comparison.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QJsonValue timeToJson(const QDateTime &time)
{ return time.isValid() ? QJsonValue(time.toString(Qt::ISODateWithMs)) : QJsonValue(); }

QJsonArray targetsToJson(const Run &run)
{
    QJsonArray targets;
    for (const RunTarget &target : run.targets)
        targets.append(QJsonObject{
            {u"target"_s, target.spec.text()},
            {u"label"_s, target.label()},
            {u"drive"_s, target.drive ? QJsonValue(toJson(*target.drive)) : QJsonValue()},
            {u"facts"_s, target.facts ? QJsonValue(toJson(*target.facts)) : QJsonValue()}});
    return targets;
}

QJsonArray lapsToJson(const Run &run, bool withSamples)
{
    QJsonArray laps;
    for (const Lap &lap : run.laps) {
        QJsonArray steps, samples;
        for (const StepResult &step : lap.steps)
            steps.append(toJson(step));
        for (const Sample &sample : lap.samples)
            samples.append(toJson(sample));
        QJsonObject json{{u"target"_s, lap.target},
                         {u"workload"_s, lap.workload},
                         {u"lap"_s, lap.number},
                         {u"position"_s, lap.position},
                         {u"started"_s, timeToJson(lap.started)},
                         {u"status"_s, lapStatusName(lap.status)},
                         {u"data_folder"_s, lap.data_folder},
                         {u"error"_s, lap.error ? QJsonValue(toJson(*lap.error)) : QJsonValue()},
                         {u"steps"_s, steps}};
        if (withSamples)
            json[u"samples"_s] = samples;
        laps.append(json);
    }
    return laps;
}

QJsonValue orNull(std::optional<double> value) { return value ? QJsonValue(*value) : QJsonValue(); }

QJsonObject summaryToJson(const Run &run, const QString &workload)
{
    const ResultTable table = resultTable(run, workload);
    QJsonArray rows;
    const auto add = [&rows](const StepRow &row, const QString &title) {
        QJsonArray medians, ratios;
        for (const StepCell &cell : row.cells) {
            medians.append(orNull(cell.median_s));
            ratios.append(orNull(cell.ratio));
        }
        rows.append(QJsonObject{
            {u"step"_s, title}, {u"median_s"_s, medians}, {u"ratio_to_fastest"_s, ratios}});
    };
    for (const StepRow &row : table.rows)
        add(row, row.title);
    add(table.total, u"sum"_s);
    return {{u"workload"_s, workload}, {u"rows"_s, rows}};
}

} // namespace

QJsonObject runToJson(const Run &run, bool withSamples)
{
    QJsonArray summaries;
    for (const QString &workload : run.plan.workloads)
        summaries.append(summaryToJson(run, workload));
    return {{u"run"_s, run.id},
            {u"started"_s, timeToJson(run.started)},
            {u"finished"_s, timeToJson(run.finished)},
            {u"status"_s, runStatusName(run.status)},
            {u"all_verified"_s, run.allVerified()},
            {u"plan"_s, planToJson(run.plan)},
            {u"environment"_s, run.environment},
            {u"settings"_s, QJsonArray::fromStringList(settingsBlock(run))},
            {u"targets"_s, targetsToJson(run)},
            {u"summary"_s, summaries},
            {u"laps"_s, lapsToJson(run, withSamples)},
            {u"notes"_s, QJsonArray::fromStringList(run.notes)}};
}

QByteArray runJson(const Run &run) { return QJsonDocument(runToJson(run, true)).toJson(); }

QStringList settingsBlock(const Run &run)
{
    QStringList lines;
    for (const RunTarget &target : run.targets) {
        QString line = target.label();
        if (target.facts) {
            line += u": %1 %2, %3"_s.arg(target.facts->name, target.facts->version,
                                        durabilityName(target.facts->durability));
            QStringList settings;
            for (const Setting &setting : target.facts->settings) {
                if (setting.value.compare(setting.default_value, Qt::CaseInsensitive) != 0)
                    settings << setting.name + u'=' + setting.value;
            }
            if (!settings.isEmpty())
                line += u", "_s + settings.join(u' ');
        }
        if (target.drive)
            line += u"; %1 %2 (%3)"_s.arg(target.drive->file_system, target.drive->device,
                                         driveKindName(target.drive->kind));
        lines << line;
    }
    const Plan &plan = run.plan;
    lines << u"scale %1, %2 laps, seed %3, %4, clients %5"_s
                 .arg(plan.scale, 0, 'g', QLocale::FloatingPointShortest)
                 .arg(plan.laps)
                 .arg(plan.seed)
                 .arg(transportName(plan.transport))
                 .arg(plan.clients);
    const auto known = [&run](QLatin1StringView key) {
        const QJsonValue value = run.environment.value(key);
        return value.isNull() || value.isUndefined() ? u"not available"_s
                                                     : value.toVariant().toString();
    };
    const QJsonValue memory = run.environment.value("memory_total_bytes"_L1);
    lines << u"%1, %2 cores, memory %3, Linux %4, %5, %6"_s
                 .arg(known("cpu_model"_L1), known("cpu_cores"_L1),
                      memory.isDouble() ? u"%1 GB"_s.arg(memory.toDouble() / 1e9, 0, 'f', 1)
                                        : u"not available"_s)
                 .arg(known("kernel"_L1), known("operating_system"_L1),
                      run.started.toUTC().toString(Qt::ISODate));
    return lines;
}

} // namespace drivetrain
