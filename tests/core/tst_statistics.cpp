// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_run.h"
#include "stats/comparison.h"
#include <QJsonArray>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace drivetrain;
using namespace drivetrain::testing;
using namespace Qt::StringLiterals;

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void medians();
    void outliersAreMarkedAndKept();
    void mannWhitneyAgainstTables_data();
    void mannWhitneyAgainstTables();
    void mannWhitneyWithTies();
    void mannWhitneyOfManyIsNormal();
    void bootstrapHoldsTheTruth();
    void bootstrapIsSeeded();
    void fasterIsFound();
    void sameWithItselfIsNoDifference();
    void tenPercentIsFound();
    void threeLapsAreTooFew();
    void unequalDurabilityIsSaid();
    void equalDurabilityIsPreferred();
    void wrongLapsDoNotCount();
    void onlyOneTarget();
    void tableOfMedians();
    void differencesAreListed();
    void listsOfObjectsDiffer();
    void mannWhitneyByEnumeration();
};

namespace {

const QString workload = QStringLiteral("speed-comparison");

/// A run of bare totals: a list of lap times a target, interleaved as far as they go.
Run runOf(const std::vector<std::vector<double>> &targets,
          const std::vector<Durability> &durabilities = {})
{
    Run run;
    run.plan.workloads = {workload};
    run.plan.laps = 1;
    run.status = RunStatus::Finished;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        run.targets.push_back(
            sampleTarget(QStringLiteral("sqlite:n=%1").arg(t),
                         t < durabilities.size() ? durabilities[t] : Durability::Durable));
        run.plan.laps = std::max(run.plan.laps, static_cast<int>(targets[t].size()));
        for (std::size_t lap = 0; lap < targets[t].size(); ++lap) {
            Lap one;
            one.target = static_cast<int>(t);
            one.workload = workload;
            one.number = static_cast<int>(lap) + 1;
            one.status = LapStatus::Finished;
            for (int number = 1; number <= 2; ++number) {
                StepResult step;
                step.number = number;
                step.title = QStringLiteral("step %1").arg(number);
                step.verification = Verification::Verified;
                step.rows = 1000;
                step.wall_s = targets[t][lap] * (number == 1 ? 0.25 : 0.75);
                one.steps.push_back(step);
            }
            run.laps.push_back(one);
        }
    }
    return run;
}

std::vector<double> noisy(double middle, double deviation, int count, std::mt19937_64 &random)
{
    std::normal_distribution<double> noise(middle, deviation * middle);
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(noise(random));
    return values;
}

} // namespace

void TestStatistics::medians()
{
    QVERIFY(!median({}));
    QCOMPARE(*median(std::vector{3.0}), 3.0);
    QCOMPARE(*median(std::vector{9.0, 1.0, 2.0}), 2.0);
    QCOMPARE(*median(std::vector{4.0, 1.0, 9.0, 2.0}), 3.0);
}

void TestStatistics::outliersAreMarkedAndKept()
{
    // Median 10, deviations 0 0.1 0.1 0.2 5: MAD 0.1.
    const auto summary = summarize(std::vector{10.0, 9.9, 10.1, 10.2, 15.0});
    QVERIFY(summary);
    QCOMPARE(summary->count, 5);
    QCOMPARE(summary->median, 10.1);
    QCOMPARE(summary->least, 9.9);
    QCOMPARE(summary->greatest, 15.0);
    QCOMPARE(summary->outlier, (std::vector{false, false, false, false, true}));
    QCOMPARE(summarize(std::vector{1.0, 1.0, 1.0})->outlier, (std::vector{false, false, false}));
    QVERIFY(!summarize({}));
}

void TestStatistics::mannWhitneyAgainstTables_data()
{
    QTest::addColumn<QList<double>>("a");
    QTest::addColumn<QList<double>>("b");
    QTest::addColumn<double>("p");
    // Complete separation: 2 / C(n + m, n).
    QTest::newRow("3, 3 apart") << QList<double>{1, 2, 3} << QList<double>{4, 5, 6} << 2.0 / 20;
    QTest::newRow("4, 4 apart") << QList<double>{5, 6, 7, 8} << QList<double>{1, 2, 3, 4}
                                << 2.0 / 70;
    QTest::newRow("5, 5 apart") << QList<double>{1, 2, 3, 4, 5} << QList<double>{6, 7, 8, 9, 10}
                                << 2.0 / 252;
    QTest::newRow("3, 4 apart") << QList<double>{1, 2, 3} << QList<double>{4, 5, 6, 7} << 2.0 / 35;
    // U = 2 of 5 and 5: 4 of 252 orders are at most that (1 + 1 + 2), twice that: table value
    // 0.0317.
    QTest::newRow("5, 5, U = 2") << QList<double>{1, 2, 3, 4, 7} << QList<double>{5, 6, 8, 9, 10}
                                 << 8.0 / 252;
    // U = 1 of 4 and 4: 2 of 70.
    QTest::newRow("4, 4, U = 1") << QList<double>{1, 2, 3, 5} << QList<double>{4, 6, 7, 8}
                                 << 4.0 / 70;
    // U at its middle: 1.
    QTest::newRow("interleaved") << QList<double>{1, 4} << QList<double>{2, 3} << 1.0;
    QTest::newRow("nothing") << QList<double>{} << QList<double>{2, 3} << 1.0;
}

void TestStatistics::mannWhitneyAgainstTables()
{
    QFETCH(QList<double>, a);
    QFETCH(QList<double>, b);
    QFETCH(double, p);
    QVERIFY2(std::abs(mannWhitneyP(a, b) - p) < 1e-12,
             qPrintable(QString::number(mannWhitneyP(a, b))));
    QCOMPARE(mannWhitneyP(a, b), mannWhitneyP(b, a));
}

void TestStatistics::mannWhitneyWithTies()
{
    QCOMPARE(mannWhitneyP(std::vector{1.0, 1.0, 1.0}, std::vector{1.0, 1.0}), 1.0);
    // By hand: U = 0.5, mean 8, ties 2^3 - 2 = 6: variance 16/12 * (9 - 6/56) = 11.857;
    // z = (8 - 0.5 - 0.5) / 3.4434 = 2.0329, p = 0.04207.
    const double p = mannWhitneyP(std::vector{1.0, 2.0, 3.0, 4.0}, std::vector{4.0, 5.0, 6.0, 7.0});
    QVERIFY2(std::abs(p - 0.04207) < 5e-5, qPrintable(QString::number(p)));
}

void TestStatistics::mannWhitneyOfManyIsNormal()
{
    std::vector<double> a, b;
    for (int i = 0; i < 30; ++i) {
        a.push_back(i);
        b.push_back(i + 0.5);
    }
    // U = 435 of 900: z = (450 - 435 - 0.5) / sqrt(900 * 61 / 12) = 0.2144, p = 0.8303.
    QVERIFY(std::abs(mannWhitneyP(a, b) - 0.8303) < 1e-3);
    for (double &value : b)
        value += 100;
    QVERIFY(mannWhitneyP(a, b) < 1e-9);
}

void TestStatistics::bootstrapHoldsTheTruth()
{
    std::mt19937_64 random(11);
    int held = 0;
    constexpr int rounds = 60;
    for (int round = 0; round < rounds; ++round) {
        const auto interval =
            bootstrapRatio(noisy(1, 0.05, 15, random), noisy(1.5, 0.05, 15, random),
                           static_cast<std::uint64_t>(round));
        QVERIFY(interval && interval->low <= interval->high);
        held += interval->low <= 1.5 && 1.5 <= interval->high ? 1 : 0;
    }
    QVERIFY2(held >= rounds * 85 / 100, qPrintable(QString::number(held)));
    const auto same = bootstrapRatio(std::vector{2.0, 2.0}, std::vector{3.0, 3.0}, 1);
    QCOMPARE(same->low, 1.5);
    QCOMPARE(same->high, 1.5);
    QVERIFY(!bootstrapRatio({}, std::vector{1.0}, 1));
    QVERIFY(!bootstrapRatio(std::vector{0.0}, std::vector{1.0}, 1));
}

void TestStatistics::bootstrapIsSeeded()
{
    std::mt19937_64 random(5);
    const auto a = noisy(1, 0.1, 8, random), b = noisy(1.2, 0.1, 8, random);
    const auto first = bootstrapRatio(a, b, 42), again = bootstrapRatio(a, b, 42);
    QCOMPARE(first->low, again->low);
    QCOMPARE(first->high, again->high);
}

void TestStatistics::fasterIsFound()
{
    const Run run = runOf({{2.0, 2.1, 1.9, 2.05, 1.95}, {1.0, 1.02, 0.98, 1.01, 0.99}});
    const Verdict verdict = headlineVerdict(run, workload);
    QCOMPARE(verdict.kind, VerdictKind::Faster);
    QCOMPARE(verdict.first, 1);
    QCOMPARE(verdict.second, 0);
    QCOMPARE(verdict.ratio, 2.0);
    QCOMPARE(verdict.first_s, 1.0);
    QCOMPARE(verdict.second_s, 2.0);
    QCOMPARE(verdict.laps, 5);
    QVERIFY(verdict.interval && verdict.interval->low > 1.8 && verdict.interval->high < 2.2);
    QVERIFY(std::abs(verdict.p - 2.0 / 252) < 1e-12);
    const Verdict other = compareTargets(run, workload, 0, 1);
    QCOMPARE(other.kind, VerdictKind::Faster);
    QCOMPARE(other.first, 1);
}

void TestStatistics::sameWithItselfIsNoDifference()
{
    std::mt19937_64 random(1);
    constexpr int rounds = 100;
    int otherwise = 0;
    for (int round = 0; round < rounds; ++round) {
        const Run run = runOf({noisy(1, 0.03, 5, random), noisy(1, 0.03, 5, random)});
        otherwise += headlineVerdict(run, workload).kind != VerdictKind::NoDifference ? 1 : 0;
    }
    QVERIFY2(otherwise <= rounds / 10, qPrintable(QString::number(otherwise)));
}

void TestStatistics::tenPercentIsFound()
{
    std::mt19937_64 random(2);
    constexpr int rounds = 50;
    int found = 0;
    for (int round = 0; round < rounds; ++round) {
        const Run run = runOf({noisy(1.1, 0.02, 10, random), noisy(1, 0.02, 10, random)});
        const Verdict verdict = headlineVerdict(run, workload);
        found += verdict.kind == VerdictKind::Faster && verdict.first == 1 ? 1 : 0;
    }
    QCOMPARE(found, rounds);
}

void TestStatistics::threeLapsAreTooFew()
{
    const Verdict verdict = headlineVerdict(runOf({{1, 1.1, 0.9}, {5, 5.1, 4.9}}), workload);
    QCOMPARE(verdict.kind, VerdictKind::TooFewLaps);
    QCOMPARE(verdict.ratio, 5.0);
    QCOMPARE(verdict.laps, 3);
    QCOMPARE(headlineVerdict(runOf({{1, 1.1, 0.9, 1.05}, {5, 5.1, 4.9, 5.05}}), workload).kind,
             VerdictKind::Faster);
}

void TestStatistics::unequalDurabilityIsSaid()
{
    const Run run =
        runOf({{1, 1.1, 0.9, 1}, {5, 5.1, 4.9, 5}}, {Durability::Unsafe, Durability::Durable});
    const Verdict verdict = headlineVerdict(run, workload);
    QCOMPARE(verdict.kind, VerdictKind::UnequalDurability);
    QCOMPARE(verdict.first_durability, Durability::Unsafe);
    QCOMPARE(verdict.second_durability, Durability::Durable);
    QCOMPARE(verdict.ratio, 5.0);
}

void TestStatistics::equalDurabilityIsPreferred()
{
    const Run run = runOf({{1, 1.1, 0.9, 1}, {5, 5.1, 4.9, 5}, {10, 10.1, 9.9, 10}},
                          {Durability::Unsafe, Durability::Durable, Durability::Durable});
    const Verdict verdict = headlineVerdict(run, workload);
    QCOMPARE(verdict.first, 1);
    QCOMPARE(verdict.second, 2);
    QCOMPARE(verdict.ratio, 2.0);
}

void TestStatistics::wrongLapsDoNotCount()
{
    Run run = runOf({{1, 1, 1, 1, 1}, {2, 2.01, 1.99, 2.02, 0.0001}});
    run.laps.back().steps[1].verification = Verification::Wrong;   // the fastest of all, and wrong
    run.laps.back().status = LapStatus::Wrong;
    const Verdict verdict = headlineVerdict(run, workload);
    QCOMPARE(verdict.first, 0);
    QCOMPARE(verdict.laps, 4);
    QVERIFY(std::abs(verdict.ratio - 2.005) < 1e-9);
    const ResultTable table = resultTable(run, workload);
    QVERIFY(!table.total.cells[1].laps_s[4]);
    QVERIFY(table.total.cells[1].wrong);
    QVERIFY(table.rows[1].cells[1].wrong && !table.rows[1].cells[1].laps_s[4]);
    QVERIFY(!table.rows[0].cells[1].wrong && table.rows[0].cells[1].laps_s[4]);
    for (Lap &lap : run.laps) {
        if (lap.target == 1)
            lap.steps[0].verification = Verification::Failed;
    }
    QCOMPARE(headlineVerdict(run, workload).kind, VerdictKind::Wrong);
    QVERIFY(!resultTable(run, workload).total.cells[1].median_s);
    QCOMPARE(headlineVerdict(run, u"another"_s).kind, VerdictKind::Wrong);
}

void TestStatistics::onlyOneTarget()
{
    const Verdict verdict = headlineVerdict(runOf({{3, 1, 2}}), workload);
    QCOMPARE(verdict.kind, VerdictKind::OnlyOne);
    QCOMPARE(verdict.second, -1);
    QCOMPARE(verdict.first_s, 2.0);
    QCOMPARE(verdict.laps, 3);
}

void TestStatistics::tableOfMedians()
{
    const ResultTable table = resultTable(runOf({{4, 8, 2}, {1, 2, 3}}), workload);
    QCOMPARE(table.rows.size(), 2U);
    QCOMPARE(table.rows[1].title, u"step 2"_s);
    QCOMPARE(table.rows[1].number, 2);
    const StepCell &slow = table.rows[1].cells[0], &fast = table.rows[1].cells[1];
    QCOMPARE(*slow.median_s, 3.0);    // 0.75 * 4
    QCOMPARE(*fast.median_s, 1.5);    // 0.75 * 2
    QCOMPARE(*slow.ratio, 2.0);
    QCOMPARE(*fast.ratio, 1.0);
    QVERIFY(fast.fastest && !slow.fastest);
    QCOMPARE(*fast.rate_per_s, 1000 / 1.5);
    QCOMPARE(slow.laps_s.size(), 3U);
    QCOMPARE(*slow.laps_s[1], 6.0);
    QCOMPARE(*table.total.cells[0].median_s, 4.0);
    QVERIFY(table.total.cells[1].fastest);
    // One aggregation: the verdict's figures are the table's.
    const Verdict verdict = headlineVerdict(runOf({{4, 8, 2}, {1, 2, 3}}), workload);
    QCOMPARE(verdict.first_s, *table.total.cells[1].median_s);
    QCOMPARE(verdict.ratio, *table.total.cells[0].ratio);
    // Alone, nothing is the fastest.
    QVERIFY(!resultTable(runOf({{1, 2}}), workload).total.cells[0].fastest);
    QVERIFY(resultTable(Run{}, workload).rows.empty());
}

void TestStatistics::differencesAreListed()
{
    const Run a = sampleRun();
    QVERIFY(differences(a, a).empty());
    Run b = a;
    b.plan.scale = 2;
    b.environment[u"cpu_model"_s] = u"Another CPU"_s;
    b.targets[0].facts->settings[0].value = u"delete"_s;
    b.targets[1].drive->file_system = u"xfs"_s;
    b.environment.remove(u"governor"_s);
    const auto found = differences(a, b);
    QCOMPARE(found.size(), 5U);
    const auto has = [&found](const QString &key, const QString &first, const QString &second) {
        return std::any_of(found.begin(), found.end(), [&](const Difference &d) {
            return d.key.endsWith(key) && d.first == first && d.second == second;
        });
    };
    QVERIFY(has(u"scale"_s, u"0.1"_s, u"2"_s));
    QVERIFY(has(u"cpu_model"_s, u"Some CPU"_s, u"Another CPU"_s));
    QVERIFY(has(u"journal_mode"_s, u"wal"_s, u"delete"_s));
    QVERIFY(has(u"file_system"_s, u"ext4"_s, u"xfs"_s));
    QVERIFY(has(u"governor"_s, u"not available"_s, u"-"_s));
}

void TestStatistics::listsOfObjectsDiffer()
{
    Run a = sampleRun(), b = a;
    a.environment[u"list"_s] = QJsonArray{QJsonObject{{u"x"_s, 1}}};
    b.environment[u"list"_s] = QJsonArray{QJsonObject{{u"x"_s, 2}}};
    QCOMPARE(differences(a, b).size(), 1U);
}

/// The definition itself: the share of all splits of the values whose U is as far from the middle.
void TestStatistics::mannWhitneyByEnumeration()
{
    const auto distance = [](const std::vector<double> &a, const std::vector<double> &b) {
        double u = 0;
        for (const double x : a)
            u += static_cast<double>(
                std::count_if(b.begin(), b.end(), [x](double y) { return x < y; }));
        return std::abs(u - static_cast<double>(a.size() * b.size()) / 2);
    };
    std::mt19937_64 random(5);
    for (const auto &[n, m] : {std::pair(1, 6), {2, 5}, {4, 4}, {5, 5}, {3, 9}, {6, 7}}) {
        std::vector<double> all(static_cast<std::size_t>(n + m));
        std::iota(all.begin(), all.end(), 1.0);
        std::shuffle(all.begin(), all.end(), random);
        const std::vector<double> a(all.begin(), all.begin() + n), b(all.begin() + n, all.end());
        std::vector<bool> chosen(all.size(), false);
        std::fill(chosen.end() - n, chosen.end(), true);
        double far = 0, splits = 0;
        do {
            std::vector<double> x, y;
            for (std::size_t i = 0; i < all.size(); ++i)
                (chosen[i] ? x : y).push_back(all[i]);
            far += distance(x, y) >= distance(a, b) ? 1 : 0;
            ++splits;
        } while (std::next_permutation(chosen.begin(), chosen.end()));
        QVERIFY(std::abs(mannWhitneyP(a, b) - far / splits) < 1e-12);
    }
}

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
