// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/speed_model.h"
#include "workloads/number_words.h"
#include "workloads/row_checksum.h"
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace drivetrain::speed {
namespace {

std::int64_t scaled(double published, double scale)
{
    return std::max<std::int64_t>(1, std::llround(published * scale));
}

/// Rows of t2 by b, with the sums of all b before each: a range's answer in two look-ups.
std::vector<Answer> rangeAnswers(const std::vector<Row> &rows, std::int64_t ranges,
                                 std::int64_t width)
{
    std::vector<std::int64_t> values;
    values.reserve(rows.size());
    for (const Row &row : rows)
        values.push_back(row.b);
    std::sort(values.begin(), values.end());
    std::vector<std::int64_t> sums(values.size() + 1, 0);
    for (std::size_t i = 0; i < values.size(); ++i)
        sums[i + 1] = sums[i] + values[i];
    std::vector<Answer> answers;
    answers.reserve(static_cast<std::size_t>(ranges));
    for (std::int64_t i = 0; i < ranges; ++i) {
        const auto at = [&](std::int64_t bound) {
            return std::lower_bound(values.begin(), values.end(), bound) - values.begin();
        };
        const auto from = at(100 * i), to = at(100 * i + width);
        answers.push_back({to - from, sums[static_cast<std::size_t>(to)]
                                          - sums[static_cast<std::size_t>(from)]});
    }
    return answers;
}

/// c LIKE '%words of i%' for i = 1..patterns. Texts repeat (b_range of them), so each is searched
/// once.
std::vector<Answer> likeAnswers(const std::vector<Row> &rows, std::int64_t patterns)
{
    std::unordered_map<std::uint32_t, Answer> byText;
    for (const Row &row : rows) {
        Answer &answer = byText[row.c];
        ++answer.count;
        answer.sum += row.b;
    }
    std::vector<std::string> words;
    for (std::int64_t i = 1; i <= patterns; ++i)
        words.push_back(numberWords(static_cast<std::uint32_t>(i)));
    std::vector<Answer> answers(words.size());
    std::string text;
    for (const auto &[c, part] : byText) {
        text.clear();
        appendNumberWords(text, c);
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (text.find(words[i]) != std::string::npos) {
                answers[i].count += part.count;
                answers[i].sum += part.sum;
            }
        }
    }
    return answers;
}

} // namespace

Counts::Counts(double scale)
    : t1_rows(scaled(1000, scale)), t2_rows(scaled(25000, scale)),
      refill_rows(scaled(12000, scale)), scans(scaled(100, std::min(1.0, scale))),
      like_scans(scans), index_selects(scaled(5000, std::min(1.0, scale))),
      t1_updates(scaled(1000, std::min(1.0, scale))), delete_below(scaled(20000, scale))
{
}

Model::Model(double scale, std::uint64_t seed, std::uint32_t bRange)
    : m_counts(scale), m_seed(seed), m_bRange(bRange)
{
}

void Model::fill(int table, std::int64_t rows, int stream)
{
    Random random(m_seed, static_cast<std::uint64_t>(stream));
    auto &to = m_tables[static_cast<std::size_t>(table)];
    m_exists[static_cast<std::size_t>(table)] = true;
    to.clear();
    to.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t i = 1; i <= rows; ++i) {
        const std::uint32_t b = random.below(m_bRange);
        to.push_back({i, b, b});
    }
}

void Model::updateB()
{
    Random random(m_seed, 9);
    std::vector<std::int64_t> values(static_cast<std::size_t>(m_counts.t2_rows) + 1);
    for (std::int64_t i = 1; i <= m_counts.t2_rows; ++i)
        values[static_cast<std::size_t>(i)] = random.below(updateRange);
    for (Row &row : m_tables[1])
        row.b = values[static_cast<std::size_t>(row.a)];
}

void Model::updateC()
{
    Random random(m_seed, 10);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(m_counts.t2_rows) + 1);
    for (std::int64_t i = 1; i <= m_counts.t2_rows; ++i)
        values[static_cast<std::size_t>(i)] = random.below(updateRange);
    for (Row &row : m_tables[1])
        row.c = values[static_cast<std::size_t>(row.a)];
}

void Model::apply(int number)
{
    auto &[t1, t2, t3] = m_tables;
    const auto appendSwapped = [](std::vector<Row> &to, const std::vector<Row> &from) {
        to.reserve(to.size() + from.size());
        for (const Row &row : from)
            to.push_back({row.b, row.a, row.c});
    };
    m_applied = number;
    switch (number) {
    case 1: return fill(0, m_counts.t1_rows, 1);
    case 2: return fill(1, m_counts.t2_rows, 2);
    case 3: return fill(2, m_counts.t2_rows, 3);
    case 8:
        for (Row &row : t1) {
            if (row.a < 10 * m_counts.t1_updates)
                row.b *= 2;
        }
        return;
    case 9: return updateB();
    case 10: return updateC();
    case 11:
        appendSwapped(t1, t2);
        return appendSwapped(t2, t1);
    case 12:
        std::erase_if(t2, [](const Row &row) {
            return numberWords(row.c).find("fifty") != std::string::npos;
        });
        return;
    case 13:
        std::erase_if(t2, [this](const Row &row) {
            return row.a > 10 && row.a < m_counts.delete_below;
        });
        return;
    case 14:
        t2.insert(t2.end(), t1.begin(), t1.end());
        return;
    case 15: return fill(0, m_counts.refill_rows, 15);
    case 16:
        m_exists = {};
        for (auto &table : m_tables)
            table = {};
        return;
    default: return;   // 4 to 7 change no row
    }
}

std::vector<Answer> Model::answers(int number) const
{
    switch (number) {
    case 4: return rangeAnswers(m_tables[1], m_counts.scans, 1000);
    case 5: return likeAnswers(m_tables[1], m_counts.like_scans);
    case 7: return rangeAnswers(m_tables[1], m_counts.index_selects, 100);
    default: return {};
    }
}

TableCheck Model::check(int table) const
{
    TableCheck check;
    std::string text;
    for (const Row &row : m_tables[static_cast<std::size_t>(table)]) {
        text.clear();
        appendNumberWords(text, row.c);
        RowHash hash;
        hash.cell(std::to_string(row.a));
        hash.cell(std::to_string(row.b));
        hash.cell(text);
        ++check.rows;
        check.checksum += hash.value();
    }
    return check;
}

} // namespace drivetrain::speed
