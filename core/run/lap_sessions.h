// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "run/canceller.h"
#include "workloads/workload.h"

namespace drivetrain {

/// The sessions of a lap, all known to its canceller for as long as they live: the plan's clients,
/// and those that a step asks for beyond them. From the runner's thread.
class LapSessions
{
public:
    LapSessions(Installation &installation, Canceller &canceller, std::stop_token stop)
        : m_installation(installation), m_canceller(canceller), m_stop(std::move(stop)) {}
    ~LapSessions();
    LapSessions(const LapSessions &) = delete;
    LapSessions &operator=(const LapSessions &) = delete;
    [[nodiscard]] Expected<void> open(int clients);
    /// Those that work in a step, connected where they are not yet.
    [[nodiscard]] Expected<std::vector<Session *>> forStep(const StepInfo &step);

private:
    struct Entry { int database; std::unique_ptr<Session> session; };
    [[nodiscard]] Expected<void> add(int database);
    Installation &m_installation;
    Canceller &m_canceller;
    std::stop_token m_stop;
    std::vector<Entry> m_entries;
    std::size_t m_clients = 0;
};

} // namespace drivetrain
