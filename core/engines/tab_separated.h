// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include <array>
#include <charconv>
#include <string>

namespace drivetrain {

/// Appends a row as COPY's text format and LOAD DATA's default have it alike: a tab between
/// values, a newline at the end, \\N for NULL, a backslash before what would be read otherwise.
inline void appendTabSeparated(std::string &to, std::span<const Value> values)
{
    std::array<char, 32> digits{};
    bool first = true;
    for (const Value &value : values) {
        if (!first)
            to += '\t';
        first = false;
        if (const auto *number = std::get_if<std::int64_t>(&value)) {
            to.append(digits.data(), std::to_chars(digits.begin(), digits.end(), *number).ptr);
        } else if (const auto *real = std::get_if<double>(&value)) {
            to.append(digits.data(), std::to_chars(digits.begin(), digits.end(), *real).ptr);
        } else if (const auto *text = std::get_if<std::string_view>(&value)) {
            std::size_t from = 0;
            for (std::size_t at = 0; at < text->size(); ++at) {
                const char c = (*text)[at];
                const char *plain = c == '\\' ? "\\\\"
                    : c == '\t'               ? "\\t"
                    : c == '\n'               ? "\\n"
                    : c == '\r'               ? "\\r"
                                              : nullptr;
                if (!plain)
                    continue;
                to.append(*text, from, at - from);
                to += plain;
                from = at + 1;
            }
            to.append(*text, from, text->size() - from);
        } else {
            to += "\\N";
        }
    }
    to += '\n';
}

/// "a, b, c"
[[nodiscard]] inline std::string joined(const std::vector<std::string> &names)
{
    std::string all;
    for (const std::string &name : names)
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

} // namespace drivetrain
