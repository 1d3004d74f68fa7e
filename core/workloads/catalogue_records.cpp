// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_records.h"
#include "workloads/catalogue_values.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace drivetrain {
namespace {

using Tag = CatalogueRecords::Tag;

// In the order in which the fields stand in a record.
constexpr std::array<Tag, 13> sampleTags{{
    {44, 55, 100, 94}, {50, 68, 100, 20}, {69, 99, 100, 131}, {24, 100, 100, 66},
    {26, 99, 100, 19}, {30, 99, 100, 17}, {70, 82, 131, 15},  {71, 25, 137, 38},
    {12, 10, 100, 117}, {72, 3, 100, 121}, {74, 4, 100, 49},  {76, 13, 121, 72},
    {25, 2, 100, 5}}};
// The sample's with more of the short fields, until means are those of the published test: 30 MB
// and 585,334 index entries for 58,970 records.
constexpr std::array<Tag, 13> largeTags{{
    {44, 60, 100, 94}, {50, 95, 160, 20}, {69, 99, 100, 131}, {24, 100, 100, 66},
    {26, 99, 100, 19}, {30, 99, 100, 17}, {70, 95, 250, 15},  {71, 55, 150, 38},
    {12, 10, 100, 117}, {72, 5, 100, 121}, {74, 10, 100, 49}, {76, 22, 130, 72},
    {25, 10, 100, 5}}};

struct Limits { std::size_t least, most; };
constexpr int notes = 50, addedTitle = 74;

/// A number from 0 to 99 for record `index`, each of them once in every hundred records.
std::uint32_t rankInHundred(std::uint64_t seed, std::uint64_t index, int tag)
{
    // Multiplying by a number without a common divisor with 100 permutes 0..99.
    constexpr auto factors = [] {
        std::array<std::uint8_t, 40> found{};
        std::size_t count = 0;
        for (int number = 1; number < 100; ++number)
            if (std::gcd(number, 100) == 1)
                found[count++] = static_cast<std::uint8_t>(number);
        return found;
    }();
    Random random(seed ^ 0x7461677368617265ULL, (index / 100) * 128 + static_cast<unsigned>(tag));
    const std::uint32_t factor = factors[random.below(40)], shift = random.below(100);
    return (factor * static_cast<std::uint32_t>(index % 100) + shift) % 100;
}

/// How often a record has the tag: floor(4 e q^3 + v) above 1, where e is the mean above 1, q the
/// record's place from 0 to 1 among those that have the tag and v uniform in 0..1; the mean of q^3
/// is 1/4. In fixed point of 16 bits, as floating point is not the same everywhere.
std::uint32_t occurrences(const Tag &tag, std::uint32_t rank, Random &random)
{
    if (tag.occurrencesPercent == 100)
        return 1;
    const std::uint64_t draw = random.next();
    const std::uint64_t place = ((std::uint64_t{rank} << 16) + (draw & 0xffff))
        / static_cast<std::uint64_t>(tag.sharePercent);
    const std::uint64_t cube = place * place * place >> 32;
    const auto above = static_cast<std::uint64_t>(tag.occurrencesPercent - 100);
    return 1 + static_cast<std::uint32_t>((4 * above * cube / 100 + (draw >> 48)) >> 16);
}

class Writer
{
public:
    Writer(CatalogueRecord &out, Random &random) : m_out(out), m_random(random)
    { m_out.body.clear(); }

    void add(const Tag &tag, int occurrence)
    {
        if (m_count == m_out.entries.size())
            m_out.entries.emplace_back();
        CatalogueRecord::Entry &entry = m_out.entries[m_count++];
        entry.tag = tag.tag;
        entry.occurrence = occurrence;
        makeCatalogueValue(tag.tag, tag.mean_bytes, m_random, entry.value);
        char digits[8];
        const auto end = std::to_chars(digits, digits + sizeof digits, tag.tag).ptr;
        m_out.body.append(digits, end) += ' ';
        (m_out.body += entry.value) += '\n';
    }
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] bool has(int tag) const
    {
        const auto end = m_out.entries.begin() + static_cast<std::ptrdiff_t>(m_count);
        return std::any_of(m_out.entries.begin(), end,
                           [tag](const auto &entry) { return entry.tag == tag; });
    }
    void finish() { m_out.entries.resize(m_count); }

private:
    CatalogueRecord &m_out;
    Random &m_random;
    std::size_t m_count = 0;
};

} // namespace

std::span<const CatalogueRecords::Tag> CatalogueRecords::statistics(Preset preset) noexcept
{
    return preset == Preset::Large ? largeTags : sampleTags;
}

void CatalogueRecords::record(std::int64_t mfn, CatalogueRecord &out) const
{
    const auto index = static_cast<std::uint64_t>(mfn) - 1;
    const Limits limits = m_preset == Preset::Large ? Limits{5, 24} : Limits{4, 12};
    const auto tags = statistics(m_preset);
    Random random(m_seed, index);
    Writer writer(out, random);
    for (const Tag &tag : tags) {
        const std::uint32_t rank = rankInHundred(m_seed, index, tag.tag);
        if (rank >= static_cast<std::uint32_t>(tag.sharePercent))
            continue;
        const std::uint32_t times = occurrences(tag, rank, random);
        for (std::uint32_t time = 1; time <= times && writer.count() < limits.most; ++time)
            writer.add(tag, static_cast<int>(time));
    }
    // Once in some thousands of records too little came together.
    for (const Tag &tag : tags)
        if ((tag.tag == notes || tag.tag == addedTitle) && writer.count() < limits.least
            && !writer.has(tag.tag))
            writer.add(tag, 1);
    writer.finish();
}

} // namespace drivetrain
