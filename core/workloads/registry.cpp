// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bulk_load.h"
#include "workloads/catalogue.h"
#include "workloads/script.h"
#include "workloads/speed_comparison.h"
#include "workloads/vacuum.h"
#include "workloads/workload.h"

namespace drivetrain {

WorkloadRegistry::WorkloadRegistry(std::vector<std::unique_ptr<Workload>> workloads)
    : m_workloads(std::move(workloads))
{
}

const WorkloadRegistry &WorkloadRegistry::standard()
{
    static const WorkloadRegistry registry([] {
        std::vector<std::unique_ptr<Workload>> workloads;
        workloads.push_back(makeSpeedComparison());
        workloads.push_back(makeBulkLoad());
        workloads.push_back(makeVacuum());
        workloads.push_back(makeCatalogue());
        workloads.push_back(makeScript());
        return workloads;
    }());
    return registry;
}

WorkloadSettings settingsOf(const Plan &plan, const Workload &workload)
{
    WorkloadSettings settings;
    settings.scale = plan.scale;
    settings.seed = plan.seed;
    settings.transport = plan.transport;
    settings.parameters = plan.parameters.value(workload.name()).toObject();
    settings.input = plan.input;
    settings.transaction = plan.transaction;
    return settings;
}

const Workload *WorkloadRegistry::find(const QString &name) const
{
    for (const auto &workload : m_workloads) {
        if (workload->name() == name)
            return workload.get();
    }
    return nullptr;
}

} // namespace drivetrain
