// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bulk_load.h"
#include "workloads/bulk_load_stream.h"
#include "workloads/row_checksum.h"
#include <QDateTime>
#include <QFileInfo>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

using namespace bulk_load;
constexpr double rowsAtScale1 = 300'000;

struct Variant { Step step; Encoding encoding; bool bound, indexed; const char *title; };
constexpr std::array<Variant, 8> variants = {{
    {Base64, Encoding::Base64, false, false, "lstat as one text in base 64"},
    {Integers, Encoding::Integers, false, false, "lstat as sixteen integer columns"},
    {BoundBase64, Encoding::Base64, true, false, "base 64, values bound"},
    {BoundWide, Encoding::Wide, true, false, "decimals in one text, values bound"},
    {BoundTexts, Encoding::Texts, true, false, "sixteen text columns, values bound"},
    {BoundIntegers, Encoding::Integers, true, false, "sixteen integer columns, values bound"},
    {IndexedBase64, Encoding::Base64, false, true, "base 64, with two indexes"},
    {IndexedIntegers, Encoding::Integers, false, true, "sixteen integer columns, with two indexes"},
}};

std::int64_t rowsOf(const WorkloadSettings &settings)
{
    return std::max<std::int64_t>(1, std::llround(rowsAtScale1 * settings.scale));
}

/// The steps that a plan comes to.
std::vector<Variant> variantsOf(const WorkloadSettings &settings)
{
    const bool classic = settings.parameters.value("variants"_L1).toString() == "classic"_L1;
    std::vector<Variant> chosen;
    for (const Variant &variant : variants) {
        const bool first = variant.step <= Integers;
        if (first || (!classic && (!variant.bound || settings.transport == Transport::Literal)))
            chosen.push_back(variant);
    }
    return chosen;
}

std::unique_ptr<FileRowSource> sourceOf(const WorkloadSettings &settings)
{
    if (settings.input.isEmpty())
        return generatedFileRows(settings.seed, rowsOf(settings));
    auto source = fileRowsOf(settings.input);
    return source ? std::move(*source) : nullptr;
}

/// What a table must hold: computed from the rows themselves, once an encoding and source.
Expected<TableCheck> expected(const WorkloadSettings &settings, Encoding encoding)
{
    static std::mutex mutex;
    static std::map<QString, TableCheck> known;
    const QFileInfo file(settings.input);
    const QString key = settings.input.isEmpty()
        ? u"%1 %2 %3"_s.arg(settings.seed).arg(rowsOf(settings)).arg(static_cast<int>(encoding))
        : u"%1 %2 %3 %4"_s.arg(static_cast<int>(encoding)).arg(file.size())
              .arg(file.lastModified().toMSecsSinceEpoch()).arg(settings.input);
    const std::lock_guard lock(mutex);
    if (const auto at = known.find(key); at != known.end())
        return at->second;
    const auto source = sourceOf(settings);
    if (!source)
        return failure(ErrorKind::Io, u"the file cannot be read"_s, settings.input);
    TableCheck check;
    FileRow row;
    FileValues values(encoding);
    std::string text;
    while (source->next(row)) {
        RowHash hash;
        for (const Value &value : values.of(row)) {
            if (const auto *number = std::get_if<std::int64_t>(&value))
                hash.cell(text = std::to_string(*number));
            else
                hash.cell(std::get<std::string_view>(value));
        }
        ++check.rows;
        check.checksum += hash.value();
    }
    if (auto broken = source->failure())
        return tl::unexpected(*broken);
    return known[key] = check;
}

std::vector<StepInfo> stepsOf(const WorkloadSettings &settings)
{
    std::int64_t rows = rowsOf(settings);
    if (!settings.input.isEmpty()) {
        const auto check = expected(settings, Encoding::Base64);
        rows = check ? check->rows : 0;
    }
    std::vector<StepInfo> steps;
    for (const Variant &variant : variantsOf(settings)) {
        StepInfo info;
        info.number = variant.step;
        info.title = QString::fromLatin1(variant.title);
        info.operations = rows;
        info.commits = settings.transaction > 0
            ? (rows + settings.transaction - 1) / settings.transaction : 1;
        steps.push_back(info);
    }
    return steps;
}

class BulkLoadLap final : public WorkloadLap
{
public:
    explicit BulkLoadLap(WorkloadSettings settings)
        : m_settings(std::move(settings)), m_variants(variantsOf(m_settings)),
          m_steps(stepsOf(m_settings)) {}

    const std::vector<StepInfo> &steps() const override { return m_steps; }
    Transport transport(std::size_t step) const override
    { return m_variants[step].bound ? Transport::Prepared : m_settings.transport; }

    Expected<void> prepare(std::size_t step, const std::vector<Session *> &sessions) override
    {
        std::vector<std::string> statements = createFileTable(m_variants[step].encoding,
                                                              m_settings.dialect);
        if (m_variants[step].indexed) {
            statements.push_back("CREATE INDEX file_job ON file (JobId)");
            statements.push_back(
                "CREATE INDEX file_path ON file (JobId, PathId, FilenameId)");
        }
        if (step > 0)
            statements.insert(statements.begin(), "DROP TABLE file");
        for (const std::string &sql : statements) {
            if (const auto done = sessions.front()->execute(sql); !done)
                return tl::unexpected(done.error());
        }
        return {};
    }

    std::unique_ptr<StatementStream> stream(std::size_t step, int, int) override
    {
        return std::make_unique<FileStream>(
            sourceOf(m_settings), m_variants[step].encoding, m_settings.dialect,
            transport(step) != Transport::Literal, m_settings.transaction);
    }

    Expected<StepCheck> verify(std::size_t step, const std::vector<Session *> &sessions) override
    {
        const auto right = expected(m_settings, m_variants[step].encoding);
        if (!right)
            return tl::unexpected(right.error());
        ChecksumSink sink;
        if (const auto read = sessions.front()->execute("SELECT * FROM file", &sink); !read)
            return tl::unexpected(read.error());
        StepCheck check;
        check.verification =
            sink.check() == *right ? Verification::Verified : Verification::Wrong;
        check.tables.insert(u"file"_s, sink.check());
        if (sink.check() != *right)
            check.detail = u"%1 rows expected, %2 found, or other values"_s.arg(right->rows)
                               .arg(sink.check().rows);
        return check;
    }

private:
    WorkloadSettings m_settings;
    std::vector<Variant> m_variants;
    std::vector<StepInfo> m_steps;
};

class BulkLoad final : public Workload
{
public:
    QString name() const override { return u"bulk-load"_s; }
    QString title() const override { return u"Bulk load"_s; }
    QString description() const override
    {
        return u"A backup catalogue's file table, its lstat column as one text or as sixteen numbers"_s;
    }
    std::set<Transport> transports() const override
    {
        return {Transport::Literal, Transport::Prepared, Transport::Pipelined, Transport::Bulk};
    }
    bool takesInput() const override { return true; }
    bool takesTransaction() const override { return true; }
    HistoricalTable historical() const override;
    Faults checkParameters(const QJsonObject &parameters, const QString &field) const override;
    Faults checkInput(const QString &path, const Dialect &, const QString &field) const override;
    std::int64_t space_bytes(const WorkloadSettings &settings) const override
    {
        // PostgreSQL's 75 MB of table and as much of log at scale 1, two tables at a change (seen).
        const double scale = settings.input.isEmpty()
            ? settings.scale : static_cast<double>(QFileInfo(settings.input).size()) / 42e6;
        return static_cast<std::int64_t>(350e6 * scale) + 20'000'000;
    }
    std::vector<StepInfo> steps(const WorkloadSettings &settings) const override
    { return stepsOf(settings); }
    std::unique_ptr<WorkloadLap> lap(const WorkloadSettings &settings) const override
    { return std::make_unique<BulkLoadLap>(settings); }
};

Faults BulkLoad::checkParameters(const QJsonObject &parameters, const QString &field) const
{
    Faults faults;
    for (auto it = parameters.begin(); it != parameters.end(); ++it) {
        const QString name = field + u'.' + it.key();
        if (it.key() != "variants"_L1)
            faults.push_back({FaultCode::UnknownKey, name, {}, {}, {}});
        else if (it->toString() != "all"_L1 && it->toString() != "classic"_L1)
            faults.push_back({FaultCode::BadValue, name, it->toVariant().toString(),
                              u"all|classic"_s, {}});
    }
    return faults;
}

Faults BulkLoad::checkInput(const QString &path, const Dialect &, const QString &field) const
{
    WorkloadSettings settings;
    settings.input = path;
    const auto check = expected(settings, Encoding::Base64);
    if (!check)
        return {{FaultCode::InputNotReadable, field, path,
                 check.error().subject.isEmpty() || check.error().subject == path
                     ? check.error().words
                     : check.error().subject + u": "_s + check.error().words, {}}};
    if (check->rows == 0)
        return {{FaultCode::InputNotReadable, field, path, u"no INSERT statement"_s, {}}};
    return {};
}

HistoricalTable BulkLoad::historical() const
{
    const QString machine = u"laptop, 4 GB RAM, one 7200 rpm disk"_s, year = u"2009"_s;
    return {u"Bacula's catalogue, 1,734 MB (base 64) and 2,189 MB (expanded) of INSERT statements"_s,
            u"One machine, one run; times of the engines' own clients, real seconds"_s,
            {{u"PostgreSQL (as Ubuntu shipped it)"_s, year, machine, {1011.4, 1290.6}},
             {u"MySQL MyISAM"_s, year, machine, {731.8, 848.4}},
             {u"MySQL InnoDB"_s, year, machine, {967.5, 1167.6}},
             {u"SQLite 3"_s, year, machine, {294.6, 371.6}}}};
}

} // namespace

std::unique_ptr<Workload> makeBulkLoad() { return std::make_unique<BulkLoad>(); }

} // namespace drivetrain
