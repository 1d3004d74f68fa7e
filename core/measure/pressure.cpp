// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/pressure.h"
#include "measure/small_file.h"
#include <cstdint>

namespace drivetrain {
namespace {

/// "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345", microseconds.
std::optional<double> someTotal_s(const char *path)
{
    const auto text = readSmallFile(path);
    if (!text)
        return std::nullopt;
    std::string_view rest = *text, line = takeLine(rest);
    constexpr std::string_view total = "total=";
    const std::size_t at = line.find(total);
    if (!line.starts_with("some ") || at == std::string_view::npos)
        return std::nullopt;
    const auto us = numberOf<std::uint64_t>(line.substr(at + total.size()));
    return us ? std::optional(static_cast<double>(*us) * 1e-6) : std::nullopt;
}

} // namespace

Pressure machinePressure()
{
    return {someTotal_s("/proc/pressure/cpu"), someTotal_s("/proc/pressure/io"),
            someTotal_s("/proc/pressure/memory")};
}

} // namespace drivetrain
