// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bulk_load_stream.h"
#include <charconv>
#include <utility>

using namespace Qt::StringLiterals;

namespace drivetrain::bulk_load {
namespace {

constexpr std::array<const char *, FileRow::statMax> statNames = {
    "st_dev", "st_ino", "st_mode", "st_nlink", "st_uid", "st_gid", "st_rdev", "st_size",
    "st_blksize", "st_blocks", "st_atime", "st_mtime", "st_ctime", "LinkFI", "st_flags",
    "data_stream"};

void appendDecimal(std::string &to, std::int64_t number)
{
    std::array<char, 24> digits{};
    to.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

} // namespace

std::vector<std::string> createFileTable(Encoding encoding, const Dialect &dialect)
{
    std::string sql = "CREATE TABLE file (FileId " + dialect.key_type
        + " PRIMARY KEY, FileIndex INTEGER, JobId INTEGER, PathId INTEGER, FilenameId INTEGER, ";
    if (encoding == Encoding::Base64 || encoding == Encoding::Wide) {
        sql += "LStat TEXT, ";
    } else {
        for (const char *name : statNames)
            sql += std::string(name) + (encoding == Encoding::Texts ? " VARCHAR(24), "
                                                                    : " BIGINT, ");
    }
    return {sql + "MD5 TEXT)" + dialect.table_suffix};
}

/// The sixteen numbers as texts after one another, each a value of its own.
void FileValues::decimals(const FileRow &row)
{
    std::array<std::size_t, FileRow::statMax + 1> ends{};
    for (std::size_t i = 0; i < row.stat.size(); ++i) {
        appendDecimal(m_text, row.stat[i]);
        ends[i + 1] = m_text.size();
    }
    for (std::size_t i = 0; i < row.stat.size(); ++i)
        m_values.emplace_back(std::string_view(m_text).substr(ends[i], ends[i + 1] - ends[i]));
}

const std::vector<Value> &FileValues::of(const FileRow &row)
{
    m_text.clear();
    m_values.assign({Value(row.file_id), Value(row.file_index), Value(row.job_id),
                     Value(row.path_id), Value(row.filename_id)});
    switch (m_encoding) {
    case Encoding::Base64:
    case Encoding::Wide:
        for (std::size_t i = 0; i < row.stat_count; ++i) {
            if (i > 0)
                m_text += ' ';
            if (m_encoding == Encoding::Base64)
                appendBase64Number(m_text, row.stat[i]);
            else
                appendDecimal(m_text, row.stat[i]);
        }
        m_values.emplace_back(std::string_view(m_text));
        break;
    case Encoding::Texts: decimals(row); break;
    case Encoding::Integers:
        for (const std::int64_t number : row.stat)
            m_values.emplace_back(number);
        break;
    }
    m_values.emplace_back(std::string_view(row.md5));
    return m_values;
}

FileStream::FileStream(std::unique_ptr<FileRowSource> source, Encoding encoding,
                       const Dialect &dialect, bool bound, std::int64_t transaction)
    : m_source(std::move(source)), m_values(encoding), m_dialect(dialect), m_bound(bound),
      m_transaction(transaction)
{
    const bool narrow = encoding == Encoding::Base64 || encoding == Encoding::Wide;
    const int columns = narrow ? 7 : 6 + static_cast<int>(FileRow::statMax);
    std::string sql = "INSERT INTO file VALUES (";
    for (int i = 1; i <= columns; ++i)
        sql += (i > 1 ? "," : "") + m_dialect.placeholder(i);
    m_shapes.push_back(sql + ")");
}

void FileStream::literal(std::string &sql)
{
    sql.assign("INSERT INTO file VALUES (");
    bool first = true;
    for (const Value &value : m_values.of(m_row)) {
        if (!first)
            sql += ',';
        first = false;
        if (const auto *number = std::get_if<std::int64_t>(&value))
            appendDecimal(sql, *number);
        else
            m_dialect.quote(sql, std::get<std::string_view>(value));
    }
    sql += ')';
}

bool FileStream::next(Request &request)
{
    const bool full = m_transaction > 0 && m_inTransaction == m_transaction;
    if (!full && !m_over && !m_open) {   // only where there is a row to follow
        m_open = m_held = m_source && m_source->next(m_row);
        m_over = !m_open;
        request.kind = Request::Kind::Begin;
        return m_open;
    }
    if (!full && !m_over && (std::exchange(m_held, false) || m_source->next(m_row))) {
        ++m_inTransaction;
        request.kind = Request::Kind::Statement;
        request.shape = m_bound ? 0 : -1;
        if (m_bound) {
            const std::vector<Value> &values = m_values.of(m_row);
            request.values.assign(values.begin(), values.end());
        } else {
            literal(request.sql);
        }
        return true;
    }
    if (!full)
        m_over = true;
    if (!m_open || failure())
        return false;
    m_open = false;
    m_inTransaction = 0;
    request.kind = Request::Kind::Commit;
    return true;
}

QString FileStream::where(std::size_t behind) const
{
    if (!m_source || m_source->line() == 0 || behind > 0)
        return {};
    return u"line %1"_s.arg(m_source->line());
}

std::optional<Error> FileStream::failure() const
{
    if (!m_source)
        return Error{ErrorKind::Io, {}, u"the file cannot be read"_s, {}, {}};
    return m_source->failure();
}

} // namespace drivetrain::bulk_load
