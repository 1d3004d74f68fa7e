// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_streams.h"
#include "measure/clock.h"
#include <algorithm>

namespace drivetrain::catalogue {

std::vector<std::string> Tables::create(const Dialect &dialect, bool indexed) const
{
    std::vector<std::string> sql;
    std::string key;
    if (record.empty())
        key = ", PRIMARY KEY (mfn, tag, occurrence)";
    else
        sql.push_back("CREATE TABLE " + record + " (mfn " + dialect.key_type
                      + " PRIMARY KEY, body TEXT)" + dialect.table_suffix);
    sql.push_back("CREATE TABLE " + index
                  + " (tag INTEGER, value VARCHAR(255), mfn BIGINT, occurrence INTEGER" + key
                  + ")" + dialect.table_suffix);
    if (indexed)
        sql.push_back("CREATE INDEX " + index + "_value ON " + index + " (tag, value"
                      + dialect.index_prefix + ")");
    return sql;
}

WriteStream::WriteStream(std::unique_ptr<RecordSource> source, What what, const Dialect &dialect,
                         Transport transport)
    : m_source(std::move(source)), m_what(std::move(what)), m_dialect(dialect),
      m_bound(transport != Transport::Literal), m_apart(transport == Transport::Bulk),
      m_at(m_what.from), m_chunkBegin(m_what.from)
{
    const auto values = [&dialect](int count) {
        std::string sql = " VALUES (";
        for (int i = 1; i <= count; ++i)
            sql += (i > 1 ? "," : "") + dialect.placeholder(i);
        return sql + ")";
    };
    m_shapes.push_back("INSERT INTO " + m_what.tables.record + values(2));
    m_shapes.push_back("INSERT INTO " + m_what.tables.index + values(4));
}

void WriteStream::recordRow(Request &request)
{
    const std::int64_t mfn = m_what.firstMfn + m_at;
    if (m_bound) {
        request.shape = 0;
        request.values.assign({Value(mfn), Value(std::string_view(m_record->body))});
        return;
    }
    request.sql.assign("INSERT INTO ").append(m_what.tables.record).append(" VALUES (");
    request.sql += std::to_string(mfn);
    request.sql += ',';
    m_dialect.quote(request.sql, m_record->body);
    request.sql += ')';
}

void WriteStream::entryRow(Request &request, const CatalogueRecord::Entry &entry)
{
    const std::int64_t mfn = m_what.firstMfn + m_at;
    if (m_bound) {
        request.shape = 1;
        request.values.assign({Value(std::int64_t{entry.tag}),
                               Value(std::string_view(entry.value)), Value(mfn),
                               Value(std::int64_t{entry.occurrence})});
        return;
    }
    request.sql.assign("INSERT INTO ").append(m_what.tables.index).append(" VALUES (");
    request.sql += std::to_string(entry.tag);
    request.sql += ',';
    m_dialect.quote(request.sql, entry.value);
    request.sql += ',' + std::to_string(mfn) + ',' + std::to_string(entry.occurrence) + ')';
}

/// The next row of the present chunk; false at its end.
bool WriteStream::nextRow(Request &request)
{
    const std::int64_t end = std::min(m_what.to, m_chunkBegin + m_what.chunk);
    request.shape = -1;
    while (true) {
        if (m_at == end) {
            if (m_pass != Pass::Records || !m_what.entries)
                return false;
            m_pass = Pass::Entries;   // the chunk once more
            m_at = m_chunkBegin;
            continue;
        }
        if (!m_record) {
            m_record = &m_source->record(m_at);
            m_recordDone = m_pass == Pass::Entries || m_what.tables.record.empty();
            m_entry = 0;
        }
        if (!m_recordDone) {
            m_recordDone = true;
            recordRow(request);
            return true;
        }
        if (m_pass != Pass::Records && m_what.entries && m_entry < m_record->entries.size()) {
            entryRow(request, m_record->entries[m_entry++]);
            return true;
        }
        m_record = nullptr;
        ++m_at;
    }
}

bool WriteStream::next(Request &request)
{
    if (m_over)
        return false;
    if (!m_open) {
        if (m_chunkBegin >= m_what.to) {
            m_over = true;
            return false;
        }
        m_open = true;
        m_at = m_chunkBegin;
        m_pass = m_apart && !m_what.tables.record.empty() ? Pass::Records : Pass::Both;
        request.kind = Request::Kind::Begin;
        return true;
    }
    request.kind = Request::Kind::Statement;
    if (nextRow(request))
        return true;
    m_open = false;
    m_chunkBegin += m_what.chunk;
    request.kind = Request::Kind::Commit;
    return true;
}

ReadStream::ReadStream(const Tables &tables, std::int64_t count, std::int64_t reads, double cap_s,
                       std::uint64_t seed, const Dialect &dialect, bool bound, ReadSink &sink)
    : m_count(count), m_left(reads), m_cap_s(cap_s), m_random(numbers(seed)), m_bound(bound),
      m_sink(sink)
{
    m_head = tables.record.empty() ? "SELECT tag, value FROM " + tables.index + " WHERE mfn="
                                   : "SELECT body FROM " + tables.record + " WHERE mfn=";
    m_shapes.push_back(m_head + dialect.placeholder(1));
}

bool ReadStream::next(Request &request)
{
    constexpr std::int64_t lookEvery = 64;
    if (m_left <= 0)
        return false;
    if (m_left % lookEvery == 0 || m_until_ns == 0) {
        const std::int64_t now_ns = tick_ns();
        if (m_until_ns == 0)
            m_until_ns = now_ns + static_cast<std::int64_t>(m_cap_s * 1e9);
        if (now_ns >= m_until_ns)
            return false;
    }
    --m_left;
    const std::int64_t mfn = 1 + m_random.below(static_cast<std::uint32_t>(m_count));
    request.kind = Request::Kind::Statement;
    request.shape = m_bound ? 0 : -1;
    if (m_bound) {
        request.values.assign({Value(mfn)});
        return true;
    }
    request.sql.assign(m_head);
    request.sql += std::to_string(mfn);
    return true;
}

} // namespace drivetrain::catalogue
