// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/target.h"
#include <functional>

namespace drivetrain {

class Workbench;

/// What the pages are given: core's one door, and a place for passwords that are in memory only.
struct Services
{
    Workbench &workbench;
    std::function<void(const TargetSpec &, const QString &)> rememberPassword;
};

} // namespace drivetrain
