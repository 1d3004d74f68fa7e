// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <cstdint>
#include <string>

namespace drivetrain::vacuum {

/// The two tables: vacTest and vacCopy.
enum class Table { Test, Copy };

/// A row by its key: i in 0..n was made at first, n+1..n+1+n/10 after the first deletion.
struct Row
{
    std::int64_t i = 0;
    double a = 0;            ///< a Julian day in 2450000 +/- 20000; 10000.0 in the later rows
    std::string b, c;        ///< its date and time; a text that ends with a number
};

/// What the script makes of n: rows as pure functions of (seed, i), and which of them stay.
class Rows
{
public:
    Rows(std::uint64_t seed, std::int64_t n) : m_seed(seed), m_n(n) {}
    [[nodiscard]] std::int64_t first() const { return 0; }
    [[nodiscard]] std::int64_t later() const { return m_n + 1; }            ///< first later row
    [[nodiscard]] std::int64_t end() const { return m_n + 1 + m_n / 10 + 1; }
    void row(std::int64_t i, Row &to) const;
    /// Not deleted: multiples of 5 (Test) or 6 (Copy) of the first rows go, and then every row whose
    /// decimal digits hold a 4 (Test) or a 5 (Copy).
    [[nodiscard]] bool stays(Table table, std::int64_t i) const;
    /// Count and checksum over (i, b, c) of what stays; takes 0.3 s a million rows.
    [[nodiscard]] TableCheck check(Table table) const;

private:
    std::uint64_t m_seed;
    std::int64_t m_n;
};

} // namespace drivetrain::vacuum
