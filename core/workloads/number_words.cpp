// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/number_words.h"
#include <array>
#include <string_view>

namespace drivetrain {
namespace {

constexpr std::array<std::string_view, 20> small{
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 10> tens{"",      "",      "twenty",  "thirty", "forty",
                                                "fifty", "sixty", "seventy", "eighty", "ninety"};

/// 1..999
std::string hundreds(std::uint32_t number)
{
    std::string words;
    const auto append = [&words](std::string_view word) {
        if (!words.empty())
            words += ' ';
        words += word;
    };
    if (number >= 100) {
        append(small[number / 100]);
        append("hundred");
    }
    const std::uint32_t rest = number % 100;
    if (rest >= 20) {
        append(tens[rest / 10]);
        if (rest % 10)
            append(small[rest % 10]);
    } else if (rest > 0) {
        append(small[rest]);
    }
    return words;
}

const std::array<std::string, 1000> &hundredsTable()
{
    static const std::array<std::string, 1000> table = [] {
        std::array<std::string, 1000> made;
        for (std::uint32_t i = 1; i < made.size(); ++i)
            made[i] = hundreds(i);
        return made;
    }();
    return table;
}

} // namespace

void appendNumberWords(std::string &to, std::uint32_t number)
{
    if (number == 0) {
        to += small[0];
        return;
    }
    const auto &table = hundredsTable();
    bool first = true;
    const auto append = [&](std::uint32_t part, std::string_view unit) {
        if (part == 0)
            return;
        if (!first)
            to += ' ';
        first = false;
        to += table[part];
        to += unit;
    };
    append(number / 1'000'000 % 1000, " million");
    append(number / 1000 % 1000, " thousand");
    append(number % 1000, "");
}

std::string numberWords(std::uint32_t number)
{
    std::string words;
    appendNumberWords(words, number);
    return words;
}

} // namespace drivetrain
