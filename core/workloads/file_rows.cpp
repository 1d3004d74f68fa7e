// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/file_rows.h"
#include "engines/dialect.h"
#include "workloads/random.h"
#include "workloads/sql_script.h"
#include "workloads/sql_shape.h"
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> digitValues = [] {
    std::array<std::int8_t, 256> values{};
    for (std::int8_t &value : values)
        value = -1;
    for (std::size_t i = 0; i < digits.size(); ++i)
        values[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
    return values;
}();

class Generated final : public FileRowSource
{
public:
    Generated(std::uint64_t seed, std::int64_t rows) : m_seed(seed), m_rows(rows) {}

    bool next(FileRow &row) override
    {
        constexpr std::int64_t filesAJob = 4000;
        constexpr std::uint32_t month_s = 30 * 24 * 3600;
        constexpr std::int64_t around = 1'262'304'000;   // 2010-01-01
        if (m_id >= m_rows)
            return false;
        const std::int64_t id = ++m_id;
        Random random(m_seed, static_cast<std::uint64_t>(id));
        row.file_id = id;
        row.file_index = (id - 1) % filesAJob + 1;
        row.job_id = (id - 1) / filesAJob + 1;
        row.path_id = 1 + random.below(200'000);
        row.filename_id = 1 + random.below(1'000'000);
        const std::uint32_t kind = random.below(100);
        const std::int64_t mode = kind < 90 ? 33188 : kind < 97 ? 16877 : 41471;
        const std::int64_t size = mode == 33188 ? fileSize(random) : mode == 16877 ? 4096 : 24;
        const std::int64_t changed = around - 3 * month_s + random.below(6 * month_s);
        Random job(m_seed, static_cast<std::uint64_t>(row.job_id) | (std::uint64_t{1} << 63));
        row.stat = {2048 + job.below(64), 1 + random.below(9'999'999), mode, 1, 1000 +
                    random.below(4), 1000, 0, size, 4096, (size + 511) / 512,
                    changed + random.below(month_s), changed, changed + random.below(3600), 0, 0,
                    2};
        row.stat_count = FileRow::statMax;
        row.md5.clear();
        if (mode != 33188) {
            row.md5 = "0";
            return true;
        }
        constexpr int md5Digits = 22;   // 16 bytes; the last digit holds two bits
        for (int i = 0; i < md5Digits; ++i)
            row.md5 += digits[i + 1 < md5Digits ? random.below(64) : random.below(4) * 16];
        return true;
    }

private:
    /// Log-normal with a median of 8 kB: a sum of uniform numbers for the normal one.
    static std::int64_t fileSize(Random &random)
    {
        constexpr double sigma = 2.0, median_bytes = 8192;
        double normal = -6;
        for (int i = 0; i < 12; ++i)
            normal += static_cast<double>(random.below(1 << 20)) / (1 << 20);
        return static_cast<std::int64_t>(median_bytes * std::exp(sigma * normal));
    }
    std::uint64_t m_seed;
    std::int64_t m_rows, m_id = 0;
};

class FromScript final : public FileRowSource
{
public:
    explicit FromScript(std::unique_ptr<SqlScript> script)
        : m_script(std::move(script)), m_shape(m_dialect, ScriptStyle::Sqlite) {}

    bool next(FileRow &row) override
    {
        SqlScript::Item item;
        while (!m_failure) {
            const auto more = m_script->next(item);
            if (!more) {
                m_failure = more.error();
                return false;
            }
            if (!*more)
                return false;
            const bool insert = item.kind == SqlScript::Item::Kind::Statement
                && item.text.size() > 6 && isWord(item.text.substr(0, 6), "INSERT");
            if (!insert)   // CREATE TABLE, BEGIN, SET: the table is ours
                continue;
            m_line = item.line;
            if (!m_shape.lift(item.text) || !take(m_shape.values(), row))
                refuse();
            return !m_failure;
        }
        return false;
    }
    std::optional<Error> failure() const override { return m_failure; }
    std::int64_t line() const override { return m_line; }

private:
    void refuse()
    {
        m_failure = Error{ErrorKind::InvalidInput, {},
                          u"an INSERT of seven values is expected: five whole numbers, an lstat in "
                          "base 64 and a checksum"_s,
                          u"line %1"_s.arg(m_line), {}};
    }
    static bool whole(const Value &value, std::int64_t &to)
    {
        const auto *number = std::get_if<std::int64_t>(&value);
        to = number ? *number : 0;
        return number != nullptr;
    }
    static bool take(const std::vector<Value> &values, FileRow &row)
    {
        constexpr std::size_t columns = 7;
        if (values.size() != columns || !whole(values[0], row.file_id)
            || !whole(values[1], row.file_index) || !whole(values[2], row.job_id)
            || !whole(values[3], row.path_id) || !whole(values[4], row.filename_id))
            return false;
        const auto *stat = std::get_if<std::string_view>(&values[5]);
        const auto *md5 = std::get_if<std::string_view>(&values[6]);
        if (!stat || !md5)
            return false;
        row.md5 = *md5;
        row.stat.fill(0);
        row.stat_count = 0;
        for (std::size_t at = 0; at <= stat->size();) {
            const std::size_t end = std::min(stat->find(' ', at), stat->size());
            if (row.stat_count == FileRow::statMax
                || !base64Number(stat->substr(at, end - at), row.stat[row.stat_count++]))
                return false;
            at = end + 1;
        }
        return true;
    }
    std::unique_ptr<SqlScript> m_script;
    Dialect m_dialect;
    SqlShape m_shape;
    std::optional<Error> m_failure;
    std::int64_t m_line = 0;
};

} // namespace

void appendBase64Number(std::string &to, std::int64_t number)
{
    std::array<char, 12> reversed{};
    std::size_t count = 0;
    auto magnitude = static_cast<std::uint64_t>(number);
    if (number < 0) {
        to += '-';
        magnitude = 0 - magnitude;
    }
    do {
        reversed[count++] = digits[magnitude & 63];
        magnitude >>= 6;
    } while (magnitude != 0);
    while (count > 0)
        to += reversed[--count];
}

bool base64Number(std::string_view text, std::int64_t &number)
{
    constexpr std::size_t digitsMax = 11;
    const bool negative = text.starts_with('-');
    const std::string_view magnitude = text.substr(negative ? 1 : 0);
    if (magnitude.empty() || magnitude.size() > digitsMax)
        return false;
    std::uint64_t value = 0;
    for (const char c : magnitude) {
        const std::int8_t digit = digitValues[static_cast<unsigned char>(c)];
        if (digit < 0)
            return false;
        value = (value << 6) | static_cast<std::uint64_t>(digit);
    }
    number = static_cast<std::int64_t>(negative ? 0 - value : value);
    return true;
}

std::unique_ptr<FileRowSource> generatedFileRows(std::uint64_t seed, std::int64_t rows)
{
    return std::make_unique<Generated>(seed, rows);
}

Expected<std::unique_ptr<FileRowSource>> fileRowsOf(const QString &path)
{
    auto script = SqlScript::open(path, ScriptStyle::Sqlite);
    if (!script)
        return tl::unexpected(script.error());
    return std::unique_ptr<FileRowSource>(new FromScript(std::move(*script)));
}

} // namespace drivetrain
