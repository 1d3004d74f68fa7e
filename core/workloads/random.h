// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace drivetrain {

/// Seeded random numbers, the same on every machine and compiler: SplitMix64 (Steele, Lea and Flood
/// 2014, 'Fast Splittable Pseudorandom Number Generators'). One object a stream, for one thread.
class Random
{
public:
    /// Streams of one seed are independent of each other.
    Random(std::uint64_t seed, std::uint64_t stream) noexcept
        : m_state(mix(seed + 0x9e3779b97f4a7c15ULL * (stream + 1))) {}

    [[nodiscard]] std::uint64_t next() noexcept { return mix(m_state += 0x9e3779b97f4a7c15ULL); }
    /// Uniform in 0..bound-1 but for a bias below bound / 2^32 (Lemire's multiplication, high
    /// half).
    [[nodiscard]] std::uint32_t below(std::uint32_t bound) noexcept
    { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

    [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t z) noexcept
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t m_state;
};

} // namespace drivetrain
