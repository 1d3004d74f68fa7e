// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_lap.h"
#include "workloads/catalogue_streams.h"
#include "workloads/row_checksum.h"
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain::catalogue {
namespace {

constexpr double recordsAtScale1 = 58'970, readsAtScale1 = 1'000'000;
constexpr double readCap_s = 10;
constexpr std::int64_t chunkRecords = 1000;

QString parameter(const WorkloadSettings &settings, const QString &name)
{
    return settings.parameters.value(name).toVariant().toString();
}

Schema schemaOf(const WorkloadSettings &settings)
{
    return parameter(settings, u"schema"_s) == "fields"_L1 ? Schema::Fields : Schema::Body;
}

Tables tablesOf(const WorkloadSettings &settings, const std::string &suffix)
{
    return {schemaOf(settings) == Schema::Body ? "record" + suffix : std::string(),
            "field_index" + suffix};
}

/// What a check statement says: its last cell of its last row.
class LastCell final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override { text = cells.back().text; }
    std::string text;
};

std::string forTable(std::string statement, const std::string &table)
{
    const std::string name = "{table}";
    for (std::size_t at = statement.find(name); at != std::string::npos;
         at = statement.find(name))
        statement.replace(at, name.size(), table);
    return statement;
}

class Lap final : public WorkloadLap
{
public:
    explicit Lap(const WorkloadSettings &settings) : m_settings(settings)
    {
        if (!settings.input.isEmpty()) {
            const auto read = isisRecords(settings.input, codePageOf(settings));
            if (read)
                m_isis = *read;
            else
                m_failure = read.error();
        }
        if (!m_failure)
            measureRecords();
        m_steps = stepsOf(settings, m_records, m_entries);
        if (m_isis)
            m_steps.front().note = m_isis->report;
    }

    const std::vector<StepInfo> &steps() const override { return m_steps; }
    Transport transport(std::size_t step) const override
    {
        const int number = m_steps[step].number;
        if (number == Check)
            return Transport::Literal;
        const bool bulkReads = number == Reads && m_settings.transport == Transport::Bulk;
        return bulkReads ? Transport::Prepared : m_settings.transport;
    }
    Expected<void> prepare(std::size_t step, const std::vector<Session *> &sessions) override;
    std::unique_ptr<StatementStream> stream(std::size_t step, int worker, int workers) override;
    Expected<StepCheck> verify(std::size_t step, const std::vector<Session *> &sessions) override;

private:
    [[nodiscard]] std::unique_ptr<RecordSource> source() const;
    void measureRecords();
    void expect(std::int64_t firstMfn, bool entries, TableCheck &records, TableCheck &index) const;
    Expected<void> compare(Session &session, const Tables &tables, const TableCheck &records,
                           const TableCheck &index, const QString &where, StepCheck &check) const;
    void verifyReads(StepCheck &check) const;
    Expected<void> verifyWriters(int number, const std::vector<Session *> &sessions,
                                 StepCheck &check) const;
    [[nodiscard]] Tables tables(int number) const
    {
        return tablesOf(m_settings, number == Bare           ? "_bare"
                                    : number == FourDatabases ? "_apart"
                                    : number == OneDatabase   ? "_shared"
                                                              : "");
    }
    WorkloadSettings m_settings;
    std::shared_ptr<const IsisRecords> m_isis;
    std::optional<Error> m_failure;
    std::int64_t m_records = 0, m_entries = 0;
    std::vector<std::uint32_t> m_readBytes;   ///< what a read of the record returns in its last cells
    std::vector<std::uint8_t> m_readRows;
    std::vector<StepInfo> m_steps;
    TableCheck m_recordCheck, m_indexCheck;   ///< of all appends so far
    ReadSink m_reads;
    LastCell m_checkAnswer;
    bool m_cannotCheck = false;
};

std::unique_ptr<RecordSource> Lap::source() const
{
    if (m_isis)
        return recordsOf(m_isis);
    const auto preset = parameter(m_settings, u"records"_s) == "sample"_L1
        ? CatalogueRecords::Preset::Sample : CatalogueRecords::Preset::Large;
    return generatedRecords(m_settings.seed, preset, recordsAtScale(m_settings));
}

void Lap::measureRecords()
{
    const auto records = source();
    m_records = records->size();
    const bool body = schemaOf(m_settings) == Schema::Body;
    for (std::int64_t i = 0; i < m_records; ++i) {
        const CatalogueRecord &record = records->record(i);
        m_entries += static_cast<std::int64_t>(record.entries.size());
        std::size_t bytes = body ? record.body.size() : 0;
        for (const auto &entry : record.entries)
            bytes += body ? 0 : entry.value.size();
        m_readBytes.push_back(static_cast<std::uint32_t>(bytes));
        m_readRows.push_back(body ? 1 : static_cast<std::uint8_t>(record.entries.size()));
    }
}

/// Adds what one set of the records comes to under MFNs from `firstMfn` on.
void Lap::expect(std::int64_t firstMfn, bool entries, TableCheck &records,
                 TableCheck &index) const
{
    const auto all = source();
    for (std::int64_t i = 0; i < all->size(); ++i) {
        const CatalogueRecord &record = all->record(i);
        const std::string mfn = std::to_string(firstMfn + i);
        if (schemaOf(m_settings) == Schema::Body) {
            RowHash hash;
            hash.cell(mfn);
            hash.cell(record.body);
            ++records.rows;
            records.checksum += hash.value();
        }
        for (const auto &entry : record.entries) {
            if (!entries)
                break;
            RowHash hash;
            hash.cell(mfn);
            hash.cell(std::to_string(entry.tag));
            hash.cell(entry.value);
            hash.cell(std::to_string(entry.occurrence));
            ++index.rows;
            index.checksum += hash.value();
        }
    }
}

Expected<void> Lap::prepare(std::size_t step, const std::vector<Session *> &sessions)
{
    if (m_failure)
        return tl::unexpected(*m_failure);
    const int number = m_steps[step].number;
    std::vector<std::string> statements;
    if (number == Bare || number == Indexed || number == FourDatabases || number == OneDatabase)
        statements = tables(number).create(m_settings.dialect, number != Bare);
    const std::size_t databases = number == FourDatabases ? sessions.size() : 1;
    for (std::size_t i = 0; i < databases; ++i) {
        for (const std::string &sql : statements) {
            if (const auto done = sessions[i]->execute(sql); !done)
                return tl::unexpected(done.error());
        }
    }
    if (number == Check && !m_settings.dialect.upkeep.check_needs.empty()) {
        const auto done = sessions.front()->execute(m_settings.dialect.upkeep.check_needs);
        m_cannotCheck = !done;
        if (!done && done.error().kind != ErrorKind::Engine
            && done.error().kind != ErrorKind::Permission)
            return tl::unexpected(done.error());
    }
    return {};
}

std::unique_ptr<StatementStream> Lap::stream(std::size_t step, int worker, int workers)
{
    const int number = m_steps[step].number;
    if (number == Reads) {
        m_reads = {};
        const double cap_s = m_settings.parameters.value("read_s"_L1).toDouble(readCap_s);
        return std::make_unique<ReadStream>(
            tables(number), m_records * (AppendLast - Indexed + 1),
            std::max<std::int64_t>(1, std::llround(readsAtScale1 * m_settings.scale)), cap_s,
            m_settings.seed, m_settings.dialect, m_settings.transport != Transport::Literal,
            m_reads);
    }
    if (number == Check) {
        std::vector<std::string> statements;
        const Tables named = tables(number);
        for (const std::string &table : {named.record, named.index}) {
            if (!table.empty() && !m_cannotCheck)
                statements.push_back(forTable(m_settings.dialect.upkeep.check, table));
        }
        return std::make_unique<ListStream>(std::move(statements), &m_checkAnswer);
    }
    WriteStream::What what;
    what.tables = tables(number);
    what.entries = number != Bare || what.tables.record.empty();
    what.to = m_records;
    what.chunk = m_settings.transaction > 0 ? m_settings.transaction : chunkRecords;
    if (number == OneDatabase) {
        what.from = m_records * worker / workers;
        what.to = m_records * (worker + 1) / workers;
    } else if (number >= Indexed && number <= AppendLast) {
        what.firstMfn = 1 + m_records * (number - Indexed);
    }
    return std::make_unique<WriteStream>(source(), what, m_settings.dialect, transport(step));
}

Expected<void> Lap::compare(Session &session, const Tables &tables, const TableCheck &records,
                            const TableCheck &index, const QString &where, StepCheck &check) const
{
    const auto one = [&](const std::string &sql, const std::string &table,
                         const TableCheck &right) -> Expected<void> {
        ChecksumSink sink;
        if (const auto read = session.execute(sql, &sink); !read)
            return tl::unexpected(read.error());
        check.tables.insert(QString::fromStdString(table) + where, sink.check());
        if (sink.check() == right)
            return {};
        check.verification = Verification::Wrong;
        check.detail = u"%1: %2 rows expected, %3 found, or other values"_s
                           .arg(QString::fromStdString(table)).arg(right.rows)
                           .arg(sink.check().rows);
        return {};
    };
    if (!tables.record.empty()) {
        const std::string sql = "SELECT mfn, body FROM " + tables.record;
        if (auto done = one(sql, tables.record, records); !done)
            return done;
    }
    return one("SELECT mfn, tag, value, occurrence FROM " + tables.index, tables.index, index);
}

void Lap::verifyReads(StepCheck &check) const
{
    Random random = ReadStream::numbers(m_settings.seed);
    const auto count = static_cast<std::uint32_t>(m_records * (AppendLast - Indexed + 1));
    std::int64_t rows = 0, bytes = 0, reads = 0;
    while (rows < m_reads.rows) {   // as far as the time allowed
        const auto record = static_cast<std::size_t>(
            static_cast<std::int64_t>(random.below(count)) % m_records);
        rows += m_readRows[record];
        bytes += m_readBytes[record];
        ++reads;
    }
    check.note = u"%1 reads"_s.arg(reads);
    if (rows == m_reads.rows && bytes == m_reads.bytes && reads > 0)
        return;
    check.verification = Verification::Wrong;
    check.detail = u"%1 rows of %2 bytes expected, %3 rows of %4 bytes read"_s.arg(rows).arg(bytes)
                       .arg(m_reads.rows).arg(m_reads.bytes);
}

Expected<void> Lap::verifyWriters(int number, const std::vector<Session *> &sessions,
                                  StepCheck &check) const
{
    TableCheck records, index;
    expect(1, true, records, index);
    const std::size_t databases = number == FourDatabases ? sessions.size() : 1;
    for (std::size_t i = 0; i < databases; ++i) {
        const QString where = databases > 1 ? u" (database %1)"_s.arg(i + 1) : QString();
        if (auto done = compare(*sessions[i], tables(number), records, index, where, check); !done)
            return done;
    }
    return {};
}

Expected<StepCheck> Lap::verify(std::size_t step, const std::vector<Session *> &sessions)
{
    const int number = m_steps[step].number;
    StepCheck check;
    check.verification = Verification::Verified;
    Expected<void> done;
    if (number == Reads) {
        verifyReads(check);
    } else if (number == Check) {
        const std::string &good = m_settings.dialect.upkeep.check_good;
        if (m_cannotCheck) {
            check.verification = Verification::NotRun;
            check.note = u"the engine's own check is not to be had here"_s;
        } else if (!good.empty() && m_checkAnswer.text != good) {
            check.verification = Verification::Wrong;
            check.detail = QString::fromStdString(m_checkAnswer.text);
        }
    } else if (number == Bare) {
        TableCheck records, index;
        expect(1, schemaOf(m_settings) == Schema::Fields, records, index);
        done = compare(*sessions.front(), tables(number), records, index, {}, check);
    } else if (number >= FourDatabases) {
        done = verifyWriters(number, sessions, check);
    } else {
        expect(1 + m_records * (number - Indexed), true, m_recordCheck, m_indexCheck);
        done = compare(*sessions.front(), tables(number), m_recordCheck, m_indexCheck, {}, check);
    }
    if (!done)
        return tl::unexpected(done.error());
    return check;
}

} // namespace

std::int64_t recordsAtScale(const WorkloadSettings &settings)
{
    if (!settings.input.isEmpty()) {
        const auto read = isisRecords(settings.input, codePageOf(settings));
        return read ? static_cast<std::int64_t>((*read)->records.size()) : 1;
    }
    return std::max<std::int64_t>(writers, std::llround(recordsAtScale1 * settings.scale));
}

QString codePageOf(const WorkloadSettings &settings)
{
    const QString given = parameter(settings, u"code_page"_s);
    return given.isEmpty() ? u"850"_s : given;
}

std::vector<StepInfo> stepsOf(const WorkloadSettings &settings, std::int64_t records,
                              std::int64_t entries)
{
    const bool body = schemaOf(settings) == Schema::Body;
    const std::int64_t chunk = settings.transaction > 0 ? settings.transaction : chunkRecords;
    const std::int64_t rows = entries + (body ? records : 0);
    std::vector<StepInfo> steps;
    const auto add = [&](int number, const QString &title, std::int64_t operations) {
        StepInfo info;
        info.number = number;
        info.title = title;
        info.operations = operations;
        info.commits = operations > 2 ? (records + chunk - 1) / chunk : 0;
        steps.push_back(info);
    };
    add(Bare, u"Writing %1 records without an index"_s.arg(records), body ? records : entries);
    add(Indexed, u"Writing them with an index entry for every field"_s, rows);
    for (int number = Indexed + 1; number <= AppendLast; ++number)
        add(number, u"Append %1 of 5"_s.arg(number - Indexed + 1), rows);
    add(Reads, u"Random reads"_s, -1);
    add(Check, u"Index check"_s, -1);
    if (settings.databases >= writers) {
        add(FourDatabases, u"Four writers, each to a database of its own"_s, writers * rows);
        steps.back().workers = writers;
        steps.back().own_databases = true;
    }
    if (settings.dialect.writers_at_once) {
        add(OneDatabase, u"Four writers to one database"_s, rows);
        steps.back().workers = writers;
    }
    return steps;
}

std::unique_ptr<WorkloadLap> makeLap(const WorkloadSettings &settings)
{
    return std::make_unique<Lap>(settings);
}

} // namespace drivetrain::catalogue
