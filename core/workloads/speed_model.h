// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <array>
#include <cstdint>
#include <vector>

namespace drivetrain::speed {

/// The counts of the sixteen tests at a scale. Rows grow with the scale; statements that scan a
/// table keep their published number above scale 1 (the table they scan grows), and shrink below.
struct Counts
{
    explicit Counts(double scale);
    std::int64_t t1_rows, t2_rows, refill_rows;      ///< 1000, 25000, 12000 at scale 1
    std::int64_t scans, like_scans, index_selects, t1_updates;   ///< 100, 100, 5000, 1000
    std::int64_t delete_below;                       ///< test 13: a > 10 AND a < this; 20000
};

inline constexpr int testCount = 16;
inline constexpr std::uint32_t updateRange = 500000;     ///< tests 9 and 10 draw from 0..499999

/// A row; c is the number whose words stand in the column.
struct Row { std::int64_t a, b; std::uint32_t c; };

struct Answer { std::int64_t count = 0, sum = 0; };

/// The three tables in memory: the oracle. Knows what every engine must hold after each test and
/// answer to each SELECT, for a seed. One lap's, one thread at a time.
class Model
{
public:
    Model(double scale, std::uint64_t seed, std::uint32_t bRange);
    /// Carries out test `number` (1..16); they must be called in order.
    void apply(int number);
    [[nodiscard]] int applied() const { return m_applied; }
    /// Answers of tests 4, 5 and 7 as the tables stand now.
    [[nodiscard]] std::vector<Answer> answers(int number) const;
    /// Table 0..2 as it must stand now.
    [[nodiscard]] TableCheck check(int table) const;
    [[nodiscard]] bool exists(int table) const { return m_exists[static_cast<std::size_t>(table)]; }

private:
    void fill(int table, std::int64_t rows, int stream);
    void updateB();
    void updateC();
    Counts m_counts;
    std::uint64_t m_seed;
    std::uint32_t m_bRange;
    std::array<std::vector<Row>, 3> m_tables;
    std::array<bool, 3> m_exists{};
    int m_applied = 0;
};

} // namespace drivetrain::speed
