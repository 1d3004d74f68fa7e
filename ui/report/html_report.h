// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/historical.h"
#include "model/run.h"
#include <QByteArray>

namespace drivetrain {

/// A report that stands alone: verdict, table, charts, time breakdown, settings and environment,
/// history. Loads nothing from outside; whatever came from a plan or a server is escaped.
[[nodiscard]] QByteArray htmlReport(const Run &run, const std::vector<HistoricalTable> &historical);
/// The pictures and tables of the same run as A4 pages.
[[nodiscard]] QByteArray pdfReport(const Run &run, const std::vector<HistoricalTable> &historical);

} // namespace drivetrain
