// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/speed_comparison.h"
#include "workloads/row_checksum.h"
#include "workloads/speed_model.h"
#include "workloads/speed_streams.h"
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

using speed::Counts;
constexpr std::uint32_t defaultRange = 100000, rangeMax = 1000000;

std::uint32_t rangeOf(const QJsonObject &parameters)
{
    return static_cast<std::uint32_t>(parameters.value("b_range"_L1).toInteger(defaultRange));
}

/// Rough seconds of scanning, sorting and moving rows, beyond what the statements themselves cost.
struct Work { QString title; std::int64_t operations, commits; double forecast_s; QString note; };

Work workOf(int number, const Counts &n)
{
    constexpr double scan_s = 0.07e-6, like_s = 0.25e-6,
                     move_s = 1.2e-6; // a row; seen, for forecasts
    const double t2 = static_cast<double>(n.t2_rows),
                 all = static_cast<double>(2 * n.t2_rows + n.t1_rows);
    const auto d = [](std::int64_t value) { return static_cast<double>(value); };
    switch (number) {
    case 1: return {u"%1 INSERTs"_s.arg(n.t1_rows), n.t1_rows + 1, n.t1_rows + 1, 0, {}};
    case 2: return {u"%1 INSERTs in a transaction"_s.arg(n.t2_rows), n.t2_rows + 1, 1, 0, {}};
    case 3:
        return {u"%1 INSERTs into an indexed table"_s.arg(n.t2_rows),
                n.t2_rows + 2,
                1,
                t2 * move_s,
                {}};
    case 4:
        return {u"%1 SELECTs without an index"_s.arg(n.scans),
                n.scans,
                0,
                d(n.scans) * t2 * scan_s,
                {}};
    case 5: return {u"%1 SELECTs on a string comparison"_s.arg(n.like_scans), n.like_scans, 0,
                    d(n.like_scans) * t2 * like_s, {}};
    case 6: return {u"Creating an index"_s, 2, 2, 2 * t2 * move_s, {}};
    case 7: return {u"%1 SELECTs with an index"_s.arg(n.index_selects), n.index_selects, 0, 0, {}};
    case 8: return {u"%1 UPDATEs without an index"_s.arg(n.t1_updates), n.t1_updates, 1,
                    d(n.t1_updates) * d(n.t1_rows) * scan_s,
                    u"%1 of %2 UPDATEs touch a row, as in the original"_s
                        .arg(std::min(n.t1_updates, n.t1_rows / 10 + 1)).arg(n.t1_updates)};
    case 9: return {u"%1 UPDATEs with an index"_s.arg(n.t2_rows), n.t2_rows, 1, t2 * move_s, {}};
    case 10:
        return {u"%1 text UPDATEs with an index"_s.arg(n.t2_rows), n.t2_rows, 1, t2 * move_s, {}};
    case 11: return {u"INSERTs from a SELECT"_s, 2, 1, all * 2 * move_s, {}};
    case 12: return {u"DELETE without an index"_s, 1, 1, 2 * t2 * like_s + t2 * move_s / 2, {}};
    case 13: return {u"DELETE with an index"_s, 1, 1, 1.6 * t2 * move_s, {}};
    case 14: return {u"A big INSERT after a big DELETE"_s, 1, 1, all / 2 * 2 * move_s, {}};
    case 15: return {u"A big DELETE followed by many small INSERTs"_s, n.refill_rows + 1, 1, 0, {}};
    default: return {u"DROP TABLE"_s, 3, 3, 0, {}};
    }
}

std::vector<StepInfo> stepsOf(double scale)
{
    const Counts counts(scale);
    std::vector<StepInfo> steps;
    for (int number = 1; number <= speed::testCount; ++number) {
        const Work work = workOf(number, counts);
        steps.push_back(
            {number, work.title, work.note, work.operations, work.commits, work.forecast_s});
    }
    return steps;
}

/// Tables that a test changes, or reads (1-based names t1..t3 as 0..2).
std::vector<int> tablesTouched(int number)
{
    switch (number) {
    case 1: case 8: case 15: return {0};
    case 3: return {2};
    case 11: case 14: return {0, 1};
    case 16: return {0, 1, 2};
    default: return {1};
    }
}

class Lap final : public WorkloadLap
{
public:
    explicit Lap(WorkloadSettings settings)
        : m_settings(std::move(settings)), m_counts(m_settings.scale),
          m_steps(stepsOf(m_settings.scale)), m_range(rangeOf(m_settings.parameters)),
          m_model(m_settings.scale, m_settings.seed, m_range)
    {
        if (m_settings.dialect.ddl_commits) {
            for (const std::size_t step : {1U, 2U})
                m_steps[step].note =
                    u"DDL ends a transaction on this engine: BEGIN stands after it"_s;
        }
    }

    const std::vector<StepInfo> &steps() const override { return m_steps; }

    std::unique_ptr<StatementStream> stream(std::size_t step, int, int) override
    {
        const StepInfo &info = m_steps.at(step);
        const bool answers = info.number == 4 || info.number == 5 || info.number == 7;
        m_answers = std::make_unique<speed::AnswerSink>(
            answers ? static_cast<std::size_t>(info.operations) : 0U);
        return speed::makeStream(info.number, m_counts, m_settings, m_range, *m_answers);
    }

    Transport transport(std::size_t) const override { return m_settings.transport; }

    Expected<StepCheck> verify(std::size_t step, const std::vector<Session *> &sessions) override
    {
        Session &session = *sessions.front();
        const int number = m_steps.at(step).number;
        if (m_model.applied() != number)
            m_model.apply(number);
        StepCheck check;
        check.verification = Verification::Verified;
        checkAnswers(number, check);
        for (const int table : tablesTouched(number)) {
            const auto found = m_model.exists(table) ? checkTable(table, session, check)
                                                     : checkGone(table, session, check);
            if (!found)
                return tl::unexpected(found.error());
        }
        return check;
    }

private:
    static void wrong(StepCheck &check, const QString &detail)
    {
        check.verification = Verification::Wrong;
        if (check.detail.isEmpty())
            check.detail = detail;
    }

    void checkAnswers(int number, StepCheck &check) const;
    Expected<void> checkTable(int table, Session &session, StepCheck &check) const;
    static Expected<void> checkGone(int table, Session &session, StepCheck &check);

    WorkloadSettings m_settings;
    Counts m_counts;
    std::vector<StepInfo> m_steps;
    std::uint32_t m_range;
    speed::Model m_model;
    std::unique_ptr<speed::AnswerSink> m_answers;
};

/// count(*) exactly; avg(b) within what the coarsest engine prints (MySQL's avg has four decimals).
void Lap::checkAnswers(int number, StepCheck &check) const
{
    const std::vector<speed::Answer> expected = m_model.answers(number);
    if (expected.empty())
        return;
    const auto &given = m_answers->given();
    if (given.size() != expected.size())
        return wrong(check,
                     u"%1 answers expected, %2 given"_s.arg(expected.size()).arg(given.size()));
    RowHash digest;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto [count, sum] = expected[i];
        const double average = count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
        const bool right = given[i].count == count && given[i].average.has_value() == (count > 0)
            && (count == 0 || std::abs(*given[i].average - average) <= 1e-4 + 1e-9 * average);
        if (!right) {
            wrong(check, u"SELECT %1: count %2, avg %3 expected; count %4, avg %5 given"_s.arg(i)
                             .arg(count).arg(average, 0, 'f', 4).arg(given[i].count)
                             .arg(given[i].average.value_or(NAN), 0, 'f', 4));
        }
        digest.cell(std::to_string(given[i].count));
        digest.cell(std::to_string(right ? sum : -1));
    }
    check.answers_digest = digest.value();
}

Expected<void> Lap::checkTable(int table, Session &session, StepCheck &check) const
{
    const std::string name = "t" + std::to_string(table + 1);
    ChecksumSink sink;
    const auto outcome = session.execute("SELECT a,b,c FROM " + name, &sink);
    if (!outcome)
        return tl::unexpected(outcome.error());
    const TableCheck expected = m_model.check(table);
    check.tables.insert(QString::fromStdString(name), sink.check());
    if (sink.check() != expected) {
        wrong(check, u"%1: %2 rows with checksum %3 expected, %4 rows with %5 found"_s
                         .arg(QString::fromStdString(name)).arg(expected.rows)
                         .arg(expected.checksum, 16, 16, QChar(u'0')).arg(sink.check().rows)
                         .arg(sink.check().checksum, 16, 16, QChar(u'0')));
    }
    return {};
}

/// A dropped table must not answer any more. Anything but the engine's own refusal is an error of
/// the lap.
Expected<void> Lap::checkGone(int table, Session &session, StepCheck &check)
{
    const std::string name = "t" + std::to_string(table + 1);
    const auto outcome = session.execute("SELECT count(*) FROM " + name);
    if (outcome)
        wrong(check, u"%1 is still there"_s.arg(QString::fromStdString(name)));
    else if (outcome.error().kind != ErrorKind::Engine)
        return tl::unexpected(outcome.error());
    return {};
}

class SpeedComparison final : public Workload
{
public:
    QString name() const override { return u"speed-comparison"_s; }
    QString title() const override { return u"Speed comparison"_s; }
    QString description() const override
    {
        return u"Sixteen small tests: inserts, selects, updates and deletes, with and without indexes"_s;
    }
    std::set<Transport> transports() const override
    {
        return {Transport::Literal, Transport::Prepared, Transport::Pipelined};
    }
    HistoricalTable historical() const override;
    Faults checkParameters(const QJsonObject &parameters, const QString &field) const override;
    std::int64_t space_bytes(const WorkloadSettings &settings) const override
    {
        // 10 MB of database and at most as much again of journal or log at scale 1 (seen: 9.8 MB).
        return static_cast<std::int64_t>(22e6 * settings.scale) + 4'000'000;
    }
    std::vector<StepInfo> steps(const WorkloadSettings &settings) const override
    { return stepsOf(settings.scale); }
    std::unique_ptr<WorkloadLap> lap(const WorkloadSettings &settings) const override
    { return std::make_unique<Lap>(settings); }
};

Faults SpeedComparison::checkParameters(const QJsonObject &parameters, const QString &field) const
{
    Faults faults;
    for (auto it = parameters.begin(); it != parameters.end(); ++it) {
        const QString name = field + u'.' + it.key();
        const double value = it->toDouble(-1);
        if (it.key() != "b_range"_L1)
            faults.push_back({FaultCode::UnknownKey, name, {}, {}, {}});
        else if (value < 1 || value > rangeMax || value != std::floor(value))
            faults.push_back({FaultCode::OutOfRange, name, it->toVariant().toString(),
                              u"1..%1"_s.arg(rangeMax), {}});
    }
    return faults;
}

HistoricalTable SpeedComparison::historical() const
{
    const QString machine = u"1.6 GHz Athlon, 1 GB RAM, IDE disk, RedHat 7.2"_s,
                  year = u"2001-2003"_s;
    return {u"SQLite web site, 'Database Speed Comparison', speed.tcl 1.17"_s,
            u"The page itself says that these figures are so old as to be nearly meaningless"_s,
            {{u"PostgreSQL 7.1.3"_s,
              year,
              machine,
              {4.373, 4.900, 8.175, 3.629, 13.409, 0.381, 4.614, 1.739, 18.797, 48.133, 61.364,
               1.509, 1.316, 13.168, 4.556, 0.135}},
             {u"MySQL 3.23.41"_s,
              year,
              machine,
              {0.114, 2.184, 3.197, 2.760, 4.640, 0.318, 1.270, 8.410, 8.134, 6.982, 1.537, 0.975,
               2.262, 1.815, 1.704, 0.015}},
             {u"SQLite 2.7.6"_s,
              year,
              machine,
              {13.061, 0.914, 1.555, 2.494, 3.362, 0.777, 1.121, 0.637, 3.520, 2.408, 2.787, 4.004,
               2.068, 3.210, 0.618, 0.939}},
             {u"SQLite 2.7.6 (nosync)"_s,
              year,
              machine,
              {0.223, 0.757, 1.402, 2.526, 3.372, 0.659, 1.162, 0.638, 3.104, 1.725, 1.599, 0.560,
               0.752, 1.485, 0.406, 0.254}}}};
}

} // namespace

std::unique_ptr<Workload> makeSpeedComparison() { return std::make_unique<SpeedComparison>(); }

} // namespace drivetrain
