// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include "run/progress.h"
#include <QString>

namespace drivetrain {

/// Prints text to standard output or standard error; errors of the stream are not ours to mend.
void printOut(const QString &text);
void printError(const QString &text);

/// The table of a run's workload, as text: steps down, targets across, the fastest marked with '*',
/// the ratio to it beside, the historical figures nowhere.
[[nodiscard]] QString resultText(const Run &run, const QString &workload);

/// One line on a terminal that is drawn over and over, or a plain line now and then where standard
/// error is no terminal. One thread.
class ProgressLine
{
public:
    ProgressLine();
    void show(const Progress &progress);
    void finish();     ///< leaves the cursor on a fresh line
private:
    bool m_terminal;
    qsizetype m_shown = 0;
    int m_lastPercent = -1;
};

} // namespace drivetrain
