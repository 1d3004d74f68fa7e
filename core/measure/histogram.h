// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace drivetrain {

/// Latencies of one worker, log-linear: exact below 1,024 ns, then 1,024 cells an octave, so that a
/// value read back differs from the one recorded by at most 0.1 % (half a cell). Values above the
/// range (about 4.8 hours) are counted as overflow and never clipped into a cell; least and
/// greatest are exact.
///
/// The layout follows HdrHistogram's idea (G. Tene), written for one writer. record() allocates
/// nothing on a histogram made by the constructor, which holds every cell (280 KiB); a copy and one
/// read from a blob hold only the span of cells in use, since a run keeps one for each step of each
/// lap. Not for sharing between threads: merge after the join.
class Histogram
{
public:
    static constexpr double relativeErrorMax = 0.001;
    Histogram();
    Histogram(const Histogram &other);
    Histogram &operator=(const Histogram &other);
    Histogram(Histogram &&other) noexcept = default;
    Histogram &operator=(Histogram &&other) noexcept = default;
    ~Histogram() = default;
    void record(std::int64_t value_ns) noexcept;      ///< owner thread only; negative counts as 0
    void merge(const Histogram &other);
    void clear() noexcept;

    /// All values, overflow included.
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    [[nodiscard]] std::uint64_t overflow() const noexcept { return m_overflow; }
    [[nodiscard]] std::int64_t min_ns() const noexcept { return m_count ? m_min_ns : 0; }
    [[nodiscard]] std::int64_t max_ns() const noexcept { return m_max_ns; }
    [[nodiscard]] double mean_ns() const noexcept;
    /// Nearest-rank percentile in ns, `percent` in 0..100, min <= result <= max. Empty histogram:
    /// 0. A rank among the overflow gives max.
    [[nodiscard]] std::int64_t percentile_ns(double percent) const noexcept;
    /// The same, but only where enough values stand behind it (p95: 59, p99: 299, p99.9: 2,995; in
    /// general the least n with percent^n <= 0.05); otherwise nothing.
    [[nodiscard]] std::optional<std::int64_t> supportedPercentile_ns(double percent) const noexcept;

    [[nodiscard]] QByteArray toBlob() const;           ///< versioned, little-endian, sparse
    [[nodiscard]] static std::optional<Histogram> fromBlob(const QByteArray &blob);
    /// same values, cell by cell
    friend bool operator==(const Histogram &a, const Histogram &b) noexcept;

private:
    struct Span { std::size_t first = 0, end = 0; };
    /// cells that are not 0, as indices of the whole range
    [[nodiscard]] Span used() const noexcept;
    void recordOutside(std::size_t index) noexcept;
    /// makes room for these cells of the whole range
    void hold(Span span);

    std::vector<std::uint64_t> m_cells;
    /// which cell of the whole range m_cells[0] is
    std::size_t m_first = 0;
    std::uint64_t m_count = 0, m_overflow = 0;
    std::int64_t m_min_ns = 0, m_max_ns = 0;
    double m_sum_ns = 0;
};

} // namespace drivetrain
