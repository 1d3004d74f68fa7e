// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_records.h"
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace drivetrain;
using Preset = CatalogueRecords::Preset;

Q_DECLARE_METATYPE(drivetrain::CatalogueRecords::Preset)

namespace {

constexpr int count = 20000;

struct Found { double records = 0, fields = 0, bytes = 0; };

bool within(double value, double expected, double share)
{
    const bool right = std::abs(value - expected) <= share * expected;
    if (!right)
        qWarning("%f found, %f expected", value, expected);
    return right;
}

} // namespace

class TestCatalogueRecords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void statistics_data()
    {
        QTest::addColumn<Preset>("preset");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("fields");
        QTest::addColumn<quint32>("least");
        QTest::addColumn<quint32>("most");
        QTest::newRow("sample") << Preset::Sample << 417.0 << 7.0 << 4U << 12U;
        QTest::newRow("large") << Preset::Large << 509.0 << 9.93 << 5U << 24U;
    }
    void statistics()
    {
        QFETCH(Preset, preset);
        QFETCH(double, bytes);
        QFETCH(double, fields);
        QFETCH(quint32, least);
        QFETCH(quint32, most);
        for (const std::uint64_t seed : {1ULL, 2ULL, 0xfedcba9876543210ULL}) {
            const CatalogueRecords records(seed, preset);
            CatalogueRecord record;
            double allBytes = 0, allFields = 0;
            std::map<int, Found> tags;
            for (int mfn = 1; mfn <= count; ++mfn) {
                records.record(mfn, record);
                QVERIFY(record.entries.size() >= least && record.entries.size() <= most);
                allBytes += static_cast<double>(record.masterFileBytes());
                allFields += static_cast<double>(record.entries.size());
                for (const auto &entry : record.entries) {
                    Found &found = tags[entry.tag];
                    found.records += entry.occurrence == 1;
                    ++found.fields;
                    found.bytes += static_cast<double>(entry.value.size());
                }
            }
            QVERIFY(within(allBytes / count, bytes, 0.03));
            QVERIFY(within(allFields / count, fields, 0.03));
            QCOMPARE(tags.size(), CatalogueRecords::statistics(preset).size());
            for (const auto &tag : CatalogueRecords::statistics(preset)) {
                const Found &found = tags[tag.tag];
                QVERIFY(within(found.records * 100 / count, tag.sharePercent, 0.03));
                QVERIFY(within(found.fields * 100 / found.records, tag.occurrencesPercent, 0.03));
                QVERIFY(within(found.bytes / found.fields, tag.mean_bytes, 0.06));
            }
        }
    }

    void publishedSampleStatistics()   // the table itself
    {
        const std::map<int, std::array<int, 3>> published{
            {24, {100, 100, 66}}, {26, {99, 100, 19}}, {30, {99, 100, 17}}, {44, {55, 100, 94}},
            {50, {68, 100, 20}}, {69, {99, 100, 131}}, {70, {82, 131, 15}}, {71, {25, 137, 38}},
            {72, {3, 100, 121}}, {74, {4, 100, 49}}, {76, {13, 121, 72}}, {12, {10, 100, 117}},
            {25, {2, 100, 5}}};
        const auto tags = CatalogueRecords::statistics(Preset::Sample);
        QCOMPARE(tags.size(), published.size());
        for (const auto &tag : tags) {
            const std::array found{tag.sharePercent, tag.occurrencesPercent, tag.mean_bytes};
            QVERIFY(found == published.at(tag.tag));
        }
    }

    void bodyAndEntriesAgree()
    {
        for (const Preset preset : {Preset::Sample, Preset::Large}) {
            const CatalogueRecords records(5, preset);
            CatalogueRecord record;
            bool apostrophe = false;
            for (int mfn = 1; mfn <= 2000; ++mfn) {
                records.record(mfn, record);
                std::string body;
                std::size_t bytes = 18;
                std::map<int, int> occurrences;
                for (const auto &entry : record.entries) {
                    QCOMPARE(entry.occurrence, ++occurrences[entry.tag]);
                    QVERIFY(!entry.value.empty());
                    QVERIFY(std::all_of(entry.value.begin(), entry.value.end(),
                                        [](char c) { return c >= ' ' && c <= '~'; }));
                    apostrophe = apostrophe || entry.value.find('\'') != std::string::npos;
                    body += std::to_string(entry.tag) + ' ' + entry.value + '\n';
                    bytes += 6 + entry.value.size();
                }
                QCOMPARE(record.body, body);
                QCOMPARE(record.masterFileBytes(), bytes);
            }
            QVERIFY(apostrophe);
        }
    }

    void sameForTheSameSeedAndNumber()
    {
        const CatalogueRecords one(9, Preset::Sample), same(9, Preset::Sample);
        const CatalogueRecords other(10, Preset::Sample);
        CatalogueRecord used, fresh;
        std::set<std::string> bodies;
        int different = 0;
        for (int mfn = 1000; mfn >= 1; --mfn) {   // in any order, into a used object or a new one
            one.record(mfn, used);
            CatalogueRecord again;
            same.record(mfn, again);
            QCOMPARE(used.body, again.body);
            QCOMPARE(used.entries.size(), again.entries.size());
            other.record(mfn, fresh);
            different += fresh.body != used.body;
            bodies.insert(used.body);
        }
        QCOMPARE(different, 1000);
        QCOMPARE(bodies.size(), std::size_t{1000});
        one.record(std::numeric_limits<std::int64_t>::max(), used);
        QVERIFY(used.entries.size() >= 4);
    }

    void sameOnEveryMachine()   // a change of what is generated makes older runs incomparable
    {
        std::uint64_t hash = 14695981039346656037ULL;   // FNV-1a
        CatalogueRecord record;
        for (const Preset preset : {Preset::Sample, Preset::Large})
            for (int mfn = 1; mfn <= 500; ++mfn) {
                CatalogueRecords(1, preset).record(mfn, record);
                for (const char c : record.body)
                    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
            }
        QCOMPARE(hash, 0x16d87e62fb94b8d6ULL);
    }

    void pace()
    {
        const CatalogueRecords records(3, Preset::Sample);
        CatalogueRecord record;
        QElapsedTimer timer;
        timer.start();
        for (int mfn = 1; mfn <= 100000; ++mfn)
            records.record(mfn, record);
        qInfo("%.0f records a second", 1e5 * 1e9 / static_cast<double>(timer.nsecsElapsed()));
    }
};

QTEST_GUILESS_MAIN(TestCatalogueRecords)
#include "tst_catalogue_records.moc"
