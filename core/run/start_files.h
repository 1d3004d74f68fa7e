// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "workloads/workload.h"

namespace drivetrain {

/// Databases that laps start with, made once and kept in the user's cache folder
/// ($XDG_CACHE_HOME/drivetrain) from one run to the next, named after all that they depend on. A
/// file whose size or checksum is not the one that was noted when it was made is made anew. From
/// the runner's thread, outside of the measuring.
class StartFiles
{
public:
    [[nodiscard]] static QString folder();
    /// The path of the file for a target, made where it is not there; empty where laps of the
    /// workload start with nothing, or the engine cannot begin with a file.
    [[nodiscard]] static Expected<QString> get(const Engine &engine, const TargetSpec &target,
                                               const Workload &workload,
                                               const WorkloadSettings &settings,
                                               std::stop_token stop);
};

} // namespace drivetrain
