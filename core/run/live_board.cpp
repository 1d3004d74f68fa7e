// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/live_board.h"
#include <algorithm>

namespace drivetrain {

void LiveBoard::update(const std::function<void(Progress &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_progress);
}

Progress LiveBoard::progress() const
{
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

void LiveBoard::reset()
{
    const std::lock_guard lock(m_mutex);
    m_progress = {};
    m_progress.stage = RunStage::Preparing;
    m_first += m_samples.size();
    m_samples.clear();
}

void LiveBoard::addSample(const LiveSample &sample)
{
    const std::lock_guard lock(m_mutex);
    m_samples.push_back(sample);
    if (m_samples.size() > samplesMax) {
        m_samples.pop_front();
        ++m_first;
    }
}

Workbench::LiveSamples LiveBoard::samplesSince(std::size_t from) const
{
    const std::lock_guard lock(m_mutex);
    const std::size_t end = m_first + m_samples.size();
    const std::size_t begin = std::clamp(from, m_first, end) - m_first;
    return {end, {m_samples.begin() + static_cast<std::ptrdiff_t>(begin), m_samples.end()}};
}

} // namespace drivetrain
