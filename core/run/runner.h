// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "run/live_board.h"
#include "run/planner.h"
#include "run/time_left.h"
#include <memory>

namespace drivetrain {

class Store;

/// Carries out a checked plan from beginning to end in the calling thread: lap by lap, each one on
/// disk before the next begins. A failed lap does not end the run, a stop request does.
class Runner
{
public:
    Runner(const EngineRegistry &engines, const WorkloadRegistry &workloads,
           PasswordSource password, Store &store, LiveBoard &board)
        : m_engines(engines), m_workloads(workloads), m_password(std::move(password)),
          m_store(store), m_board(board)
    {
    }

    /// Errors: those of the store alone (then the run ends as far as it was stored). Laps keep
    /// their own.
    [[nodiscard]] Expected<RunStatus> run(const Plan &plan, std::stop_token stop);

private:
    [[nodiscard]] Expected<void> runLap(const PlannedLap &planned, int position,
                                        std::stop_token stop);
    void beginLap(const PlannedLap &planned);
    void endLap(const Lap &lap, double took_s);
    [[nodiscard]] TimeLeft timeLeft(const std::vector<PlannedLap> &order) const;
    void showTime(double inLap_s);
    [[nodiscard]] RunStatus status(bool stopped) const;

    const EngineRegistry &m_engines;
    const WorkloadRegistry &m_workloads;
    PasswordSource m_password;
    Store &m_store;
    LiveBoard &m_board;
    Run m_run;
    std::unique_ptr<TimeLeft> m_timeLeft;
    std::int64_t m_begin_ns = 0;
    std::vector<LapStatus> m_statuses;
};

} // namespace drivetrain
