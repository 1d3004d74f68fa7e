// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures, report, words: what leaves the program.
#include "charts/result_charts.h"
#include "charts/run_pictures.h"
#include "charts/time_chart.h"
#include "report/html_report.h"
#include "sample_run.h"
#include "stats/comparison.h"
#include "words/words.h"
#include <QBarSet>
#include <QHorizontalBarSeries>
#include <QImage>
#include <QScatterSeries>
#include <QTest>
#include <QXmlStreamReader>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestPictures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void decimationKeepsTheExtremes()
    {
        QList<QPointF> points;
        for (int i = 0; i < 100'000; ++i)
            points.append({double(i), double(i % 13)});
        points[54'321].setY(1e6);
        points[77'777].setY(-1e6);
        const QList<QPointF> kept = decimated(points, 400);
        QVERIFY(kept.size() <= 800);
        QVERIFY(kept.contains(points[54'321]));
        QVERIFY(kept.contains(points[77'777]));
        QVERIFY(
            std::is_sorted(kept.begin(), kept.end(), [](auto a, auto b) { return a.x() < b.x(); }));
        QCOMPARE(decimated(points.mid(0, 700), 400).size(), 700);
    }

    void chartAndTableAgree()
    {
        const Run run = sampleRun();
        const ResultTable table = resultTable(run, u"speed-comparison"_s);
        const auto chart = stepsChart(run, u"speed-comparison"_s, Look::of(false));
        const auto *bars = qobject_cast<QHorizontalBarSeries *>(chart->series().first());
        QVERIFY(bars);
        const QList<QBarSet *> sets = bars->barSets();
        QCOMPARE(sets.size(), 2);
        int dots = 0;
        for (const QAbstractSeries *series : chart->series()) {
            if (const auto *scatter = qobject_cast<const QScatterSeries *>(series))
                dots += scatter->count();
        }
        QCOMPARE(dots, 2 * 3 * 5); // every lap is a dot
        for (int target = 0; target < 2; ++target) {
            for (int step = 0; step < 3; ++step) { // a chart counts from below
                const double shown = sets[1 - target]->at(2 - step);
                QCOMPARE(shown, *table.rows[std::size_t(step)].cells[std::size_t(target)].median_s);
            }
        }
    }

    void pngHasTheAskedSize_data()
    {
        QTest::addColumn<int>("picture");
        QTest::newRow("steps") << int(RunPicture::Steps);
        QTest::newRow("totals") << int(RunPicture::Totals);
        QTest::newRow("phases") << int(RunPicture::Phases);
    }
    void pngHasTheAskedSize()
    {
        QFETCH(int, picture);
        const QByteArray png =
            renderPng(sampleRun(), u"speed-comparison"_s, RunPicture(picture), {1000, 600}, 1.5);
        const QImage image = QImage::fromData(png);
        QCOMPARE(image.size(), QSize(1500, 900));
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3)
                colours.insert(image.pixel(x, y));
        }
        QVERIFY2(colours.size() > 20, qPrintable(QString::number(colours.size())));
        const QByteArray svg =
            renderSvg(sampleRun(), u"speed-comparison"_s, RunPicture(picture), {1000, 600});
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }

    void reportEscapesAndLoadsNothing()
    {
        Run run = sampleRun();
        run.targets[0].spec.options.emplace_back(u"x"_s, u"<script>alert(1)</script>"_s);
        run.targets[0].facts->version = u"<script>"_s;
        run.laps[0].status = LapStatus::Failed;
        run.laps[0].error = Error{ErrorKind::Engine, {}, u"<script>boom</script>"_s, {}, {}};
        const QString html = QString::fromUtf8(htmlReport(
            run,
            {{u"source"_s, u"caveat"_s, {{u"Old 1.0"_s, u"2001"_s, u"a machine"_s, {1, 2, 3}}}}}));
        QVERIFY(!html.contains("<script"_L1));
        QVERIFY(html.contains("&lt;script&gt;boom"_L1));
        QVERIFY(!html.contains("http:"_L1) && !html.contains("https:"_L1)
                && !html.contains("src=\"/"_L1));
        QVERIFY(html.contains("historical: Old 1.0, 2001"_L1));
        QVERIFY(html.contains("a machine"_L1));
        QVERIFY(pdfReport(sampleRun(), {}).startsWith("%PDF"));
    }

    void verdictSentences()
    {
        const Run run = sampleRun();
        const QString faster =
            words::verdict(run, u"speed-comparison"_s, headlineVerdict(run, u"speed-comparison"_s));
        QVERIFY2(faster.contains("2.0"_L1) && faster.contains("times as fast"_L1),
                 qPrintable(faster));
        const Run few = sampleRun(3);
        const QString words3 =
            words::verdict(few, u"speed-comparison"_s, headlineVerdict(few, u"speed-comparison"_s));
        QVERIFY2(words3.contains("too few"_L1), qPrintable(words3));
        Run unequal = sampleRun();
        unequal.targets[1].facts->durability = Durability::Unsafe;
        const QString not_ = words::verdict(unequal, u"speed-comparison"_s,
                                            headlineVerdict(unequal, u"speed-comparison"_s));
        QVERIFY2(not_.contains("not comparable"_L1), qPrintable(not_));
    }

    void everyFactHasWords()
    {
        for (int i = 0; i <= int(FaultCode::MeasuringElsewhere); ++i) {
            const QString text =
                words::fault({FaultCode(i), u"field"_s, u"value"_s, u"a, b"_s, u"cure"_s});
            QVERIFY2(text.startsWith("field: "_L1) && text.size() > 12, qPrintable(text));
        }
        for (int i = 0; i <= int(ErrorKind::Internal); ++i)
            QVERIFY(!words::error({ErrorKind(i), {}, {}, {}, {}}).isEmpty());
        for (std::size_t i = 0; i < phaseCount; ++i)
            QVERIFY(!words::phase(Phase(i)).isEmpty());
        for (int i = 0; i < 3; ++i)
            QVERIFY(!words::durabilityMeaning(Durability(i)).isEmpty());
        for (int i = 0; i < 4; ++i)
            QVERIFY(!words::transport(Transport(i)).isEmpty()
                    && !words::transportMeaning(Transport(i)).isEmpty());
        for (int i = 0; i <= int(RunStatus::Interrupted); ++i)
            QVERIFY(!words::runStatus(RunStatus(i)).isEmpty());
    }

    void germanIsComplete()
    {
        QFile file(QStringLiteral(DRIVETRAIN_SOURCE "/translations/drivetrain_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.count("<source>"_L1) > 200);
        QVERIFY(!text.contains("type=\"unfinished\""_L1));
        QVERIFY(!text.contains("<translation></translation>"_L1));
    }
};

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
