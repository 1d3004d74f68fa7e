// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/vacuum.h"
#include "workloads/catalogue_streams.h"
#include "workloads/row_checksum.h"
#include "workloads/vacuum_rows.h"
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

using vacuum::Rows;
using vacuum::Table;
enum Step { Plain = 1, Compact = 2, Reindex = 3 };
constexpr double rowsAtScale1 = 1'000'000;
constexpr std::array<const char *, 2> tableNames = {"vacTest", "vacCopy"};

std::int64_t rowsOf(const WorkloadSettings &settings)
{
    return std::max<std::int64_t>(100, std::llround(rowsAtScale1 * settings.scale));
}

std::string named(std::string upkeep, const std::string &tables)
{
    const std::string placeholder = "{table}";
    const std::size_t at = upkeep.find(placeholder);
    return at == std::string::npos ? upkeep : upkeep.replace(at, placeholder.size(), tables);
}

std::vector<std::string> statementsOf(const WorkloadSettings &settings, int step)
{
    const Upkeep &upkeep = settings.dialect.upkeep;
    const std::string both = std::string(tableNames[0]) + ", " + tableNames[1];
    if (step == Plain && !upkeep.plain.empty())
        return {named(upkeep.plain, both)};
    if (step == Compact && !upkeep.compact.empty())
        return {named(upkeep.compact, both)};
    if (step == Reindex && !upkeep.reindex.empty())
        return {named(upkeep.reindex, tableNames[0]), named(upkeep.reindex, tableNames[1])};
    return {};
}

std::vector<StepInfo> stepsOf(const WorkloadSettings &settings)
{
    constexpr double row_s = 4e-6;   // reading, moving and writing a row (seen)
    static const std::array<QString, 3> titles{u"Marking dead rows' space as free"_s,
                                               u"Compacting the database"_s,
                                               u"Rebuilding the indexes"_s};
    std::vector<StepInfo> steps;
    for (const int number : {Plain, Compact, Reindex}) {
        const auto statements = statementsOf(settings, number);
        if (statements.empty())
            continue;
        StepInfo info;
        info.number = number;
        info.title = titles[static_cast<std::size_t>(number - 1)];
        info.note = QString::fromStdString(statements.front());
        info.operations = static_cast<std::int64_t>(statements.size());
        info.commits = info.operations;
        info.forecast_s = static_cast<double>(rowsOf(settings)) * row_s;
        steps.push_back(info);
    }
    return steps;
}

TableCheck expected(const WorkloadSettings &settings, Table table)
{
    static std::mutex mutex;
    static std::map<std::tuple<std::uint64_t, std::int64_t, Table>, TableCheck> known;
    const std::tuple key{settings.seed, rowsOf(settings), table};
    const std::lock_guard lock(mutex);
    const auto at = known.find(key);
    return at != known.end() ? at->second
                             : known[key] = Rows(settings.seed, rowsOf(settings)).check(table);
}

/// One number that the engine tells of its unused space.
class NumberSink final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    { text = QString::fromUtf8(cells.back().text.data(),
                               static_cast<qsizetype>(cells.back().text.size())); }
    QString text;
};

class VacuumLap final : public WorkloadLap
{
public:
    explicit VacuumLap(WorkloadSettings settings)
        : m_settings(std::move(settings)), m_steps(stepsOf(m_settings)) {}

    const std::vector<StepInfo> &steps() const override { return m_steps; }
    Transport transport(std::size_t) const override { return Transport::Literal; }

    Expected<void> prepare(std::size_t step, const std::vector<Session *> &sessions) override
    {
        if (step == 0) {   // what is compacted is right to begin with
            StepCheck check;
            if (auto done = compare(*sessions.front(), check); !done)
                return done;
            if (check.verification != Verification::Verified)
                return failure(ErrorKind::Damaged, u"before the first step: "_s + check.detail);
        }
        m_freeBefore = freeSpace(*sessions.front());
        return {};
    }

    std::unique_ptr<StatementStream> stream(std::size_t step, int, int) override
    {
        return std::make_unique<catalogue::ListStream>(
            statementsOf(m_settings, m_steps[step].number), nullptr);
    }

    Expected<StepCheck> verify(std::size_t, const std::vector<Session *> &sessions) override
    {
        StepCheck check;
        const QString after = freeSpace(*sessions.front());
        if (!after.isEmpty())
            check.note = u"%1: %2 before, %3 after"_s.arg(
                QString::fromStdString(m_settings.dialect.upkeep.free_unit), m_freeBefore, after);
        if (auto done = compare(*sessions.front(), check); !done)
            return tl::unexpected(done.error());
        return check;
    }

private:
    QString freeSpace(Session &session) const
    {
        NumberSink sink;
        const std::string &sql = m_settings.dialect.upkeep.free_space;
        return !sql.empty() && session.execute(sql, &sink) ? sink.text : QString();
    }

    Expected<void> compare(Session &session, StepCheck &check) const
    {
        check.verification = Verification::Verified;
        for (const Table table : {Table::Test, Table::Copy}) {
            const std::string name = tableNames[static_cast<std::size_t>(table)];
            ChecksumSink sink;
            if (const auto read = session.execute("SELECT i, b, c FROM " + name, &sink); !read)
                return tl::unexpected(read.error());
            const TableCheck right = expected(m_settings, table);
            check.tables.insert(QString::fromStdString(name), sink.check());
            if (sink.check() == right)
                continue;
            check.verification = Verification::Wrong;
            check.detail = u"%1: %2 rows expected, %3 found, or other values"_s
                               .arg(QString::fromStdString(name)).arg(right.rows)
                               .arg(sink.check().rows);
        }
        return {};
    }
    WorkloadSettings m_settings;
    std::vector<StepInfo> m_steps;
    QString m_freeBefore;
};

/// Rows by the engine's bulk interface where it has one, else one by one.
class Filler
{
public:
    explicit Filler(Session &session, const Dialect &dialect) : m_session(session)
    {
        m_insert = "INSERT INTO vacTest VALUES (" + dialect.placeholder(1) + ","
            + dialect.placeholder(2) + "," + dialect.placeholder(3) + ","
            + dialect.placeholder(4) + ")";
    }
    Expected<void> fill(const std::string &table, const Rows &rows, std::int64_t from,
                        std::int64_t to, const std::stop_token &stop)
    {
        auto writer = m_session.bulk({table, {}, 4});
        auto single = writer ? Expected<std::unique_ptr<Statement>>(nullptr)
                             : m_session.prepare(std::string(m_insert).replace(12, 7, table));
        if (!single)
            return tl::unexpected(single.error());
        vacuum::Row row;
        for (std::int64_t i = from; i < to; ++i) {
            if (stop.stop_requested())
                return failure(ErrorKind::Cancelled);
            rows.row(i, row);
            const std::array<Value, 4> values{Value(row.i), Value(row.a),
                                              Value(std::string_view(row.b)),
                                              Value(std::string_view(row.c))};
            if (writer) {
                if (auto done = (*writer)->row(values); !done)
                    return done;
            } else if (auto done = (*single)->execute(values, nullptr); !done) {
                return tl::unexpected(done.error());
            }
        }
        if (!writer)
            return {};
        const auto done = (*writer)->finish();
        return done ? Expected<void>() : tl::unexpected(done.error());
    }

private:
    Session &m_session;
    std::string m_insert;
};

class Vacuum final : public Workload
{
public:
    QString name() const override { return u"vacuum"_s; }
    QString title() const override { return u"VACUUM"_s; }
    QString description() const override
    {
        return u"A database full of holes, compacted on each drive: CPU, bytes, syncs, temporary files"_s;
    }
    std::set<Transport> transports() const override
    {
        return {Transport::Literal, Transport::Prepared, Transport::Pipelined, Transport::Bulk};
    }
    QString obstacle(const Dialect &dialect) const override
    {
        return dialect.upkeep.compact.empty() ? u"it has no statement that compacts a database"_s
                                              : QString();
    }
    HistoricalTable historical() const override;
    Faults checkParameters(const QJsonObject &parameters, const QString &field) const override
    {
        Faults faults;
        for (auto it = parameters.begin(); it != parameters.end(); ++it)
            faults.push_back({FaultCode::UnknownKey, field + u'.' + it.key(), {}, {}, {}});
        return faults;
    }
    std::int64_t space_bytes(const WorkloadSettings &settings) const override
    {
        // The file, and as much again as stays of it in log or new table (seen: 191 and 83 MB).
        return static_cast<std::int64_t>(420e6 * settings.scale) + 20'000'000;
    }
    std::int64_t temp_bytes(const WorkloadSettings &settings) const override
    { return static_cast<std::int64_t>(100e6 * settings.scale); }
    std::vector<StepInfo> steps(const WorkloadSettings &settings) const override
    { return stepsOf(settings); }
    QString startKey(const WorkloadSettings &settings) const override
    {
        return u"2 seed=%1 rows=%2 key=%3"_s.arg(settings.seed).arg(rowsOf(settings))
            .arg(QString::fromStdString(settings.dialect.key_type));
    }
    std::int64_t start_bytes(const WorkloadSettings &settings) const override
    { return static_cast<std::int64_t>(200e6 * settings.scale) + 1'000'000; }
    Expected<void> makeStart(const WorkloadSettings &settings, Session &session,
                             const std::stop_token &stop) const override;
    std::unique_ptr<WorkloadLap> lap(const WorkloadSettings &settings) const override
    { return std::make_unique<VacuumLap>(settings); }
};

Expected<void> Vacuum::makeStart(const WorkloadSettings &settings, Session &session,
                                 const std::stop_token &stop) const
{
    const Rows rows(settings.seed, rowsOf(settings));
    const auto run = [&](const std::vector<std::string> &statements) -> Expected<void> {
        for (const std::string &sql : statements) {
            if (stop.stop_requested())
                return failure(ErrorKind::Cancelled);
            if (const auto done = session.execute(sql); !done)
                return tl::unexpected(done.error());
        }
        return {};
    };
    const std::string columns = " (i " + settings.dialect.key_type
        + " PRIMARY KEY, a DOUBLE PRECISION, b VARCHAR(20), c VARCHAR(60))"
        + settings.dialect.table_suffix + settings.dialect.upkeep.keep_garbage;
    const auto deletes = [](const std::string &table, const char *multiple, const char *digit) {
        return std::pair("DELETE FROM " + table + " WHERE i % " + multiple + " = 0 AND i <= ",
                         "DELETE FROM " + table + " WHERE CAST(i AS CHAR(20)) LIKE '%" + digit
                             + "%'");
    };
    const auto test = deletes("vacTest", "5", "4"), copy = deletes("vacCopy", "6", "5");
    const std::string last = std::to_string(rows.later() - 1);
    Filler filler(session, settings.dialect);
    if (auto done = run({"CREATE TABLE vacTest" + columns, "CREATE TABLE vacCopy" + columns,
                         "BEGIN"}); !done)
        return done;
    if (auto done = filler.fill("vacTest", rows, rows.first(), rows.later(), stop); !done)
        return done;
    if (auto done = run({"COMMIT", "INSERT INTO vacCopy SELECT * FROM vacTest",
                         test.first + last, copy.first + last, "BEGIN"}); !done)
        return done;
    for (const char *table : tableNames) {
        if (auto done = filler.fill(table, rows, rows.later(), rows.end(), stop); !done)
            return done;
    }
    return run({"COMMIT", test.second, copy.second});
}

HistoricalTable Vacuum::historical() const
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const QString machine = u"6 cores at 3.5 GHz, Windows 10, SQLite 3.9.2, a file of 20 GB"_s,
                  year = u"2016"_s;
    const auto column = [&](const QString &drive, double seconds) {
        return HistoricalColumn{drive, year, machine, {none, seconds, none}};
    };
    return {u"VACUUM on four drives, temporary files on drive D, scale 100"_s,
            u"One run each; with temporary files on the NVMe drive it took about 181 s there"_s,
            {column(u"USB 3.0 disk"_s, 1309.109), column(u"10,000 rpm disk"_s, 824.223),
             column(u"7200 rpm disk"_s, 788.750), column(u"NVMe drive"_s, 214.056)}};
}

} // namespace

std::unique_ptr<Workload> makeVacuum() { return std::make_unique<Vacuum>(); }

} // namespace drivetrain
