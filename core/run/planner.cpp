// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/planner.h"
#include "measure/drives.h"
#include "workloads/random.h"
#include <QDir>
#include <QSet>
#include <algorithm>
#include <map>
#include <numeric>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr double probeBudget_s = 0.1;
constexpr double fallbackSync_s = 0.005;
constexpr double verifyRow_s = 0.6e-6;               // reading a table back, a row (seen)
constexpr std::int64_t reserve_bytes = 64'000'000;   // what a drive keeps free at least

Fault driveFault(const Drive &drive, const QString &field)
{
    FaultCode code = FaultCode::DriveNotFound;
    switch (drive.obstacle) {
    case DriveObstacle::ReadOnly: code = FaultCode::DriveReadOnly; break;
    case DriveObstacle::NoPermission:
    case DriveObstacle::SystemOnly: code = FaultCode::DriveNoPermission; break;
    case DriveObstacle::Full: code = FaultCode::DriveTooFull; break;
    default: break;
    }
    return {code, field, drive.folder, drive.obstacle_detail, {}};
}

} // namespace

Planner::Planner(const EngineRegistry &engines, const WorkloadRegistry &workloads,
                 PasswordSource password)
    : m_engines(engines), m_workloads(workloads), m_password(std::move(password))
{
}

std::vector<RunTarget> Planner::targets(const Plan &plan)
{
    std::vector<RunTarget> targets;
    for (const TargetSpec &spec : plan.targets) {
        if (spec.isSomebodysServer()) {
            targets.push_back({spec, std::nullopt, std::nullopt});
            continue;
        }
        for (const QString &folder : plan.drives)
            targets.push_back({spec, driveOfFolder(folder), std::nullopt});
    }
    return targets;
}

std::vector<PlannedLap> Planner::order(const Plan &plan, int targets)
{
    std::vector<PlannedLap> laps;
    Random random(plan.seed, 0x1a95);
    std::vector<int> indices(static_cast<std::size_t>(targets));
    std::iota(indices.begin(), indices.end(), 0);
    for (const QString &workload : plan.workloads) {
        for (int number = 1; number <= plan.laps; ++number) {
            for (std::size_t i = indices.size(); i > 1; --i)   // Fisher and Yates
                std::swap(indices[i - 1], indices[random.below(static_cast<std::uint32_t>(i))]);
            for (const int target : indices)
                laps.push_back({target, workload, number});
        }
    }
    return laps;
}

Durability Planner::wishedDurability(const Plan &plan, const TargetSpec &target)
{
    const auto option = target.option(u"durability");
    return option ? durabilityFromName(*option).value_or(plan.durability) : plan.durability;
}

void Planner::checkWorkloads(const Plan &plan, Faults &faults) const
{
    for (qsizetype i = 0; i < plan.workloads.size(); ++i) {
        const QString field = u"workloads[%1]"_s.arg(i);
        const Workload *workload = m_workloads.find(plan.workloads[i]);
        if (!workload) {
            QStringList known;
            for (const auto &each : m_workloads.workloads())
                known << each->name();
            faults.push_back(
                {FaultCode::UnknownWorkload, field, plan.workloads[i], known.join(u", "_s), {}});
            continue;
        }
        if (!workload->transports().contains(plan.transport))
            faults.push_back({FaultCode::TransportNotOffered,
                              u"transport"_s,
                              transportName(plan.transport),
                              workload->name(),
                              {}});
        if (plan.clients > workload->clients_max())
            faults.push_back({FaultCode::ClientsNotOffered,
                              u"clients"_s,
                              QString::number(plan.clients),
                              u"1..%1"_s.arg(workload->clients_max()),
                              {}});
        const auto notOffered = [&](const QString &key, double value) {
            if (value > 0)
                faults.push_back({FaultCode::WorkloadNotOffered, key, QString::number(value),
                                  workload->name(), {}});
        };
        notOffered(u"duration_s"_s,
                   plan.duration_s); // its statements are counted, its pace is its own
        notOffered(u"rate"_s, plan.rate);
        checkInput(plan, *workload, faults);
        const QJsonValue parameters = plan.parameters.value(workload->name());
        const Faults found = workload->checkParameters(parameters.toObject(),
                                                       u"parameters."_s + workload->name());
        faults.insert(faults.end(), found.begin(), found.end());
    }
    for (auto it = plan.parameters.begin(); it != plan.parameters.end(); ++it) {
        if (!plan.workloads.contains(it.key()))
            faults.push_back({FaultCode::UnknownKey, u"parameters."_s + it.key(), {}, {}, {}});
    }
}

/// The user's file, and a transaction size: where the workload takes them.
void Planner::checkInput(const Plan &plan, const Workload &workload, Faults &faults) const
{
    if (plan.input.isEmpty() && workload.needsInput()) {
        faults.push_back({FaultCode::MissingKey, u"input"_s, {}, workload.name(), {}});
    } else if (!plan.input.isEmpty() && !workload.takesInput()) {
        faults.push_back(
            {FaultCode::WorkloadNotOffered, u"input"_s, plan.input, workload.name(), {}});
    } else if (!plan.input.isEmpty()) {
        QSet<int> styles;   // a file is read once a style, not once a target
        for (const TargetSpec &target : plan.targets) {
            const Engine *engine = m_engines.find(target.engine);
            const Dialect dialect = engine ? engine->dialect(target) : Dialect();
            if (!engine || styles.contains(static_cast<int>(dialect.script)))
                continue;
            styles.insert(static_cast<int>(dialect.script));
            const Faults found = workload.checkInput(plan.input, dialect, u"input"_s);
            faults.insert(faults.end(), found.begin(), found.end());
        }
    }
    if (plan.transaction > 0 && !workload.takesTransaction())
        faults.push_back({FaultCode::WorkloadNotOffered, u"transaction"_s,
                          QString::number(plan.transaction), workload.name(), {}});
}

void Planner::checkTarget(const Plan &plan, std::size_t index, const std::vector<Drive> &drives,
                          Faults &faults) const
{
    const TargetSpec &target = plan.targets[index];
    const QString field = u"targets[%1]"_s.arg(index);
    const Engine *engine = m_engines.find(target.engine);
    if (!engine) {
        QStringList known;
        for (const auto &each : m_engines.engines())
            known << each->name();
        faults.push_back({FaultCode::UnknownEngine, field, target.engine, known.join(u", "_s), {}});
        return;
    }
    const auto append = [&faults](const Faults &found) {
        for (const Fault &fault : found) {
            if (std::find(faults.begin(), faults.end(), fault) == faults.end())
                faults.push_back(fault);
        }
    };
    append(engine->checkOptions(target, field));
    const Availability availability = engine->availability(target);
    if (!availability.available) {
        faults.push_back({FaultCode::EngineNotInstalled, field, target.text(), availability.reason,
                          availability.remedy});
        return;
    }
    const Capabilities capabilities = engine->capabilities(target);
    for (const QString &name : plan.workloads) {
        const Workload *workload = m_workloads.find(name);
        const QString obstacle = workload ? workload->obstacle(engine->dialect(target)) : QString();
        if (!obstacle.isEmpty())
            faults.push_back({FaultCode::WorkloadNotOffered, field, name,
                              u"%1: %2"_s.arg(target.text(), obstacle), {}});
    }
    if (!plan.temp_drive.isEmpty() && !capabilities.temp_folder)
        faults.push_back(
            {FaultCode::PlaceNotOffered, u"temp_drive"_s, plan.temp_drive, target.text(), {}});
    if (!plan.log_drive.isEmpty() && !capabilities.log_folder)
        faults.push_back(
            {FaultCode::PlaceNotOffered, u"log_drive"_s, plan.log_drive, target.text(), {}});
    if (!capabilities.transports.contains(plan.transport))
        faults.push_back({FaultCode::TransportNotOffered, field, transportName(plan.transport),
                          target.text(), {}});
    if (plan.clients > capabilities.clients_max)
        faults.push_back({FaultCode::ClientsNotOffered, field, QString::number(plan.clients),
                          u"1..%1"_s.arg(capabilities.clients_max), {}});
    if (target.isSomebodysServer())
        return append(engine->preflight(target, {}, m_password, field));
    for (const Drive &drive : drives) {
        if (drive.isUsable())
            append(engine->preflight(target, drive.folder, m_password, field));
    }
}

double Planner::lapForecast_s(const Plan &plan, const RunTarget &target, const QString &workload,
                              double sync_s) const
{
    const Engine *engine = m_engines.find(target.spec.engine);
    const Workload *known = m_workloads.find(workload);
    if (!engine || !known)
        return 0;
    const Capabilities capabilities = engine->capabilities(target.spec);
    const Durability durability = engine->effectiveDurability(target.spec,
                                                              wishedDurability(plan, target.spec));
    double seconds = capabilities.installation_s;
    WorkloadSettings settings = settingsOf(plan, *known);
    settings.dialect = engine->dialect(target.spec);
    for (const StepInfo &step : known->steps(settings)) {
        seconds +=
            static_cast<double>(step.operations) * capabilities.statement_s + step.forecast_s;
        if (durability == Durability::Durable)
            seconds += static_cast<double>(step.commits) * capabilities.syncs_per_commit * sync_s;
    }
    const double verified = 16.0 * 40'000 * plan.scale * verifyRow_s;
    return seconds + verified;
}

namespace {

/// What drives must have free at the moment of greatest need, by folder.
class Needs
{
public:
    void add(const QString &folder, const QString &field, std::int64_t free_bytes,
             std::int64_t bytes)
    {
        Need &need = m_needs.try_emplace(folder, Need{field, free_bytes, 0}).first->second;
        need.bytes = std::max(need.bytes, bytes);
    }
    void finish(Forecast &forecast, Faults &faults) const
    {
        for (const auto &[folder, need] : m_needs) {
            forecast.drives.push_back({folder, need.bytes, need.free_bytes});
            if (need.free_bytes < need.bytes + reserve_bytes)
                faults.push_back({FaultCode::DriveTooFull, need.field, folder,
                                  u"%1/%2"_s.arg(need.bytes + reserve_bytes).arg(need.free_bytes),
                                  {}});
        }
    }

private:
    struct Need { QString field; std::int64_t free_bytes = 0, bytes = 0; };
    std::map<QString, Need> m_needs;
};

} // namespace

Forecast Planner::forecast(const Plan &plan, const std::vector<RunTarget> &targets,
                           Faults &faults) const
{
    Forecast forecast;
    forecast.targets = static_cast<int>(targets.size());
    forecast.laps = forecast.targets * plan.laps * static_cast<int>(plan.workloads.size());
    std::map<QString, double> syncs;
    Needs needs;
    const auto elsewhere = [&needs](const QString &folder, const QString &field,
                                    std::int64_t bytes) {
        const Drive drive = driveOfFolder(folder);
        if (bytes > 0 && drive.isUsable())
            needs.add(folder, field, drive.free_bytes, bytes);
    };
    for (const RunTarget &target : targets) {
        const QString folder = target.drive ? target.drive->folder : QString();
        if (target.drive && !syncs.contains(folder)) {
            const auto probe =
                target.drive->isUsable() ? probeDrive(folder, probeBudget_s) : std::nullopt;
            syncs[folder] = probe ? probe->sync_s : fallbackSync_s;
        }
        const double sync_s = target.drive ? syncs[folder] : fallbackSync_s;
        const Engine *engine = m_engines.find(target.spec.engine);
        for (const QString &name : plan.workloads) {
            forecast.seconds += plan.laps * lapForecast_s(plan, target, name, sync_s);
            const Workload *workload = m_workloads.find(name);
            if (!target.drive || !engine || !workload)
                continue;
            const WorkloadSettings settings = settingsOf(plan, *workload);
            const Capabilities can = engine->capabilities(target.spec);
            const std::int64_t temp_bytes = workload->temp_bytes(settings);
            const bool tempElsewhere = can.temp_folder && !plan.temp_drive.isEmpty();
            needs.add(folder, u"drives[%1]"_s.arg(plan.drives.indexOf(folder)),
                      target.drive->free_bytes,
                      workload->space_bytes(settings) + can.installation_bytes
                          + (tempElsewhere ? 0 : temp_bytes));
            if (tempElsewhere)
                elsewhere(plan.temp_drive, u"temp_drive"_s, temp_bytes);
            if (can.starts_from_file && workload->start_bytes(settings) > 0)
                elsewhere(QDir::homePath(), u"workloads[%1]"_s.arg(plan.workloads.indexOf(name)),
                          workload->start_bytes(settings));
        }
    }
    needs.finish(forecast, faults);
    return forecast;
}

PlanCheck Planner::check(const Plan &plan) const
{
    PlanCheck check;
    check.faults = validate(plan);
    checkWorkloads(plan, check.faults);
    std::vector<Drive> drives;
    for (qsizetype i = 0; i < plan.drives.size(); ++i) {
        drives.push_back(driveOfFolder(plan.drives[i]));
        if (!drives.back().isUsable())
            check.faults.push_back(driveFault(drives.back(), u"drives[%1]"_s.arg(i)));
    }
    for (const auto &[field, folder] : {std::pair(u"temp_drive"_s, plan.temp_drive),
                                        std::pair(u"log_drive"_s, plan.log_drive)}) {
        if (folder.isEmpty())
            continue;
        if (const Drive drive = driveOfFolder(folder); !drive.isUsable())
            check.faults.push_back(driveFault(drive, field));
    }
    for (std::size_t i = 0; i < plan.targets.size(); ++i)
        checkTarget(plan, i, drives, check.faults);
    const bool countable = plan.scale >= limits::scaleMin && plan.scale <= limits::scaleMax
        && plan.laps >= 1 && plan.laps <= limits::lapsMax;
    if (countable)
        check.forecast = forecast(plan, targets(plan), check.faults);
    return check;
}

} // namespace drivetrain
