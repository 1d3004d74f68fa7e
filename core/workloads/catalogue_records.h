// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drivetrain {

/// One bibliographic record and what an index of it holds: an entry for each of its fields.
struct CatalogueRecord
{
    struct Entry
    {
        int tag = 0;
        int occurrence = 0;   ///< of its tag in this record, from 1
        std::string value;    ///< ASCII without line ends; subfields as ^aParis^bUnesco^c1976
    };

    std::string body;             ///< the entries in order, each as "tag value\n"
    std::vector<Entry> entries;

    /// Bytes of the record in a CDS/ISIS master file, which the presets' means are of: a leader of
    /// 18, 6 for each field, the values. The body is shorter: 4 for each field, and the values.
    [[nodiscard]] std::size_t masterFileBytes() const noexcept
    { return 18 + body.size() + 2 * entries.size(); }
};

/// Generates bibliographic records like those of a real catalogue.
///
/// The shares of the tags, their occurrences and lengths are those of UNESCO's sample database of
/// 150 records, so that an index over them has the shape of one over a real catalogue. Shares are
/// exact in every hundred records (1..100, 101..200, ...). A record is a pure function of (seed,
/// mfn), the same on every machine: workers may make any part of the records, and a check can make
/// each of them anew. An object holds no state beyond its seed; any thread.
class CatalogueRecords
{
public:
    enum class Preset {
        Sample,   ///< as the sample: 417 bytes and 7.0 fields on average, 4 to 12 fields
        Large,    ///< as in the published test of OpenIsis: about 500 bytes, 10 fields, 5 to 24
    };
    struct Tag
    {
        int tag;
        int sharePercent;         ///< of the records that have it
        int occurrencesPercent;   ///< mean per record that has it, in hundredths
        int mean_bytes;           ///< of a value
    };

    CatalogueRecords(std::uint64_t seed, Preset preset) noexcept : m_seed(seed), m_preset(preset) {}

    /// Replaces `out` by record `mfn` (from 1), and uses its memory again.
    void record(std::int64_t mfn, CatalogueRecord &out) const;

    [[nodiscard]] static std::span<const Tag> statistics(Preset preset) noexcept;

private:
    std::uint64_t m_seed;
    Preset m_preset;
};

} // namespace drivetrain
