// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include <array>
#include <charconv>
#include <string>
#include <vector>

namespace drivetrain {

/// Values as libpq's text parameters. Keeps its memory from one statement to the next.
class PostgresValues
{
public:
    void set(std::span<const Value> values)
    {
        m_text.clear();
        m_texts.resize(values.size());
        m_offsets.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            m_offsets[i] = m_text.size();
            append(m_text, values[i]);
            m_text += '\0';
        }
        for (std::size_t i = 0; i < values.size(); ++i) {   // addresses only once all are there
            m_texts[i] = std::holds_alternative<std::monostate>(values[i])
                             ? nullptr
                             : m_text.data() + m_offsets[i];
        }
    }
    [[nodiscard]] int count() const { return static_cast<int>(m_texts.size()); }
    [[nodiscard]] const char *const *texts() const { return m_texts.data(); }

    static void append(std::string &to, const Value &value)
    {
        std::array<char, 32> digits{};
        if (const auto *number = std::get_if<std::int64_t>(&value))
            to.append(digits.data(), std::to_chars(digits.data(), digits.end(), *number).ptr);
        else if (const auto *real = std::get_if<double>(&value))
            to.append(digits.data(), std::to_chars(digits.data(), digits.end(), *real).ptr);
        else if (const auto *text = std::get_if<std::string_view>(&value))
            to.append(*text);
    }

private:
    std::string m_text;
    std::vector<const char *> m_texts;
    std::vector<std::size_t> m_offsets;
};

} // namespace drivetrain
