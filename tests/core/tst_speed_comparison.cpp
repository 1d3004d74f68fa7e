// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/number_words.h"
#include "workloads/row_checksum.h"
#include "workloads/speed_comparison.h"
#include "workloads/speed_model.h"
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestSpeedComparison : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersInWords_data()
    {
        QTest::addColumn<quint32>("number");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](quint32 number, const char *words) {
            QTest::newRow(words) << number << QByteArray(words);
        };
        row(0, "zero");
        row(10, "ten");
        row(19, "nineteen");
        row(20, "twenty");
        row(99, "ninety nine");
        row(100, "one hundred");
        row(1000, "one thousand");
        row(100000, "one hundred thousand");
        row(148382, "one hundred forty eight thousand three hundred eighty two");
        row(499999, "four hundred ninety nine thousand nine hundred ninety nine");
        row(2000010, "two million ten");
    }
    void numbersInWords()
    {
        QFETCH(quint32, number);
        QFETCH(QByteArray, words);
        QCOMPARE(QByteArray::fromStdString(numberWords(number)), words);
    }

    void publishedRowCounts()   // exact for any seed, from the published tests
    {
        for (const std::uint64_t seed : {1ULL, 77ULL}) {
            speed::Model model(1, seed, 100000);
            const auto rows = [&model](int table) { return model.check(table).rows; };
            for (int number = 1; number <= 3; ++number)
                model.apply(number);
            QCOMPARE(rows(0), 1000);
            QCOMPARE(rows(1), 25000);
            QCOMPARE(rows(2), 25000);
            for (int number = 4; number <= 11; ++number)
                model.apply(number);
            QCOMPARE(rows(0), 26000);
            QCOMPARE(rows(1), 51000);
            model.apply(12);
            const auto left = rows(1);
            QVERIFY2(51000 - left > 9000 && 51000 - left < 10000,
                     qPrintable(QString::number(51000 - left)));
            model.apply(13);
            QVERIFY2(rows(1) > 8600 && rows(1) < 9100, qPrintable(QString::number(rows(1))));
            const auto before = rows(1);
            model.apply(14);
            QCOMPARE(rows(1), before + 26000);
            model.apply(15);
            QCOMPARE(rows(0), 12000);
            model.apply(16);
            for (int table = 0; table < 3; ++table)
                QVERIFY(!model.exists(table));
        }
    }

    void seedDecidesTheData()
    {
        const auto checksum = [](std::uint64_t seed) {
            speed::Model model(0.1, seed, 100000);
            model.apply(1);
            return model.check(0).checksum;
        };
        QCOMPARE(checksum(5), checksum(5));
        QVERIFY(checksum(5) != checksum(6));
    }

    void answersByBruteForce() // the model's short cuts against a plain loop over the generated SQL
    {
        speed::Model model(0.02, 3, 100000);
        const auto workload = makeSpeedComparison();
        WorkloadSettings settings;
        settings.scale = 0.02;
        settings.seed = 3;
        const auto lap = workload->lap(settings);
        std::vector<std::pair<qint64, QByteArray>> t2;
        const auto stream = lap->stream(1, 0, 1);
        Request request;
        while (stream->next(request)) {
            const QByteArray sql = QByteArray::fromStdString(request.sql);
            if (request.kind != Request::Kind::Statement || !sql.startsWith("INSERT"))
                continue;
            const QList<QByteArray> parts = sql.split('(').at(1).chopped(1).split(',');
            t2.emplace_back(parts.at(1).toLongLong(), parts.at(2));
        }
        QCOMPARE(t2.size(), 500U);
        model.apply(1);
        model.apply(2);
        const auto ranges = model.answers(4), likes = model.answers(5);
        QCOMPARE(ranges.size(), 2U);
        QCOMPARE(likes.size(), 2U);
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            speed::Answer range, like;
            const QByteArray words =
                QByteArray::fromStdString(numberWords(static_cast<quint32>(i + 1)));
            for (const auto &[b, c] : t2) {
                if (b >= 100 * qint64(i) && b < 100 * qint64(i) + 1000) {
                    ++range.count;
                    range.sum += b;
                }
                if (c.contains(words)) {
                    ++like.count;
                    like.sum += b;
                }
            }
            QCOMPARE(ranges[i].count, range.count);
            QCOMPARE(ranges[i].sum, range.sum);
            QCOMPARE(likes[i].count, like.count);
            QCOMPARE(likes[i].sum, like.sum);
            QVERIFY(like.count > 0);
        }
    }

    void statementsAsPublished()
    {
        WorkloadSettings settings;
        const auto workload = makeSpeedComparison();
        const auto texts = [&](std::size_t step) {
            const auto lap = workload->lap(settings);
            const auto stream = lap->stream(step, 0, 1);
            Request request;
            QList<QByteArray> all;
            while (stream->next(request)) {
                all << (request.kind == Request::Kind::Begin ? "BEGIN"
                        : request.kind == Request::Kind::Commit ? "COMMIT"
                        : request.shape >= 0 ? "EXECUTE" : QByteArray::fromStdString(request.sql));
            }
            return all;
        };
        const auto first = texts(0);
        QCOMPARE(first.size(), 1001);
        QCOMPARE(first[0], "CREATE TABLE t1(a INTEGER, b INTEGER, c VARCHAR(100))");
        QVERIFY(first[1].startsWith("INSERT INTO t1 VALUES(1,"));
        const auto third = texts(2);
        QCOMPARE(third.size(), 25004);
        QCOMPARE(third[0], "BEGIN");
        QCOMPARE(third[2], "CREATE INDEX i3 ON t3(c)");
        QCOMPARE(third.last(), "COMMIT");
        QCOMPARE(texts(3)[100], "SELECT count(*), avg(b) FROM t2 WHERE b>=9900 AND b<10900");
        QCOMPARE(texts(4)[1], "SELECT count(*), avg(b) FROM t2 WHERE c LIKE '%one%'");
        QCOMPARE(texts(6).size(), 5000);
        QCOMPARE(texts(6)[4999], "SELECT count(*), avg(b) FROM t2 WHERE b>=499900 AND b<500000");
        QCOMPARE(texts(7)[1000], "UPDATE t1 SET b=b*2 WHERE a>=9990 AND a<10000");
        QVERIFY(texts(9)[25000].endsWith("' WHERE a=25000"));
        QCOMPARE(texts(14).size(), 12003);
        QCOMPARE(texts(15), (QList<QByteArray>{"DROP TABLE t1", "DROP TABLE t2", "DROP TABLE t3"}));
        settings.transport = Transport::Prepared;
        QCOMPARE(texts(1)[2], "EXECUTE");
        settings.dialect.ddl_commits =
            true; // BEGIN after the DDL, or each row would be committed alone
        QVERIFY(texts(1)[0].startsWith("CREATE TABLE"));
        QCOMPARE(texts(1)[1], "BEGIN");
    }

    void checksumIgnoresOrderOnly()
    {
        const auto check = [](std::initializer_list<const char *> rows) {
            ChecksumSink sink;
            for (const char *text : rows) {
                const std::array cells{Cell{text, false}};
                sink.row(cells);
            }
            return sink.check();
        };
        QCOMPARE(check({"a", "b", "c"}), check({"c", "a", "b"}));
        QVERIFY(check({"a", "b"}) != check({"a", "a"}));
        RowHash null, empty, split, joined;
        null.cell({}, true);
        empty.cell({});
        QVERIFY(null.value() != empty.value());
        split.cell("ab");
        split.cell("c");
        joined.cell("a");
        joined.cell("bc");
        QVERIFY(split.value() != joined.value());
    }

    void parametersAreChecked()
    {
        const auto workload = makeSpeedComparison();
        const QJsonObject good{{u"b_range"_s, 500000}}, bad{{u"b_range"_s, 0}, {u"x"_s, 1}};
        QVERIFY(workload->checkParameters(good, u"p"_s).empty());
        const Faults faults = workload->checkParameters(bad, u"p"_s);
        QCOMPARE(faults.size(), 2U);
        QCOMPARE(faults[0].code, FaultCode::OutOfRange);
        QCOMPARE(faults[1].code, FaultCode::UnknownKey);
    }
};

QTEST_GUILESS_MAIN(TestSpeedComparison)
#include "tst_speed_comparison.moc"
