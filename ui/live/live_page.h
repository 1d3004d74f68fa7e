// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "charts/time_chart.h"
#include "run/workbench.h"
#include <QWidget>

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QTimer;

namespace drivetrain {

/// A run as it happens. Reads progress and samples at a fixed rate and draws at its own; nothing
/// calls it.
class LivePage : public QWidget
{
    Q_OBJECT
public:
    static constexpr int pollEvery_ms = 200;
    explicit LivePage(Workbench &workbench, QWidget *parent = nullptr);
    void begin(); ///< a run was started
    void show(const Progress &progress); ///< what a poll does, for tests and pictures too
    void addSamples(const std::vector<LiveSample> &samples);
    void redraw();
    void setLook(const Look &look);

Q_SIGNALS:
    void over(qint64 run);

protected:
    void changeEvent(QEvent *event) override;

private:
    void poll();
    void showSteps(const Progress &progress);
    void showPhases(const Progress &progress);
    void beginLap(int target, int lap);
    void endLap();
    Workbench &m_workbench;
    QLabel *m_now, *m_left, *m_trouble;
    QProgressBar *m_bar;
    QPushButton *m_stop;
    QListWidget *m_steps;
    TimeChart *m_throughput, *m_cpu;
    ChartPanel *m_phases;
    QTimer *m_timer;
    std::size_t m_next = 0;
    double m_offset_s = 0, m_last_s = 0; ///< laps after one another on one time axis
    QStringList m_lines; ///< of the throughput: a target each
    int m_sampleTarget = -1, m_sampleLap = -1, m_phaseLaps = -1;
};

} // namespace drivetrain
