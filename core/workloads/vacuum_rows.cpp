// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/vacuum_rows.h"
#include "workloads/random.h"
#include "workloads/row_checksum.h"
#include <array>
#include <chrono>
#include <cstdio>

namespace drivetrain::vacuum {
namespace {

constexpr std::int64_t day_s = 86'400;

void text(std::int64_t number, std::string &to)
{
    std::array<char, 64> chars{};
    const int size = std::snprintf(chars.data(), chars.size(),
                                   "Some Text aimed at consuming a few bytes S%6lld",
                                   static_cast<long long>(number));
    to.assign(chars.data(), static_cast<std::size_t>(size));
}

/// Seconds since 1970 as "2001-02-03 04:05:06".
void dateTime(std::int64_t unix_s, std::string &to)
{
    using namespace std::chrono;
    const sys_seconds moment{seconds(unix_s)};
    const auto date = floor<days>(moment);
    const year_month_day day(date);
    const hh_mm_ss time(moment - date);
    std::array<char, 32> chars{};
    const int size = std::snprintf(
        chars.data(), chars.size(), "%04d-%02u-%02u %02d:%02d:%02d",
        static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
        static_cast<unsigned>(day.day()), static_cast<int>(time.hours().count()),
        static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
    to.assign(chars.data(), static_cast<std::size_t>(size));
}

bool hasDigit(std::int64_t number, int digit)
{
    do {
        if (number % 10 == digit)
            return true;
        number /= 10;
    } while (number > 0);
    return false;
}

} // namespace

void Rows::row(std::int64_t i, Row &to) const
{
    to.i = i;
    if (i >= later()) {
        to.a = 10000.0;
        to.b = "2000-01-01 00:00:00";
        text(i - later(), to.c);
        return;
    }
    constexpr std::int64_t from_day = 2'430'000, days_around = 40'000;
    constexpr std::int64_t epochHalfDays = 2 * 2'440'587 + 1;   // 1970-01-01 is day 2440587.5
    Random random(m_seed, static_cast<std::uint64_t>(i));
    const auto second = static_cast<std::int64_t>(
        random.next() % static_cast<std::uint64_t>(days_around * day_s));
    to.a = static_cast<double>(from_day) + static_cast<double>(second) / day_s;
    dateTime(from_day * day_s + second - epochHalfDays * day_s / 2, to.b);
    constexpr std::int64_t digits2to7 = 1'000'000;   // of a day's seven
    text((from_day + second / day_s) % digits2to7, to.c);
}

bool Rows::stays(Table table, std::int64_t i) const
{
    const bool test = table == Table::Test;
    if (i < later() && i % (test ? 5 : 6) == 0)
        return false;
    return !hasDigit(i, test ? 4 : 5);
}

TableCheck Rows::check(Table table) const
{
    TableCheck check;
    Row made;
    for (std::int64_t i = first(); i < end(); ++i) {
        if (!stays(table, i))
            continue;
        row(i, made);
        RowHash hash;
        hash.cell(std::to_string(i));
        hash.cell(made.b);
        hash.cell(made.c);
        ++check.rows;
        check.checksum += hash.value();
    }
    return check;
}

} // namespace drivetrain::vacuum
