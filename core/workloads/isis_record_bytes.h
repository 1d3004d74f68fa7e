// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tl/expected.hpp>

/// One record of a CDS/ISIS master file as it stands in the file, little-endian: a leader of 18
/// bytes, or of 20 where a compiler aligned it (two slack bytes after MFRL); a directory of NVF
/// entries TAG, POS, LENGTH of 16 bits each; the data from BASE on.
/// After the UNESCO Mini-micro CDS/ISIS Reference Manual (1989), appendix G.
namespace drivetrain::isis {

using Bytes = std::span<const std::uint8_t>;

[[nodiscard]] std::uint16_t uint16At(Bytes bytes, std::size_t offset);
[[nodiscard]] std::int32_t int32At(Bytes bytes, std::size_t offset);

constexpr std::size_t packedLeader = 18;
constexpr std::size_t alignedLeader = 20;

/// A record all of whose fields lie inside it.
struct RecordView
{
    struct Field { int tag = 0; Bytes value; };

    std::size_t leaderSize = 0;
    bool deleted = false;      ///< then there are no fields
    Bytes directory, data;

    [[nodiscard]] std::size_t count() const { return directory.size() / 6; }
    [[nodiscard]] Field field(std::size_t index) const;
};

/// Length in bytes that the leader claims, at most 65,535: read as much of the file for view().
[[nodiscard]] std::size_t claimedLength(Bytes leader);

/// The record at the beginning of `bytes`, which end with the file or the claimed length. BASE
/// tells the layout; `leaderSize`, of an earlier record or packedLeader, is tried first. A length
/// with the sign set is either that of a locked record, negative, or one above 32,767: what the
/// fields fit is right. The error says what was expected and what stood there.
[[nodiscard]] tl::expected<RecordView, QString> view(Bytes bytes, std::size_t leaderSize);

} // namespace drivetrain::isis
