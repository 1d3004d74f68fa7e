// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/histogram.h"
#include <QtEndian>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace drivetrain {
namespace {

constexpr unsigned cellBits = 10;    // 1,024 cells an octave
constexpr unsigned rangeBits = 44;   // 2^44 ns = 4.9 hours
constexpr std::size_t cellCount = std::size_t{rangeBits - cellBits + 1} << cellBits;
constexpr double rareness =
    0.05; // that a percentile's estimate is the greatest value by chance alone

/// Values below 2,048 have a cell of their own; above, the 11 leading bits say which. The `|`
/// stands for a branch: it gives all smaller values the shift 0.
constexpr std::size_t cellOf(std::uint64_t value_ns) noexcept
{
    const auto shift = std::bit_width(value_ns | (1U << cellBits)) - (cellBits + 1);
    return static_cast<std::size_t>((shift << cellBits) + (value_ns >> shift));
}

struct CellBounds { std::int64_t least = 0, greatest = 0; };

constexpr CellBounds boundsOf(std::size_t cell) noexcept
{
    const std::size_t octave = cell >> cellBits;
    const std::size_t shift = octave < 2 ? 0 : octave - 1;
    const std::size_t mantissa = cell - (shift << cellBits);
    return {static_cast<std::int64_t>(mantissa << shift),
            static_cast<std::int64_t>(((mantissa + 1) << shift) - 1)};
}

static_assert(cellOf(0) == 0 && cellOf(2047) == 2047 && cellOf(2048) == cellOf(2049));
static_assert(cellOf((std::uint64_t{1} << rangeBits) - 1) == cellCount - 1);
static_assert(boundsOf(cellOf(241'470'000)).least <= 241'470'000);
static_assert(boundsOf(cellOf(241'470'000)).greatest >= 241'470'000);

} // namespace

Histogram::Histogram() : m_cells(cellCount, 0) {}

Histogram::Histogram(const Histogram &other)
    : m_count(other.m_count), m_overflow(other.m_overflow), m_min_ns(other.m_min_ns),
      m_max_ns(other.m_max_ns), m_sum_ns(other.m_sum_ns)
{
    const Span span = other.used();
    m_cells.assign(other.m_cells.begin() + static_cast<std::ptrdiff_t>(span.first - other.m_first),
                   other.m_cells.begin() + static_cast<std::ptrdiff_t>(span.end - other.m_first));
    m_first = span.first;
}

Histogram &Histogram::operator=(const Histogram &other)
{
    return *this = Histogram(other);
}

void Histogram::record(std::int64_t value_ns) noexcept
{
    if (value_ns < 0) [[unlikely]]
        value_ns = 0;
    const std::size_t index = cellOf(static_cast<std::uint64_t>(value_ns));
    const std::size_t held = index - m_first;   // wraps below m_first: then it is outside as well
    if (held < m_cells.size()) [[likely]]
        ++m_cells[held];
    else
        recordOutside(index);
    if (m_count == 0 || value_ns < m_min_ns)
        m_min_ns = value_ns;
    if (value_ns > m_max_ns)
        m_max_ns = value_ns;
    ++m_count;
    m_sum_ns += static_cast<double>(value_ns);
}

void Histogram::recordOutside(std::size_t index) noexcept
{
    if (index >= cellCount) {
        ++m_overflow;
        return;
    }
    hold({index, index + 1});
    ++m_cells[index - m_first];
}

Histogram::Span Histogram::used() const noexcept
{
    const auto isUsed = [](std::uint64_t cell) { return cell != 0; };
    const auto first = std::find_if(m_cells.begin(), m_cells.end(), isUsed);
    if (first == m_cells.end())
        return {m_first, m_first};
    const auto last = std::find_if(m_cells.rbegin(), m_cells.rend(), isUsed);
    return {m_first + static_cast<std::size_t>(first - m_cells.begin()),
            m_first + static_cast<std::size_t>(last.base() - m_cells.begin())};
}

void Histogram::hold(Span span)
{
    if (span.first >= span.end
        || (span.first >= m_first && span.end <= m_first + m_cells.size()))
        return;
    if (m_cells.empty())
        m_first = span.first;
    const std::size_t first = std::min(m_first, span.first);
    const std::size_t end = std::max(m_first + m_cells.size(), span.end);
    m_cells.insert(m_cells.begin(), m_first - first, 0);
    m_cells.resize(end - first, 0);
    m_first = first;
}

void Histogram::merge(const Histogram &other)
{
    if (other.m_count == 0)
        return;
    const Span span = other.used();
    hold(span);
    for (std::size_t cell = span.first; cell < span.end; ++cell)
        m_cells[cell - m_first] += other.m_cells[cell - other.m_first];
    m_min_ns = m_count == 0 ? other.m_min_ns : std::min(m_min_ns, other.m_min_ns);
    m_max_ns = std::max(m_max_ns, other.m_max_ns);
    m_count += other.m_count;
    m_overflow += other.m_overflow;
    m_sum_ns += other.m_sum_ns;
}

void Histogram::clear() noexcept
{
    std::fill(m_cells.begin(), m_cells.end(), 0);
    m_count = m_overflow = 0;
    m_min_ns = m_max_ns = 0;
    m_sum_ns = 0;
}

double Histogram::mean_ns() const noexcept
{
    return m_count ? m_sum_ns / static_cast<double>(m_count) : 0;
}

std::int64_t Histogram::percentile_ns(double percent) const noexcept
{
    if (m_count == 0)
        return 0;
    // 99.9 % of 1,000 is the 999th value, although 99.9 has no exact binary form.
    const double wanted = percent / 100 * static_cast<double>(m_count) * (1 - 1e-14);
    if (!(wanted > 1))
        return m_min_ns;
    if (wanted > static_cast<double>(m_count) - 1)
        return m_max_ns;
    const auto rank = static_cast<std::uint64_t>(std::ceil(wanted));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        seen += m_cells[i];
        if (seen >= rank) {
            const CellBounds bounds = boundsOf(m_first + i);
            return std::clamp(bounds.least + (bounds.greatest - bounds.least) / 2, m_min_ns,
                              m_max_ns);
        }
    }
    return m_max_ns;
}

std::optional<std::int64_t> Histogram::supportedPercentile_ns(double percent) const noexcept
{
    if (m_count == 0 || static_cast<double>(m_count) * std::log(percent / 100) > std::log(rareness))
        return std::nullopt;
    return percentile_ns(percent);
}

bool operator==(const Histogram &a, const Histogram &b) noexcept
{
    const Histogram::Span ours = a.used(), theirs = b.used();
    if (ours.first == ours.end || theirs.first == theirs.end)   // nothing, or overflow alone
        return ours.first == ours.end && theirs.first == theirs.end && a.m_count == b.m_count
            && a.m_overflow == b.m_overflow && a.m_min_ns == b.m_min_ns && a.m_max_ns == b.m_max_ns;
    return a.m_count == b.m_count && a.m_overflow == b.m_overflow && a.m_min_ns == b.m_min_ns
        && a.m_max_ns == b.m_max_ns && a.m_sum_ns == b.m_sum_ns && ours.first == theirs.first
        && ours.end == theirs.end
        && std::equal(a.m_cells.begin() + static_cast<std::ptrdiff_t>(ours.first - a.m_first),
                      a.m_cells.begin() + static_cast<std::ptrdiff_t>(ours.end - a.m_first),
                      b.m_cells.begin() + static_cast<std::ptrdiff_t>(theirs.first - b.m_first));
}

// The blob: "DTH1", count, overflow, min, max (64 bits each), the sum as a double's bits, then for
// each cell in use its distance from the one before and its count as LEB128 varints, then an FNV-1a
// of all.
namespace {

constexpr char magic[] = "DTH1";
constexpr qsizetype headSize = 4 + 5 * 8, tailSize = 8;

std::uint64_t fnv1a(const char *bytes, qsizetype size) noexcept
{
    std::uint64_t hash = 14695981039346656037ULL;
    for (qsizetype i = 0; i < size; ++i)
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 1099511628211ULL;
    return hash;
}

void append64(QByteArray &blob, std::uint64_t value)
{
    value = qToLittleEndian(value);
    blob.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void appendVarint(QByteArray &blob, std::uint64_t value)
{
    while (value >= 0x80) {
        blob.append(static_cast<char>((value & 0x7f) | 0x80));
        value >>= 7;
    }
    blob.append(static_cast<char>(value));
}

/// Reads varints up to `end`; false where one is cut off or too long.
struct VarintReader
{
    const char *at, *end;
    [[nodiscard]] bool atEnd() const { return at == end; }
    [[nodiscard]] std::optional<std::uint64_t> next()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64 && at < end; shift += 7) {
            const auto byte = static_cast<unsigned char>(*at++);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    }
};

} // namespace

QByteArray Histogram::toBlob() const
{
    QByteArray blob(magic);
    append64(blob, m_count);
    append64(blob, m_overflow);
    append64(blob, static_cast<std::uint64_t>(min_ns()));
    append64(blob, static_cast<std::uint64_t>(m_max_ns));
    append64(blob, std::bit_cast<std::uint64_t>(m_sum_ns));
    std::size_t before = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (m_cells[i] == 0)
            continue;
        appendVarint(blob, m_first + i - before);
        appendVarint(blob, m_cells[i]);
        before = m_first + i;
    }
    append64(blob, fnv1a(blob.constData(), blob.size()));
    return blob;
}

std::optional<Histogram> Histogram::fromBlob(const QByteArray &blob)
{
    const qsizetype bodySize = blob.size() - tailSize;
    if (bodySize < headSize || !blob.startsWith(magic)
        || qFromLittleEndian<std::uint64_t>(blob.constData() + bodySize)
            != fnv1a(blob.constData(), bodySize))
        return std::nullopt;
    const auto head = [&blob](int field) {
        return qFromLittleEndian<std::uint64_t>(blob.constData() + 4 + 8 * field);
    };
    Histogram full;
    full.m_count = head(0);
    full.m_overflow = head(1);
    full.m_min_ns = static_cast<std::int64_t>(head(2));
    full.m_max_ns = static_cast<std::int64_t>(head(3));
    full.m_sum_ns = std::bit_cast<double>(head(4));
    std::uint64_t cell = 0, inCells = 0;
    VarintReader reader{blob.constData() + headSize, blob.constData() + bodySize};
    while (!reader.atEnd()) {
        const auto distance = reader.next(), held = reader.next();
        if (!distance || !held || *distance >= cellCount || (cell += *distance) >= cellCount)
            return std::nullopt;
        full.m_cells[static_cast<std::size_t>(cell)] += *held;
        inCells += *held;
    }
    if (inCells + full.m_overflow != full.m_count || full.m_min_ns < 0
        || full.m_min_ns > full.m_max_ns)
        return std::nullopt;
    return std::optional<Histogram>(std::in_place,
                                    std::as_const(full)); // the copy is the small one
}

} // namespace drivetrain
