// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture_run.h"
#include "report/html_report.h"
#include "words/words.h"
#include <QRegularExpression>
#include <QTest>

using namespace drivetrain;
using namespace drivetrain::testing;
using namespace Qt::StringLiterals;

namespace {

HistoricalTable history()
{
    return {u"the SQLite web site"_s,
            u"kept for comparison only"_s,
            {{u"SQLite 2.7.6"_s, u"2001-2003"_s, u"1.6 GHz Athlon"_s, {0.5, 0.25, 0.125}}}};
}

/// Pictures in base64 may happen to hold any letters.
QRegularExpression safeBase64()
{
    return QRegularExpression(u"(?<=base64,)[A-Za-z0-9+/=]+"_s);
}

QString report(const Run &run)
{
    return QString::fromUtf8(htmlReport(run, {history()}));
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void hostileTextStaysText()
    {
        const QString html = report(hostileRun());
        QVERIFY(!html.contains("<script"_L1, Qt::CaseInsensitive));
        QVERIFY(html.contains("&lt;script&gt;"_L1));
    }

    void itLoadsNothing()
    {
        for (const Run &run : {shownRun(), hostileRun()}) {
            const QString html = report(run);
            QVERIFY(!html.contains("http:"_L1, Qt::CaseInsensitive));
            QVERIFY(!html.contains("https:"_L1, Qt::CaseInsensitive));
            static const QRegularExpression loads(
                u"(src|href)\\s*=\\s*\"?(?<from>[^\" >]{0,20})|url\\(|@import"_s);
            for (auto it = loads.globalMatch(QString(html).remove(safeBase64())); it.hasNext();) {
                const auto match = it.next();
                QVERIFY2(match.captured(u"from"_s).startsWith("data:image/"_L1),
                         qPrintable(match.captured()));
            }
        }
    }

    void everyOpenedElementIsClosed()
    {
        const QString html = report(shownRun());
        for (const QString &name : {u"table"_s, u"tr"_s, u"td"_s, u"th"_s, u"body"_s, u"html"_s,
                                    u"p"_s, u"h2"_s, u"span"_s}) {
            const QRegularExpression open(u"<%1[ >]"_s.arg(name));
            QVERIFY(html.contains(open));
            QCOMPARE(html.count(open), html.count(u"</%1>"_s.arg(name)));
        }
    }

    void itSaysVerdictSettingsMachineAndEveryLap()
    {
        const Run run = shownRun();
        const QString html = report(run);
        QVERIFY(html.contains(
            words::verdict(run, workloadName, headlineVerdict(run, workloadName)).toHtmlEscaped()));
        for (const QString &part :
             {u"3.40.1"_s, u"Some CPU"_s, u"journal_mode"_s, u"Some SSD 970"_s, u"/home/someone"_s})
            QVERIFY2(html.contains(part), qPrintable(part));
        for (const Lap &lap : run.laps)
            QVERIFY(html.contains(words::seconds(lap.wall_s())));
        QCOMPARE(html.count(u"data:image/"_s), 3);
    }

    void theFastestIsMarkedAndAWrongLapHasNoSpeed()
    {
        const Run run = wrongRun();
        const QString html = report(run);
        QVERIFY(html.contains("class=\"best\""_L1));
        QVERIFY(html.contains("class=\"bad\""_L1));
        QVERIFY(html.contains("expected 1000 rows, found 999"_L1));
        for (const Lap &lap : run.laps) {
            if (lap.status == LapStatus::Wrong)
                QVERIFY(!html.contains(words::seconds(lap.wall_s())));
        }
    }

    void historyIsCalledHistoricalWithYearMachineAndCaveat()
    {
        const QString html = report(shownRun());
        for (const QString &part :
             {u"istorical"_s, u"2001-2003"_s, u"1.6 GHz Athlon"_s, u"kept for comparison only"_s})
            QVERIFY2(html.contains(part), qPrintable(part));
    }

    void aPdfIsMade() { QVERIFY(pdfReport(shownRun(), {history()}).startsWith("%PDF")); }
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
