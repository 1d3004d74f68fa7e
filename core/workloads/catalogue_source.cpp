// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_source.h"
#include "workloads/isis_file.h"
#include <QDateTime>
#include <QFileInfo>
#include <map>
#include <mutex>

using namespace Qt::StringLiterals;

namespace drivetrain::catalogue {
namespace {

/// Not in the middle of a character of UTF-8.
void cutOff(std::string &value)
{
    if (value.size() <= valueMax_bytes)
        return;
    std::size_t end = valueMax_bytes;
    while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xc0) == 0x80)
        --end;
    value.resize(end);
}

class Generated final : public RecordSource
{
public:
    Generated(std::uint64_t seed, CatalogueRecords::Preset preset, std::int64_t count)
        : m_records(seed, preset), m_count(count) {}
    std::int64_t size() const override { return m_count; }
    const CatalogueRecord &record(std::int64_t index) override
    {
        m_records.record(index + 1, m_record);
        for (CatalogueRecord::Entry &entry : m_record.entries)
            cutOff(entry.value);
        return m_record;
    }

private:
    CatalogueRecords m_records;
    std::int64_t m_count;
    CatalogueRecord m_record;
};

class Held final : public RecordSource
{
public:
    explicit Held(std::shared_ptr<const IsisRecords> records) : m_records(std::move(records)) {}
    std::int64_t size() const override
    { return static_cast<std::int64_t>(m_records->records.size()); }
    const CatalogueRecord &record(std::int64_t index) override
    { return m_records->records[static_cast<std::size_t>(index)]; }

private:
    std::shared_ptr<const IsisRecords> m_records;
};

CatalogueRecord asRecord(const IsisRecord &from)
{
    CatalogueRecord record;
    std::map<int, int> occurrences;
    for (const IsisField &field : from.fields) {
        std::string value = field.value;
        record.body += std::to_string(field.tag) + ' ' + value + '\n';
        cutOff(value);
        record.entries.push_back({field.tag, ++occurrences[field.tag], std::move(value)});
    }
    return record;
}

QString words(const IsisReport &report)
{
    QString text = u"%1 records read, %2 deleted, %3 damaged"_s.arg(report.read)
                       .arg(report.deleted).arg(report.damaged);
    constexpr qsizetype linesShown = 5;
    QStringList lines(report.lines.begin(), report.lines.end());
    const qsizetype left = lines.size() - linesShown + report.linesLeftOut;
    if (!lines.isEmpty())
        text += u" ("_s + lines.mid(0, linesShown).join(u"; "_s)
            + (left > 0 ? u"; and %1 more"_s.arg(left) : QString()) + u')';
    return text;
}

} // namespace

std::unique_ptr<RecordSource> generatedRecords(std::uint64_t seed,
                                               CatalogueRecords::Preset preset,
                                               std::int64_t count)
{
    return std::make_unique<Generated>(seed, preset, count);
}

Expected<std::shared_ptr<const IsisRecords>> isisRecords(const QString &path,
                                                         const QString &codePage)
{
    static std::mutex mutex;
    static std::map<QString, std::shared_ptr<const IsisRecords>> known;
    const QFileInfo file(path);
    const QString key = u"%1 %2 %3 %4"_s.arg(file.size())
                            .arg(file.lastModified().toMSecsSinceEpoch()).arg(codePage, path);
    const std::lock_guard lock(mutex);
    if (const auto at = known.find(key); at != known.end())
        return at->second;
    auto reader = IsisFile::open(path, codePage);
    if (!reader)
        return tl::unexpected(reader.error());
    auto records = std::make_shared<IsisRecords>();
    IsisRecord record;
    while (reader->next(record))
        records->records.push_back(asRecord(record));
    records->report = words(reader->report());
    if (records->records.empty())
        return failure(ErrorKind::InvalidInput, u"it holds no record: "_s + records->report, path);
    known.clear();
    return known[key] = records;
}

std::unique_ptr<RecordSource> recordsOf(std::shared_ptr<const IsisRecords> records)
{
    return std::make_unique<Held>(std::move(records));
}

} // namespace drivetrain::catalogue
