// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/historical.h"
#include "model/run.h"
#include <QSize>
#include <QStringList>

namespace drivetrain {

/// What a run is written to: run.json, steps.csv, samples.csv, report.html, report.pdf,
/// charts/*.png|svg.
struct OutputRequest
{
    QString folder;
    QStringList formats;          ///< csv, json, png, svg, html, pdf
    QSize size{1600, 900};        ///< of pictures, in points
    double pixelScale = 2;        ///< pixels a point
};

/// The files that a request would write, and those of them that are there already or cannot be
/// made.
[[nodiscard]] Faults checkOutput(const OutputRequest &request, const QStringList &workloads,
                                 const QString &field);
/// Writes them all; nothing is overwritten. Returns the paths.
[[nodiscard]] Expected<QStringList> writeOutput(const OutputRequest &request, const Run &run,
                                                const std::vector<HistoricalTable> &historical);

} // namespace drivetrain
