// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace drivetrain {

/// The whole of a file of /proc or /sys (which tell no size), at most 4 MiB. Nothing where it
/// cannot be read. For any thread; not for files of people.
[[nodiscard]] std::optional<std::string> readSmallFile(const std::string &path);
/// The same without white space at both ends; nothing also where nothing is left.
[[nodiscard]] std::optional<std::string> readSmallText(const std::string &path);

/// The next word of `text`, taken off its front; empty at the end.
[[nodiscard]] inline std::string_view takeWord(std::string_view &text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) {
        text = {};
        return {};
    }
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

/// The next line of `text` without its end, taken off its front.
[[nodiscard]] inline std::string_view takeLine(std::string_view &text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

template <typename Number>
[[nodiscard]] std::optional<Number> numberOf(std::string_view word)
{
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(value)
                                                                    : std::nullopt;
}

} // namespace drivetrain
