// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/lap_sessions.h"

namespace drivetrain {

LapSessions::~LapSessions()
{
    for (const Entry &entry : m_entries)
        m_canceller.remove(entry.session.get());
}

Expected<void> LapSessions::add(int database)
{
    auto session = m_installation.connectTo(database, m_stop);
    if (!session)
        return tl::unexpected(session.error());
    m_canceller.add(session->get());
    m_entries.push_back({database, std::move(*session)});
    return {};
}

Expected<void> LapSessions::open(int clients)
{
    m_clients = static_cast<std::size_t>(clients);
    while (m_entries.size() < m_clients) {
        if (auto done = add(0); !done)
            return done;
    }
    return {};
}

Expected<std::vector<Session *>> LapSessions::forStep(const StepInfo &step)
{
    const std::size_t wanted = step.workers > 0 ? static_cast<std::size_t>(step.workers)
                                                : m_clients;
    std::vector<Session *> sessions;
    std::vector<bool> taken(m_entries.size());
    for (std::size_t i = 0; i < wanted; ++i) {
        const int database = step.own_databases ? static_cast<int>(i) : 0;
        std::size_t at = 0;
        while (at < m_entries.size() && (taken[at] || m_entries[at].database != database))
            ++at;
        if (at == m_entries.size()) {
            if (auto done = add(database); !done)
                return tl::unexpected(done.error());
            taken.push_back(false);
        }
        taken[at] = true;
        sessions.push_back(m_entries[at].session.get());
    }
    return sessions;
}

} // namespace drivetrain
