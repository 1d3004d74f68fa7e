// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "export/export.h"
#include "output_files.h"
#include "run/workbench.h"
#include "stats/comparison.h"
#include "store/store.h"
#include "terminal.h"
#include "words/words.h"
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Opens the store where there is one; nothing is made just by looking.
Expected<std::unique_ptr<Store>> openStore(Workbench &workbench)
{
    const QString path = workbench.options().store_path;
    if (!QFileInfo::exists(path))
        return failure(ErrorKind::NotFound, {}, path);
    workbench.clean(false);
    auto store = Store::open(path);
    if (store) {
        for (const QString &notice : (*store)->notices())
            printError(notice + u'\n');
    }
    return store;
}

/// `id` 0 is the last run.
Expected<Run> loadRun(Workbench &workbench, qint64 id, bool withSamples)
{
    const auto store = openStore(workbench);
    if (!store)
        return tl::unexpected(store.error());
    if (id == 0) {
        const auto runs = (*store)->runs();
        if (!runs)
            return tl::unexpected(runs.error());
        if (runs->empty())
            return failure(ErrorKind::NotFound, {}, u"last"_s);
        id = runs->front().id;
    }
    return (*store)->run(id, withSamples);
}

void printJson(const QJsonArray &array)
{
    printOut(QString::fromUtf8(QJsonDocument(array).toJson()));
}

int listRuns(const CommandLine &line, Workbench &workbench)
{
    const auto store = openStore(workbench);
    std::vector<RunSummary> runs;
    if (store) {
        const auto found = (*store)->runs();
        if (!found)
            return refuse(found.error(), exits::failed);
        runs = *found;
    } else if (store.error().kind != ErrorKind::NotFound) {
        return refuse(store.error(), exits::failed);
    }
    QJsonArray json;
    for (const RunSummary &run : runs) {
        json.append(QJsonObject{{u"run"_s, run.id},
                                {u"started"_s, run.started.toString(Qt::ISODate)},
                                {u"status"_s, runStatusName(run.status)},
                                {u"targets"_s, QJsonArray::fromStringList(run.targets)},
                                {u"workloads"_s, QJsonArray::fromStringList(run.workloads)},
                                {u"drives"_s, QJsonArray::fromStringList(run.drives)},
                                {u"scale"_s, run.scale},
                                {u"laps_planned"_s, run.laps_planned},
                                {u"laps_finished"_s, run.laps_finished}});
        if (!line.json) {
            printOut(u"%1  %2  %3  %4/%5 laps  %6  on %7\n"_s.arg(run.id, 4)
                         .arg(run.started.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s),
                              runStatusName(run.status).leftJustified(11))
                         .arg(run.laps_finished).arg(run.laps_planned)
                         .arg(run.targets.join(u", "_s), run.drives.join(u", "_s)));
        }
    }
    if (line.json)
        printJson(json);
    return exits::good;
}

int listTargets(const CommandLine &line, const Workbench &workbench)
{
    QJsonArray json;
    for (const TargetOffer &offer : workbench.targets()) {
        json.append(QJsonObject{{u"target"_s, offer.target}, {u"engine"_s, offer.engine},
                                {u"version"_s, offer.version}, {u"available"_s, offer.available},
                                {u"reason"_s, offer.reason}, {u"remedy"_s, offer.remedy}});
        if (!line.json) {
            const QString state = offer.available ? offer.version
                : u"not available: %1 (%2)"_s.arg(offer.reason, offer.remedy);
            printOut(u"%1 %2 %3\n"_s.arg(offer.target, -28).arg(offer.engine, -12).arg(state));
        }
    }
    if (line.json)
        printJson(json);
    return exits::good;
}

int listDrives(const CommandLine &line, const Workbench &workbench)
{
    QJsonArray json;
    for (const Drive &drive : workbench.drives()) {
        const QString obstacle = drive.isUsable() ? QString() : words::obstacle(drive);
        json.append(QJsonObject{{u"folder"_s, drive.folder},
                                {u"mount_point"_s, drive.mount_point},
                                {u"device"_s, drive.device},
                                {u"model"_s, drive.model},
                                {u"kind"_s, driveKindName(drive.kind)},
                                {u"file_system"_s, drive.file_system},
                                {u"free_bytes"_s, qint64(drive.free_bytes)},
                                {u"total_bytes"_s, qint64(drive.total_bytes)},
                                {u"usable"_s, drive.isUsable()},
                                {u"obstacle"_s, obstacle}});
        if (!line.json) {
            printOut(u"%1 %2 %3 %4  %5 free of %6  %7\n"_s.arg(drive.mount_point, -24)
                         .arg(drive.device, -18)
                         .arg(driveKindName(drive.kind), -8)
                         .arg(drive.file_system, -8)
                         .arg(words::bytes(drive.free_bytes), words::bytes(drive.total_bytes),
                              obstacle));
        }
    }
    if (line.json)
        printJson(json);
    return exits::good;
}

int listWorkloads(const CommandLine &line, const Workbench &workbench)
{
    QJsonArray json;
    for (const WorkloadOffer &offer : workbench.workloads()) {
        QStringList transports;
        for (const Transport transport : offer.transports)
            transports << transportName(transport);
        json.append(QJsonObject{{u"workload"_s, offer.name}, {u"title"_s, offer.title},
                                {u"description"_s, offer.description},
                                {u"transports"_s, QJsonArray::fromStringList(transports)},
                                {u"steps"_s, QJsonArray::fromStringList(
                                     {offer.step_titles.begin(), offer.step_titles.end()})}});
        if (!line.json)
            printOut(u"%1 %2. %3 (%4)\n"_s.arg(offer.name, -20).arg(offer.title, offer.description,
                                                                   transports.join(u", "_s)));
    }
    if (line.json)
        printJson(json);
    return exits::good;
}

} // namespace

int listCommand(const CommandLine &line, Workbench &workbench)
{
    if (line.list == "runs"_L1)
        return listRuns(line, workbench);
    if (line.list == "targets"_L1)
        return listTargets(line, workbench);
    if (line.list == "drives"_L1)
        return listDrives(line, workbench);
    return listWorkloads(line, workbench);
}

int showCommand(const CommandLine &line, Workbench &workbench)
{
    const auto run = loadRun(workbench, line.runs.front(), line.json);
    if (!run)
        return refuse(run.error(), exits::badArguments);
    if (line.json) {
        printOut(QString::fromUtf8(runJson(*run)));
        return exits::good;
    }
    printOut(u"run %1, %2, %3\n"_s.arg(run->id).arg(
        run->started.toLocalTime().toString(Qt::ISODate), words::runStatus(run->status)));
    for (const QString &text : settingsBlock(*run))
        printOut(u"  "_s + text + u'\n');
    for (const QString &workload : run->plan.workloads) {
        printOut(u'\n' + resultText(*run, workload) + u'\n');
        printOut(words::verdict(*run, workload, headlineVerdict(*run, workload)) + u'\n');
    }
    return exits::good;
}

int compareCommand(const CommandLine &line, Workbench &workbench)
{
    const auto first = loadRun(workbench, line.runs.at(0), false);
    const auto second = loadRun(workbench, line.runs.at(1), false);
    if (!first || !second)
        return refuse(!first ? first.error() : second.error(), exits::badArguments);
    const std::vector<Difference> differing = differences(*first, *second);
    QJsonArray settings, totals;
    for (const Difference &each : differing) {
        settings.append(QJsonObject{
            {u"key"_s, each.key}, {u"first"_s, each.first}, {u"second"_s, each.second}});
        if (!line.json)
            printOut(u"differs: %1: %2 | %3\n"_s.arg(each.key, each.first, each.second));
    }
    if (differing.empty() && !line.json)
        printOut(u"Nothing differs but the figures.\n"_s);
    for (const QString &workload : first->plan.workloads) {
        if (!second->plan.workloads.contains(workload))
            continue;
        const ResultTable a = resultTable(*first, workload), b = resultTable(*second, workload);
        for (std::size_t i = 0; i < first->targets.size(); ++i) {
            for (std::size_t j = 0; j < second->targets.size(); ++j) {
                if (first->targets[i].label() != second->targets[j].label())
                    continue;
                const auto x = a.total.cells[i].median_s, y = b.total.cells[j].median_s;
                const auto number = [](std::optional<double> value) {
                    return value ? QJsonValue(*value) : QJsonValue();
                };
                totals.append(QJsonObject{{u"workload"_s, workload},
                                          {u"target"_s, first->targets[i].label()},
                                          {u"first_s"_s, number(x)},
                                          {u"second_s"_s, number(y)}});
                if (!line.json && x && y) {
                    printOut(u"%1, %2: %3 s | %4 s, ratio %5\n"_s
                                 .arg(workload, first->targets[i].label())
                                 .arg(*x, 0, 'f', 4)
                                 .arg(*y, 0, 'f', 4)
                                 .arg(*y / *x, 0, 'f', 3));
                }
            }
        }
    }
    if (line.json) {
        printOut(QString::fromUtf8(QJsonDocument(QJsonObject{{u"differences"_s, settings},
                                                             {u"totals"_s, totals}}).toJson()));
    }
    return exits::good;
}

int exportCommand(const CommandLine &line, Workbench &workbench)
{
    const auto run = loadRun(workbench, line.runs.front(), true);
    if (!run)
        return refuse(run.error(), exits::badArguments);
    const OutputRequest output{line.out, line.formats, line.size, line.pixelScale};
    if (const Faults faults = checkOutput(output, run->plan.workloads, u"out"_s); !faults.empty())
        return refuse(faults);
    std::vector<HistoricalTable> historical;
    for (const QString &workload : run->plan.workloads)
        historical.push_back(workbench.historical(workload));
    const auto written = writeOutput(output, *run, historical);
    if (!written)
        return refuse(written.error(), exits::failed);
    printOut(written->join(u'\n') + u'\n');
    return exits::good;
}

int cleanCommand(const CommandLine &line, Workbench &workbench)
{
    const QStringList found = workbench.clean(line.dryRun);
    for (const QString &text : found)
        printOut(text + u'\n');
    if (found.isEmpty())
        printOut(words::nothingLeftBehind() + u'\n');
    return exits::good;
}

} // namespace drivetrain
