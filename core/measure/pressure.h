// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

namespace drivetrain {

/// Time in which some task waited for CPU, I/O or memory, since the machine started, in seconds:
/// the `some` lines' totals of /proc/pressure (Linux, Documentation/accounting/psi.rst). Nothing
/// where the kernel does not tell.
struct Pressure { std::optional<double> cpu_s, io_s, memory_s; };
[[nodiscard]] Pressure machinePressure();

} // namespace drivetrain
