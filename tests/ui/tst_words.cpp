// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/words.h"
#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

/// Calls `word` for every value up to `last`, and demands words that differ.
template <typename Enum, typename Word> QString firstWithoutWords(Enum last, Word word)
{
    QSet<QString> seen;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        const QString text = word(static_cast<Enum>(i));
        if (text.trimmed().isEmpty() || seen.contains(text))
            return u"value %1: '%2'"_s.arg(i).arg(text);
        seen.insert(text);
    }
    return {};
}

} // namespace

class TestWords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void everyValueHasWordsOfItsOwn()
    {
        QCOMPARE(firstWithoutWords(DriveKind::Unknown, words::driveKind), QString());
        QCOMPARE(firstWithoutWords(Durability::Unsafe, words::durability), QString());
        QCOMPARE(firstWithoutWords(Durability::Unsafe, words::durabilityMeaning), QString());
        QCOMPARE(firstWithoutWords(Transport::Bulk, words::transport), QString());
        QCOMPARE(firstWithoutWords(Transport::Bulk, words::transportMeaning), QString());
        QCOMPARE(firstWithoutWords(Phase::Other, words::phase), QString());
        QCOMPARE(firstWithoutWords(RunStatus::Interrupted, words::runStatus), QString());
        QCOMPARE(firstWithoutWords(LapStatus::Cancelled, words::lapStatus), QString());
        QCOMPARE(firstWithoutWords(RunStage::Over, words::runStage), QString());
        QCOMPARE(static_cast<std::size_t>(Phase::Other) + 1, phaseCount);
    }

    void everyFaultIsASentenceWithItsPlace()
    {
        const auto sentence = [](FaultCode code) {
            return words::fault({code, u"targets[1]"_s, u"VALUE"_s, u"DETAIL"_s, u"REMEDY"_s});
        };
        QCOMPARE(firstWithoutWords(FaultCode::MeasuringElsewhere, sentence), QString());
        for (int i = 0; i <= static_cast<int>(FaultCode::MeasuringElsewhere); ++i) {
            const QString text = sentence(static_cast<FaultCode>(i));
            QVERIFY2(text.startsWith("targets[1]: "_L1), qPrintable(text));
            QVERIFY2(!text.contains(QRegularExpression(u"%[0-9]"_s)), qPrintable(text));
        }
    }

    void aPercentSignInAValueStaysThere()
    {
        const QString text =
            words::fault({FaultCode::BadOptionValue, {}, u"%2 of %1"_s, u"a, b"_s, {}});
        QVERIFY2(text.contains("%2 of %1"_L1), qPrintable(text));
        QVERIFY2(text.contains("a, b"_L1), qPrintable(text));
    }

    void everyErrorKeepsTheEnginesWordsAndCode()
    {
        const auto sentence = [](ErrorKind kind) {
            return words::error(
                {kind, u"57014"_s, u"canceling statement"_s, u"SELECT 1"_s, u"do this"_s});
        };
        QCOMPARE(firstWithoutWords(ErrorKind::Internal, sentence), QString());
        for (int i = 0; i <= static_cast<int>(ErrorKind::Internal); ++i) {
            const QString text = sentence(static_cast<ErrorKind>(i));
            for (const QString &part :
                 {u"57014"_s, u"canceling statement"_s, u"SELECT 1"_s, u"do this"_s})
                QVERIFY2(text.contains(part), qPrintable(text));
        }
    }

    void everyObstacleHasAReason()
    {
        Drive drive;
        QCOMPARE(words::obstacle(drive), QString());
        for (int i = 1; i <= static_cast<int>(DriveObstacle::SystemOnly); ++i) {
            drive.obstacle = static_cast<DriveObstacle>(i);
            QVERIFY2(!words::obstacle(drive).isEmpty(), qPrintable(QString::number(i)));
        }
    }

    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("a millisecond") << 0.00123 << u"1.2 ms"_s;
        QTest::newRow("below a second") << 0.5 << u"0.50 s"_s;
        QTest::newRow("seconds") << 42.4 << u"42 s"_s;
        QTest::newRow("rounds up to a minute") << 59.7 << u"1 min 0 s"_s;
        QTest::newRow("minutes") << 135.0 << u"2 min 15 s"_s;
        QTest::newRow("rounds up to an hour") << 3599.6 << u"1 h 0 min"_s;
        QTest::newRow("hours") << 7380.0 << u"2 h 3 min"_s;
    }

    void durations()
    {
        QFETCH(double, seconds);
        QTEST(words::duration(seconds), "text");
    }

    void aForecastIsRoundAndSaysWhere()
    {
        Plan plan;
        plan.workloads = {u"speed-comparison"_s};
        plan.laps = 5;
        Forecast forecast;
        forecast.targets = 2;
        forecast.seconds = 7.4321;
        forecast.drives = {{u"/home"_s, 60'000'000, 80'000'000'000}};
        const QString text = words::forecast(plan, forecast);
        for (const QString &part : {u"5"_s, u"2"_s, u"60.0 MB"_s, u"80.0 GB"_s, u"/home"_s})
            QVERIFY2(text.contains(part), qPrintable(text));
        QVERIFY2(!text.contains("7.43"_L1), qPrintable(text)); // a guess claims no hundredths
    }

    void verdictsSayWhatTheyKnow();
    void targetsOfOneEngineAreToldApart()
    {
        const auto target = [](const QString &text, Durability durability) {
            EngineFacts facts;
            facts.name = u"SQLite"_s;
            facts.durability = durability;
            return RunTarget{*parseTarget(text), {}, facts};
        };
        std::vector<RunTarget> targets{target(u"sqlite"_s, Durability::Durable)};
        QCOMPARE(words::targetName(targets, 0), u"SQLite"_s);
        targets.push_back(target(u"sqlite:durability=unsafe"_s, Durability::Unsafe));
        QCOMPARE(words::targetName(targets, 0), u"SQLite (durable)"_s);
        QCOMPARE(words::targetName(targets, 1), u"SQLite (unsafe)"_s);
        QCOMPARE(words::targetName(targets, 0, false), u"SQLite"_s); // a badge stands beside it
    }

    void targetsThroughQtSaySo()
    {
        const auto name = [](const QString &text) {
            return words::targetName(std::vector<RunTarget>{{*parseTarget(text), {}, {}}}, 0);
        };
        QCOMPARE(name(u"qt:QSQLITE"_s), u"SQLite through Qt"_s);
        QCOMPARE(name(u"qt:QPSQL"_s), u"PostgreSQL through Qt"_s);
        QCOMPARE(name(u"qt:QMYSQL?host=h&user=u"_s), u"MySQL through Qt (h)"_s);
        QCOMPARE(name(u"qt:QODBC?dsn=source"_s), u"ODBC (source)"_s);
        QVERIFY(words::targetMeaning({}, u"qt:QSQLITE"_s).contains("Qt"_L1));
    }

    void timeLeftIsNeverExact()
    {
        QVERIFY(!words::timeLeft(std::nullopt).isEmpty());
        QVERIFY2(!words::timeLeft(3.4567).contains(u'.'), qPrintable(words::timeLeft(3.4567)));
    }
};

void TestWords::verdictsSayWhatTheyKnow()
{
    Run run;
    for (const QString &text : {u"sqlite:durability=durable"_s, u"sqlite:durability=unsafe"_s})
        run.targets.push_back({*parseTarget(text), {}, {}});
    Verdict verdict;
    verdict.first = 1;
    verdict.second = 0;
    verdict.ratio = 3.21;
    verdict.interval = Interval{3.04, 3.44};
    verdict.laps = 5;
    verdict.first_durability = Durability::Unsafe;
    const auto sentence = [&](VerdictKind kind) {
        verdict.kind = kind;
        return words::verdict(run, u"speed-comparison"_s, verdict);
    };
    QCOMPARE(firstWithoutWords(VerdictKind::OnlyOne, sentence), QString());
    const QString faster = sentence(VerdictKind::Faster);
    for (const QString &part : {u"3.2"_s, u"3.0"_s, u"3.4"_s, u"5"_s, u"unsafe"_s, u"durable"_s})
        QVERIFY2(faster.contains(part), qPrintable(faster));
    QVERIFY(sentence(VerdictKind::NoDifference).contains("no difference found"_L1));
    const QString unequal = sentence(VerdictKind::UnequalDurability);
    QVERIFY2(unequal.contains("not comparable"_L1), qPrintable(unequal));
    QVERIFY2(unequal.contains("unsafe"_L1) && unequal.contains("durable"_L1), qPrintable(unequal));
    verdict.ratio = 19.97; // never a figure with an interval that does not hold it
    verdict.interval = Interval{19.96, 20.01};
    const QString borderline = sentence(VerdictKind::Faster);
    QVERIFY2(borderline.contains("20.0 (20.0 to 20.0)"_L1), qPrintable(borderline));
}

QTEST_GUILESS_MAIN(TestWords)
#include "tst_words.moc"
