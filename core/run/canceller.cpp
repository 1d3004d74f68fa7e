// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/canceller.h"
#include "engines/session.h"
#include <algorithm>

namespace drivetrain {

Canceller::Canceller(std::stop_token stop)
    : m_stop(std::move(stop)), m_thread([this](std::stop_token ending) { work(std::move(ending)); })
{
}

Canceller::~Canceller() = default;

void Canceller::add(Session *session)
{
    const std::lock_guard lock(m_mutex);
    m_sessions.push_back(session);
    if (m_stop.stop_requested())
        session->cancel();
}

void Canceller::remove(Session *session)
{
    const std::lock_guard lock(m_mutex);
    std::erase(m_sessions, session);
}

void Canceller::work(std::stop_token ending)
{
    const std::stop_callback wake(m_stop, [this] { m_changed.notify_all(); });
    std::unique_lock lock(m_mutex);
    // The callback may fire between the predicate and the wait: a bounded wait makes that harmless.
    while (!m_stop.stop_requested()) {
        m_changed.wait_for(lock, ending, std::chrono::milliseconds(100),
                           [this] { return m_stop.stop_requested(); });
        if (ending.stop_requested())
            return;
    }
    for (Session *session : m_sessions)
        session->cancel();
    m_changed.wait_for(lock, ending, abandonAfter, [] { return false; });
    while (!ending.stop_requested()) {   // also those that were opened meanwhile
        for (Session *session : m_sessions)
            session->abandon();
        m_changed.wait_for(lock, ending, abandonAfter, [] { return false; });
    }
}

} // namespace drivetrain
