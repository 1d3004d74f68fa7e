// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <QByteArray>
#include <QSize>

class QPainter;

namespace drivetrain {

/// Ladder: of a workload that has one (stats/ladder.h), else nothing but the words.
enum class RunPicture { Steps, Totals, Phases, Ladder };

/// A picture of a run for others to see: verdict above, chart, settings below. Drawn anew at the
/// asked size, no screen grab; light, whatever the window is. Needs a QApplication, but no display.
[[nodiscard]] QByteArray renderPng(const Run &run, const QString &workload, RunPicture picture,
                                   QSize size, double pixelScale);
[[nodiscard]] QByteArray renderSvg(const Run &run, const QString &workload, RunPicture picture,
                                   QSize size);

} // namespace drivetrain
