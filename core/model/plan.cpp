// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan.h"
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

void checkRange(Faults &faults, const QString &field, double value, double least, double greatest)
{
    if (!(value >= least && value <= greatest))
        faults.push_back({FaultCode::OutOfRange, field, QString::number(value, 'g', 12),
                          u"%1..%2"_s.arg(least, 0, 'g', 6).arg(greatest, 0, 'g', 6), {}});
}

void checkTargets(Faults &faults, const Plan &plan)
{
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        const QString field = u"targets[%1]"_s.arg(i);
        for (std::size_t j = 0; j < i; ++j) {
            if (plan.targets[i] == plan.targets[j]) {
                faults.push_back({FaultCode::DuplicateTarget, field, plan.targets[i].text(),
                                  u"targets[%1]"_s.arg(j), {}});
                break;
            }
        }
        const auto durability = plan.targets[i].option(u"durability");
        if (durability && !durabilityFromName(*durability))
            faults.push_back({FaultCode::BadOptionValue, field, *durability,
                              u"durability=durable|relaxed|unsafe"_s, {}});
    }
}

} // namespace

Faults validate(const Plan &plan)
{
    Faults faults;
    bool needsDrive = plan.targets.empty();
    for (const TargetSpec &target : plan.targets)
        needsDrive = needsDrive || !target.isSomebodysServer();
    if (plan.targets.empty())
        faults.push_back({FaultCode::NothingChosen, u"targets"_s, {}, {}, {}});
    if (plan.drives.isEmpty() && needsDrive)
        faults.push_back({FaultCode::NothingChosen, u"drives"_s, {}, {}, {}});
    if (plan.workloads.isEmpty())
        faults.push_back({FaultCode::NothingChosen, u"workloads"_s, {}, {}, {}});
    checkTargets(faults, plan);
    const auto checkTwice = [&faults](const QStringList &list, const QString &name) {
        for (qsizetype i = 0; i < list.size(); ++i) {
            if (list.indexOf(list[i]) < i)
                faults.push_back({FaultCode::BadValue, u"%1[%2]"_s.arg(name).arg(i), list[i],
                                  u"%1[%2]"_s.arg(name).arg(list.indexOf(list[i])), {}});
        }
    };
    checkTwice(plan.drives, u"drives"_s);
    checkTwice(plan.workloads, u"workloads"_s);
    checkRange(faults, u"scale"_s, plan.scale, limits::scaleMin, limits::scaleMax);
    checkRange(faults, u"laps"_s, plan.laps, 1, limits::lapsMax);
    checkRange(faults, u"clients"_s, plan.clients, 1, limits::clientsMax);
    checkRange(faults, u"duration_s"_s, plan.duration_s, 0, 7 * 24 * 3600.0);
    checkRange(faults, u"rate"_s, plan.rate, 0, 1e9);
    checkRange(faults, u"transaction"_s, static_cast<double>(plan.transaction), 0, 1e9);
    checkRange(faults, u"targets"_s, static_cast<double>(plan.targets.size()), 0,
               limits::targetsMax);
    checkRange(faults, u"drives"_s, static_cast<double>(plan.drives.size()), 0, limits::drivesMax);
    return faults;
}

Plan demoPlan(const QString &homeFolder)
{
    Plan plan;
    TargetSpec durable, unsafe;
    durable.engine = unsafe.engine = u"sqlite"_s;
    durable.options = {{u"durability"_s, u"durable"_s}};
    unsafe.options = {{u"durability"_s, u"unsafe"_s}};
    plan.targets = {durable, unsafe};
    plan.drives = {homeFolder};
    plan.workloads = {u"speed-comparison"_s};
    return plan;
}

} // namespace drivetrain
