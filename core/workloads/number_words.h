// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

namespace drivetrain {

/// Appends `number` (below 10^9; the rest is not needed here) in lower-case English, as the
/// published comparison spells it: space separated, no hyphen, no "and"; 0 is "zero", 148382 is
/// "one hundred forty eight thousand three hundred eighty two". Allocates only where `to` has to
/// grow.
void appendNumberWords(std::string &to, std::uint32_t number);
[[nodiscard]] std::string numberWords(std::uint32_t number);

} // namespace drivetrain
