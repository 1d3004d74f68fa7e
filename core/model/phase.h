// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace drivetrain {

/// One part of where a step's wall time went. They sum to the wall time; what cannot be told apart
/// is Other, never guessed.
enum class Phase : std::uint8_t {
    Client,      ///< making statements and values
    Prepare,     ///< parse and plan
    Execute,     ///< the engine's own work, embedded engines only
    Read,        ///< the engine waits for reads of its files
    Write,       ///< the engine hands bytes to the system
    Sync,        ///< the engine waits for the drive
    CommitWait,  ///< COMMIT, without the parts above
    NetworkWait, ///< waiting on the server's socket
    Other,
};
inline constexpr std::size_t phaseCount = 9;

/// The name of a phase in files ("network" in phase_network_s); C locale, never translated.
[[nodiscard]] constexpr const char *phaseName(Phase phase) noexcept
{
    constexpr std::array<const char *, phaseCount> names{
        "client", "prepare", "execute", "read", "write", "sync", "commit", "network", "other"};
    return names[static_cast<std::size_t>(phase)];
}

/// Nanoseconds a phase. Plain data, owned by one thread until it is handed on.
struct PhaseTotals
{
    std::array<std::int64_t, phaseCount> ns{};

    void add(Phase phase, std::int64_t duration_ns) noexcept
    { ns[static_cast<std::size_t>(phase)] += duration_ns; }
    [[nodiscard]] std::int64_t of(Phase phase) const noexcept
    { return ns[static_cast<std::size_t>(phase)]; }
    [[nodiscard]] std::int64_t sum_ns() const noexcept
    {
        std::int64_t sum = 0;
        for (const std::int64_t value : ns)
            sum += value;
        return sum;
    }
    PhaseTotals &operator+=(const PhaseTotals &other) noexcept
    {
        for (std::size_t i = 0; i < phaseCount; ++i)
            ns[i] += other.ns[i];
        return *this;
    }
    friend bool operator==(const PhaseTotals &, const PhaseTotals &) = default;
};

} // namespace drivetrain
