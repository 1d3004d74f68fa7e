// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/catalogue_source.h"
#include "workloads/random.h"
#include "workloads/workload.h"

namespace drivetrain::catalogue {

/// How records lie in tables. Body: record(mfn, body) and field_index(tag, value, mfn, occurrence);
/// Fields: field_index alone, whose rows are the records.
enum class Schema { Body, Fields };

struct Tables
{
    std::string record, index;   ///< names; `record` empty where the schema has none
    [[nodiscard]] std::vector<std::string> create(const Dialect &dialect, bool indexed) const;
};

/// Writes records [from, to) of a source under MFNs that begin at `firstMfn` + from, in
/// transactions of `chunk` records; in bulk the rows of a table within a chunk stand together.
class WriteStream final : public StatementStream
{
public:
    struct What
    {
        Tables tables;
        bool entries = true;          ///< index entries too
        std::int64_t from = 0, to = 0, firstMfn = 1, chunk = 1000;
    };
    WriteStream(std::unique_ptr<RecordSource> source, What what, const Dialect &dialect,
                Transport transport);
    bool next(Request &request) override;
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return nullptr; }

private:
    bool nextRow(Request &request);
    bool nextRecord();
    void recordRow(Request &request);
    void entryRow(Request &request, const CatalogueRecord::Entry &entry);
    std::unique_ptr<RecordSource> m_source;
    What m_what;
    Dialect m_dialect;
    bool m_bound, m_apart;
    std::vector<std::string> m_shapes;
    const CatalogueRecord *m_record = nullptr;
    std::int64_t m_at, m_chunkBegin;
    std::size_t m_entry = 0;
    enum class Pass { Both, Records, Entries } m_pass = Pass::Both;
    bool m_open = false, m_recordDone = false, m_over = false;
};

/// Sums what reads returned: cheap enough for the measured path.
class ReadSink final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        ++rows;
        bytes += static_cast<std::int64_t>(cells.back().text.size());
    }
    std::int64_t rows = 0, bytes = 0;
};

/// Reads records by a random MFN of 1..`count`, `reads` times or until `cap_s` seconds are over.
class ReadStream final : public StatementStream
{
public:
    ReadStream(const Tables &tables, std::int64_t count, std::int64_t reads, double cap_s,
               std::uint64_t seed, const Dialect &dialect, bool bound, ReadSink &sink);
    bool next(Request &request) override;
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return &m_sink; }
    /// The MFN of the i-th read, by the random numbers of `seed`.
    [[nodiscard]] static Random numbers(std::uint64_t seed) { return {seed, 0x5ead}; }

private:
    std::vector<std::string> m_shapes;
    std::string m_head;
    std::int64_t m_count, m_left, m_until_ns = 0;
    double m_cap_s;
    Random m_random;
    bool m_bound;
    ReadSink &m_sink;
};

/// Statements given beforehand, their rows to a sink.
class ListStream final : public StatementStream
{
public:
    ListStream(std::vector<std::string> statements, RowSink *sink)
        : m_statements(std::move(statements)), m_sink(sink) {}
    bool next(Request &request) override
    {
        if (m_at == m_statements.size())
            return false;
        request.kind = Request::Kind::Statement;
        request.shape = -1;
        request.sql = m_statements[m_at++];
        return true;
    }
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return m_sink; }

private:
    std::vector<std::string> m_statements, m_shapes;
    std::size_t m_at = 0;
    RowSink *m_sink;
};

} // namespace drivetrain::catalogue
