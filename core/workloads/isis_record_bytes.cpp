// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/isis_record_bytes.h"

using namespace Qt::StringLiterals;

namespace drivetrain::isis {
namespace {

constexpr std::size_t entrySize = 6;
constexpr std::size_t lengthAt = 4;

struct Leader
{
    std::size_t size, base, fields, status;

    Leader(Bytes bytes, std::size_t leaderSize) :
        size(leaderSize), base(uint16At(bytes, leaderSize - 6)),
        fields(uint16At(bytes, leaderSize - 4)), status(uint16At(bytes, leaderSize - 2)) {}
    [[nodiscard]] std::size_t rightBase() const { return size + entrySize * fields; }
};

/// Nothing if a record of `length` bytes holds all that its directory names.
std::optional<QString> misfit(Bytes bytes, const Leader &leader, std::size_t length)
{
    if (length < leader.base)
        return u"a length (MFRL) of at least %1 expected, %2 found"_s.arg(leader.base).arg(length);
    if (length > bytes.size())
        return u"%1 bytes (MFRL) expected, %2 left in the file"_s.arg(length).arg(bytes.size());
    const std::size_t room = length - leader.base;
    for (std::size_t field = 0; field < leader.fields; ++field) {
        const std::size_t entry = leader.size + entrySize * field;
        const std::size_t position = uint16At(bytes, entry + 2);
        const std::size_t size = uint16At(bytes, entry + 4);
        if (position + size > room)
            return u"field %1 (tag %2) within %3 bytes of data expected, bytes %4 to %5 found"_s
                .arg(field + 1)
                .arg(uint16At(bytes, entry))
                .arg(room)
                .arg(position)
                .arg(position + size);
    }
    return {};
}

struct Fault { bool layoutIsRight = false; QString words; };

tl::expected<RecordView, Fault> viewAs(Bytes bytes, std::size_t leaderSize)
{
    const auto fault = [](bool layoutIsRight, const QString &words) {
        return tl::unexpected<Fault>(Fault{layoutIsRight, words});
    };
    if (bytes.size() < leaderSize)
        return fault(false, u"a leader of %1 bytes expected, %2 left in the file"_s.arg(leaderSize)
                                .arg(bytes.size()));
    const Leader leader(bytes, leaderSize);
    if (leader.base != leader.rightBase())
        return fault(false, u"BASE %1 expected for %2 fields, %3 found"_s.arg(leader.rightBase())
                                .arg(leader.fields)
                                .arg(leader.base));
    if (leader.status > 1)
        return fault(true, u"STATUS 0 or 1 expected, %1 found"_s.arg(leader.status));
    RecordView record;
    record.leaderSize = leaderSize;
    record.deleted = leader.status == 1;
    if (record.deleted)
        return record;
    const std::size_t claimed = claimedLength(bytes);
    std::size_t length = claimed & 0x8000 ? 0x10000 - claimed : claimed;
    auto words = misfit(bytes, leader, length);
    if (words && length != claimed && !misfit(bytes, leader, claimed)) {
        length = claimed;
        words.reset();
    }
    if (words)
        return fault(true, *words);
    record.directory = bytes.subspan(leaderSize, entrySize * leader.fields);
    record.data = bytes.subspan(leader.base, length - leader.base);
    return record;
}

} // namespace

std::uint16_t uint16At(Bytes bytes, std::size_t offset)
{
    return static_cast<std::uint16_t>(bytes[offset] | bytes[offset + 1] << 8);
}

std::int32_t int32At(Bytes bytes, std::size_t offset)
{
    return static_cast<std::int32_t>(uint16At(bytes, offset)
                                     | static_cast<std::uint32_t>(uint16At(bytes, offset + 2))
                                         << 16);
}

RecordView::Field RecordView::field(std::size_t index) const
{
    const std::size_t entry = entrySize * index;
    return {uint16At(directory, entry),
            data.subspan(uint16At(directory, entry + 2), uint16At(directory, entry + 4))};
}

std::size_t claimedLength(Bytes leader)
{
    return uint16At(leader, lengthAt);
}

tl::expected<RecordView, QString> view(Bytes bytes, std::size_t leaderSize)
{
    const std::size_t other = leaderSize == alignedLeader ? packedLeader : alignedLeader;
    const auto first = viewAs(bytes, leaderSize);
    if (first)
        return *first;
    const auto second = viewAs(bytes, other);
    if (second)
        return *second;
    const bool otherIsRight = second.error().layoutIsRight && !first.error().layoutIsRight;
    return tl::unexpected<QString>(otherIsRight ? second.error().words : first.error().words);
}

} // namespace drivetrain::isis
