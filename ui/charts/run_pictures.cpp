// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/run_pictures.h"
#include "charts/ladder_chart.h"
#include "charts/legend.h"
#include "charts/result_charts.h"
#include "export/export.h"
#include "stats/comparison.h"
#include "words/words.h"
#include <QBuffer>
#include <QCoreApplication>
#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#include <QScatterSeries>
#include <QSvgGenerator>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

std::unique_ptr<QChart> chartOf(const Run &run, const QString &workload, RunPicture picture,
                                const Look &look)
{
    switch (picture) {
    case RunPicture::Steps:
        return stepsChart(run, workload, look);
    case RunPicture::Totals:
        return totalsChart(run, workload, look);
    case RunPicture::Phases:
        return phaseChart(badgedNames(run.targets),
                          phaseTotals(run.laps, run.targets.size(), workload), look);
    case RunPicture::Ladder:
        return ladderChart(run, workload, look);
    }
    return {};
}

QFont sized(double points, bool bold = false)
{
    QFont font;
    font.setPixelSize(static_cast<int>(points));
    font.setBold(bold);
    return font;
}

/// Draws what the colours mean and returns the place it took.
QRectF paintLegend(QPainter &painter, const QChart &chart, const QRectF &box, const QFont &font,
                   const Look &look)
{
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(font);
    document.setTextWidth(box.width());
    document.setHtml(
        u"<span style=\"color:%1\">%2</span>"_s.arg(look.text.name(), legendText(chart)));
    painter.save();
    painter.translate(box.topLeft());
    document.drawContents(&painter);
    painter.restore();
    return {box.topLeft(), document.size()};
}

/// Everything in points of `size`; whoever paints scales.
void paint(QPainter &painter, const Run &run, const QString &workload, RunPicture picture,
           QSize size)
{
    const Look &look = Look::of(false);
    const QRectF all({0, 0}, QSizeF(size));
    const double unit =
        std::min(all.width() / 1600, all.height() / 900) * 16; // a line of small text
    painter.fillRect(all, look.card);
    const QRectF inner = all.adjusted(unit * 1.5, unit, -unit * 1.5, -unit);

    painter.setPen(look.text);
    painter.setFont(sized(unit * 1.6, true));
    QRectF used;
    const QString verdict = words::verdict(run, workload, headlineVerdict(run, workload));
    const QRectF headline(inner.topLeft(), QSizeF(inner.width(), all.height() / 5));
    painter.drawText(headline, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, verdict, &used);

    painter.setFont(sized(unit * 0.8));
    painter.setPen(look.faint);
    const QString footer = settingsBlock(run).join(u'\n')
                           + u"\nDrivetrain %1"_s.arg(QStringLiteral(DRIVETRAIN_VERSION));
    const QRectF room(inner.left(), 0, inner.width(), all.height() / 4);
    const QRectF footerSize = painter.boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, footer);
    const QRectF footerBox(inner.left(), inner.bottom() - footerSize.height(), inner.width(),
                           footerSize.height());
    painter.drawText(footerBox, Qt::AlignLeft | Qt::TextWordWrap, footer);

    QGraphicsScene scene;
    QChart *chart = chartOf(run, workload, picture, look).release();
    scene.addItem(chart); // which owns it now
    const QRectF legendBox =
        paintLegend(painter, *chart, {inner.left(), used.bottom() + unit / 2, inner.width(), 0},
                    sized(unit), look);
    const QRectF chartBox(inner.left(), legendBox.bottom() + unit / 2, inner.width(),
                          footerBox.top() - legendBox.bottom() - unit);
    for (QAbstractAxis *axis : chart->axes()) {
        axis->setLabelsFont(sized(unit * 0.95));
        axis->setTitleFont(sized(unit * 0.9));
    }
    for (QAbstractSeries *series : chart->series()) {
        if (auto *dots = qobject_cast<QScatterSeries *>(series))
            dots->setMarkerSize(unit * 0.45);
    }
    chart->resize(chartBox.size());
    scene.setSceneRect(QRectF({0, 0}, chartBox.size()));
    scene.render(&painter, chartBox);
}

} // namespace

QByteArray renderPng(const Run &run, const QString &workload, RunPicture picture, QSize size,
                     double pixelScale)
{
    QImage image((QSizeF(size) * pixelScale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(pixelScale, pixelScale);
    paint(painter, run, workload, picture, size);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray renderSvg(const Run &run, const QString &workload, RunPicture picture, QSize size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect({0, 0}, size));
    generator.setTitle(words::workloadTitle(workload, workload));
    QPainter painter(&generator);
    paint(painter, run, workload, picture, size);
    painter.end();
    return bytes;
}

} // namespace drivetrain
