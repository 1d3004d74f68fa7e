// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/histogram.h"
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

using namespace drivetrain;

class TestHistogram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percentilesAgainstSorted_data();
    void percentilesAgainstSorted();
    void oneValueIsEveryPercentile_data();
    void oneValueIsEveryPercentile();
    void smallValuesAreExact();
    void emptyHasNothing();
    void overflowIsCountedNotClipped();
    void percentilesNeedEnoughValues();
    void mergeIsAsIfRecordedTogether();
    void copyIsEqualAndGoesOnRecording();
    void blobRoundTrip();
    void damagedBlobIsRefused();
};

namespace {

std::vector<std::int64_t> valuesOf(const QString &distribution, std::size_t count)
{
    std::mt19937_64 random(20260101);
    std::lognormal_distribution<double> lognormal(11, 1.5);
    std::uniform_int_distribution<std::int64_t> uniform(0, 3'000'000);
    std::exponential_distribution<double> exponential(1e-6);
    std::vector<std::int64_t> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (distribution == QLatin1String("lognormal"))
            values[i] = static_cast<std::int64_t>(lognormal(random));
        else if (distribution == QLatin1String("uniform"))
            values[i] = uniform(random);
        else if (distribution == QLatin1String("exponential"))
            values[i] = static_cast<std::int64_t>(exponential(random));
        else if (distribution == QLatin1String("two peaks"))
            values[i] =
                i % 100 == 0 ? 5'000'000'000 + uniform(random) : 1'500 + uniform(random) % 300;
        else
            values[i] = std::int64_t{1} << (random() % 44);
    }
    return values;
}

bool isWithin(std::int64_t found, std::int64_t right)
{
    return std::abs(static_cast<double>(found - right))
        <= Histogram::relativeErrorMax * static_cast<double>(right);
}

Histogram histogramOf(const std::vector<std::int64_t> &values)
{
    Histogram histogram;
    for (const std::int64_t value : values)
        histogram.record(value);
    return histogram;
}

} // namespace

void TestHistogram::percentilesAgainstSorted_data()
{
    QTest::addColumn<QString>("distribution");
    for (const char *name : {"lognormal", "uniform", "exponential", "two peaks", "powers of two"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestHistogram::percentilesAgainstSorted()
{
    QFETCH(QString, distribution);
    std::vector<std::int64_t> values = valuesOf(distribution, 1'000'000);
    const Histogram histogram = histogramOf(values);
    std::sort(values.begin(), values.end());
    QCOMPARE(histogram.count(), values.size());
    QCOMPARE(histogram.min_ns(), values.front());
    QCOMPARE(histogram.max_ns(), values.back());
    double sum = 0;
    for (const std::int64_t value : values)
        sum += static_cast<double>(value);
    QVERIFY(std::abs(histogram.mean_ns() * 1e6 - sum) <= sum * 1e-9);
    // In steps of 0.01 %: nearest rank, in whole numbers so that the test has no rounding of its
    // own.
    std::int64_t before = 0;
    for (std::size_t step = 0; step <= 10'000; ++step) {
        const std::size_t rank = std::max<std::size_t>(1, (step * values.size() + 9'999) / 10'000);
        const std::int64_t right = values[rank - 1];
        const std::int64_t found = histogram.percentile_ns(static_cast<double>(step) / 100);
        QVERIFY2(isWithin(found, right), qPrintable(QStringLiteral("p%1: %2 instead of %3")
                                                        .arg(static_cast<double>(step) / 100)
                                                        .arg(found).arg(right)));
        QVERIFY(found >= before && found >= values.front() && found <= values.back());
        before = found;
    }
}

void TestHistogram::oneValueIsEveryPercentile_data()
{
    QTest::addColumn<qint64>("value_ns");
    QTest::newRow("241.47 ms") << qint64{241'470'000};
    QTest::newRow("0") << qint64{0};
    QTest::newRow("1 ns") << qint64{1};
    QTest::newRow("4 h") << qint64{14'400'000'000'000};
}

void TestHistogram::oneValueIsEveryPercentile()
{
    QFETCH(qint64, value_ns);
    Histogram histogram;
    histogram.record(value_ns);
    for (const double percent : {0.0, 1.0, 50.0, 95.0, 99.0, 99.9, 100.0})
        QVERIFY(isWithin(histogram.percentile_ns(percent), value_ns));
    QCOMPARE(histogram.max_ns(), value_ns);
    // The cell's own middle, too, not only the value clamped to least and greatest.
    histogram.record(value_ns / 2);
    histogram.record(value_ns);
    histogram.record(value_ns * 11 / 10);
    QVERIFY(isWithin(histogram.percentile_ns(50), value_ns));
}

void TestHistogram::smallValuesAreExact()
{
    for (std::int64_t value = 0; value < 1024; ++value) {
        Histogram histogram;
        histogram.record(0);
        histogram.record(value);
        histogram.record(5000);
        QCOMPARE(histogram.percentile_ns(50), value);
    }
    Histogram histogram;
    histogram.record(-5);
    QCOMPARE(histogram.min_ns(), 0);
    QCOMPARE(histogram.count(), 1U);
}

void TestHistogram::emptyHasNothing()
{
    const Histogram histogram;
    QCOMPARE(histogram.percentile_ns(50), 0);
    QCOMPARE(histogram.min_ns(), 0);
    QCOMPARE(histogram.max_ns(), 0);
    QCOMPARE(histogram.mean_ns(), 0.0);
    QVERIFY(!histogram.supportedPercentile_ns(50));
    QCOMPARE(Histogram::fromBlob(histogram.toBlob()), std::optional(histogram));
}

void TestHistogram::overflowIsCountedNotClipped()
{
    constexpr std::int64_t limit = std::int64_t{1} << 44;
    Histogram histogram;
    histogram.record(limit - 1);
    QCOMPARE(histogram.overflow(), 0U);
    histogram.record(limit);
    histogram.record(limit * 3);
    QCOMPARE(histogram.overflow(), 2U);
    QCOMPARE(histogram.count(), 3U);
    QCOMPARE(histogram.max_ns(), limit * 3);
    QVERIFY(isWithin(histogram.percentile_ns(33), limit - 1));
    QCOMPARE(histogram.percentile_ns(100), limit * 3);
    QCOMPARE(Histogram::fromBlob(histogram.toBlob()), std::optional(histogram));
}

void TestHistogram::percentilesNeedEnoughValues()
{
    const auto needed = [](double percent) {
        Histogram histogram;
        for (int n = 1; n < 5000; ++n) {
            histogram.record(n);
            if (histogram.supportedPercentile_ns(percent))
                return n;
        }
        return -1;
    };
    QCOMPARE(needed(95), 59);
    QCOMPARE(needed(99), 299);
    QCOMPARE(needed(99.9), 2995);
    QCOMPARE(needed(50), 5);
}

void TestHistogram::mergeIsAsIfRecordedTogether()
{
    const auto a = valuesOf(QStringLiteral("lognormal"), 20'000);
    const auto b = valuesOf(QStringLiteral("two peaks"), 20'000);
    auto both = a;
    both.insert(both.end(), b.begin(), b.end());
    Histogram merged = histogramOf(a);
    merged.merge(histogramOf(b));
    QCOMPARE(merged, histogramOf(both));
    Histogram small(histogramOf({700})); // a copy holds one cell: merging makes room on both sides
    small.merge(histogramOf({5, 1'000'000}));
    QCOMPARE(small, histogramOf({5, 700, 1'000'000}));
    Histogram none;
    none.merge(histogramOf({}));
    QCOMPARE(none, Histogram());
    none.merge(histogramOf({9}));
    QCOMPARE(none.min_ns(), 9);
    none.clear();
    QCOMPARE(none, Histogram());
}

void TestHistogram::copyIsEqualAndGoesOnRecording()
{
    const std::vector<std::int64_t> values{3'000, 2'500, 70'000};
    const Histogram original = histogramOf(values);
    Histogram copy(original);
    QCOMPARE(copy, original);
    copy.record(1);
    copy.record(9'000'000'000);
    QVERIFY(!(copy == original));
    QCOMPARE(copy, histogramOf({3'000, 2'500, 70'000, 1, 9'000'000'000}));
    const Histogram empty = Histogram();
    Histogram fromEmpty(empty);
    fromEmpty.record(42);
    QCOMPARE(fromEmpty.percentile_ns(50), 42);
    Histogram moved(std::move(copy));
    copy.clear();   // a moved-from one can be used again
    copy.record(7);
    QCOMPARE(copy.max_ns(), 7);
    QCOMPARE(moved.count(), 5U);
}

void TestHistogram::blobRoundTrip()
{
    for (const char *name : {"lognormal", "two peaks", "powers of two"}) {
        const Histogram histogram = histogramOf(valuesOf(QString::fromLatin1(name), 50'000));
        const auto read = Histogram::fromBlob(histogram.toBlob());
        QVERIFY(read.has_value());
        QCOMPARE(*read, histogram);
        QCOMPARE(read->percentile_ns(99.9), histogram.percentile_ns(99.9));
        QCOMPARE(read->mean_ns(), histogram.mean_ns());
    }
    QVERIFY(histogramOf({1'000'000}).toBlob().size() < 80);
}

void TestHistogram::damagedBlobIsRefused()
{
    const QByteArray blob = histogramOf(valuesOf(QStringLiteral("exponential"), 200)).toBlob();
    for (qsizetype i = 0; i < blob.size(); ++i) {
        for (const int bit : {0, 3, 7}) {
            QByteArray damaged = blob;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            QVERIFY2(!Histogram::fromBlob(damaged), qPrintable(QString::number(i)));
        }
        QVERIFY(!Histogram::fromBlob(blob.left(i)));
    }
    QVERIFY(!Histogram::fromBlob(blob + 'x'));
    QVERIFY(!Histogram::fromBlob({}));
}

QTEST_APPLESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
