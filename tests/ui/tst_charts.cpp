// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/result_charts.h"
#include "charts/run_pictures.h"
#include "charts/time_chart.h"
#include "export/export.h"
#include "picture_run.h"
#include "results/result_model.h"
#include "words/words.h"
#include <QBarSet>
#include <QHorizontalBarSeries>
#include <QHorizontalStackedBarSeries>
#include <QImage>
#include <QScatterSeries>
#include <QTest>
#include <QXmlStreamReader>

using namespace drivetrain;
using namespace drivetrain::testing;
using namespace Qt::StringLiterals;

namespace {

template <typename Series> QList<Series *> seriesOf(const QChart &chart)
{
    QList<Series *> found;
    for (QAbstractSeries *series : chart.series()) {
        if (auto *one = qobject_cast<Series *>(series))
            found << one;
    }
    return found;
}

/// The median of a target's step as steps.csv alone tells it.
double medianFromCsv(const Run &run, const QString &target, int step)
{
    const QStringList lines = QString::fromUtf8(stepsCsv(run)).split(u"\r\n"_s, Qt::SkipEmptyParts);
    const QStringList head = lines[0].split(u',');
    std::vector<double> seconds;
    for (const QString &line : lines.mid(1)) {
        QStringList cells; // RFC 4180: a comma inside quotes is text
        QString cell;
        bool quoted = false;
        for (const QChar c : line) {
            if (c == u'"')
                quoted = !quoted;
            else if (c == u',' && !quoted)
                cells << std::exchange(cell, QString());
            else
                cell += c;
        }
        cells << cell;
        const auto of = [&](const QString &column) { return cells.value(head.indexOf(column)); };
        if (of(u"target"_s) == target
            && of(u"step"_s).section(u'.', 0, 0).section(u' ', 0, 0).toInt() == step
            && !of(u"wall_s"_s).isEmpty())
            seconds.push_back(of(u"wall_s"_s).toDouble());
    }
    return median(seconds).value_or(-1);
}

} // namespace

class TestCharts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void pointsAtOneMomentDoNotHang()
    {
        const QList<QPointF> same(5'000, QPointF(1, 2));
        QVERIFY(decimated(same, 400).size() <= 800);
    }

    void chartTableAndCsvAgree()
    {
        const Run run = shownRun();
        const ResultTable table = resultTable(run, workloadName);
        const auto chart = stepsChart(run, workloadName, Look::of(false));
        const auto bars = seriesOf<QHorizontalBarSeries>(*chart).value(0);
        QVERIFY(bars);
        ResultModel model;
        model.setRun(run, workloadName, {});
        for (std::size_t target = 0; target < run.targets.size(); ++target) {
            const QString name = badgedNames(run.targets)[static_cast<qsizetype>(target)];
            const auto sets = bars->barSets();
            const auto set = std::find_if(sets.begin(), sets.end(),
                                          [&](QBarSet *s) { return s->label() == name; });
            QVERIFY2(set != sets.end(), qPrintable(name));
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                const double shown = *table.rows[row].cells[target].median_s;
                QCOMPARE((*set)->at(static_cast<int>(table.rows.size() - 1 - row)), shown);
                QCOMPARE(
                    medianFromCsv(run, run.targets[target].spec.text(), static_cast<int>(row) + 1),
                    shown);
                const QString cell =
                    model.index(static_cast<int>(row), static_cast<int>(target) + 1)
                        .data()
                        .toString();
                QVERIFY2(cell.startsWith(words::seconds(shown)), qPrintable(cell));
            }
        }
    }

    void everyVerifiedLapIsADot()
    {
        const Run run = wrongRun();
        const auto chart = stepsChart(run, workloadName, Look::of(false));
        qsizetype dots = 0;
        for (const QScatterSeries *series : seriesOf<QScatterSeries>(*chart))
            dots += series->count();
        qsizetype verified = 0;
        for (const Lap &lap : run.laps)
            verified += std::count_if(lap.steps.begin(), lap.steps.end(),
                                      [](const StepResult &s) { return s.isVerified(); });
        QCOMPARE(dots, verified);
    }

    void phasesOfATargetSumToAHundred()
    {
        const Run run = shownRun();
        const auto chart = phaseChart(badgedNames(run.targets),
                                      phaseTotals(run.laps, 2, workloadName), Look::of(false));
        const auto stacked = seriesOf<QHorizontalStackedBarSeries>(*chart).value(0);
        QVERIFY(stacked);
        for (int target = 0; target < 2; ++target) {
            double sum = 0;
            for (QBarSet *set : stacked->barSets())
                sum += set->at(target);
            QVERIFY2(qAbs(sum - 100) < 0.2, qPrintable(QString::number(sum)));
        }
    }

    void aPictureIsNotASmallOneBlownUp()
    {
        const QImage small =
            QImage::fromData(renderPng(shownRun(), workloadName, RunPicture::Steps, {800, 450}, 1));
        const QImage large =
            QImage::fromData(renderPng(shownRun(), workloadName, RunPicture::Steps, {800, 450}, 2));
        QVERIFY(small.scaled(large.size()) != large);
    }

    void svgIsWellFormedAndEscapes()
    {
        for (const Run &run : {shownRun(), hostileRun()}) {
            for (const RunPicture kind :
                 {RunPicture::Steps, RunPicture::Totals, RunPicture::Phases}) {
                QXmlStreamReader xml(renderSvg(run, workloadName, kind, {1600, 900}));
                int elements = 0;
                while (!xml.atEnd()) {
                    if (xml.readNext() == QXmlStreamReader::StartElement) {
                        ++elements;
                        QVERIFY(xml.name() != "script"_L1);
                    }
                }
                QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
                QVERIFY(elements > 50);
            }
        }
    }

    void aRunWithoutLapsHasAPicture()
    {
        Run run = shownRun();
        run.laps.clear();
        for (const RunPicture kind : {RunPicture::Steps, RunPicture::Totals, RunPicture::Phases})
            QVERIFY(!renderPng(run, workloadName, kind, {800, 450}, 1).isEmpty());
    }

    void coloursOfLegendsHaveContrast()
    {
        for (const bool dark : {false, true}) {
            const Look &look = Look::of(dark);
            const auto luminance = [](const QColor &colour) { // WCAG 2.1
                const auto linear = [](double c) {
                    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
                };
                return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
                       + 0.0722 * linear(colour.blueF());
            };
            const auto contrast = [&](const QColor &a, const QColor &b) {
                const double x = luminance(a), y = luminance(b);
                return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
            };
            for (const QColor &text :
                 {look.text, look.faint, look.good, look.warning, look.bad, look.accent}) {
                QVERIFY2(contrast(text, look.card) >= 4.5, qPrintable(text.name()));
                QVERIFY2(contrast(text, look.background) >= 4.5, qPrintable(text.name()));
            }
        }
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
