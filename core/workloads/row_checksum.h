// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include "model/run.h"
#include "workloads/random.h"
#include <string_view>

namespace drivetrain {

/// Hash of one row from its cells' text: FNV-1a (Fowler, Noll, Vo) over the bytes with a separator
/// a cell, then mixed. NULL differs from the empty text.
class RowHash
{
public:
    void cell(std::string_view text, bool isNull = false) noexcept
    {
        for (const char c : text)
            byte(static_cast<unsigned char>(c));
        byte(isNull ? 0xfe : 0xff);   // bytes that UTF-8 never has
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return Random::mix(m_hash); }

private:
    void byte(unsigned char b) noexcept { m_hash = (m_hash ^ b) * 0x100000001b3ULL; }
    std::uint64_t m_hash = 0xcbf29ce484222325ULL;
};

/// Counts rows and sums their hashes modulo 2^64: the same for any order of the rows, and different
/// (but for a chance of 2^-64) where a row is missing, doubled or changed.
class ChecksumSink : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        RowHash hash;
        for (const Cell &cell : cells)
            hash.cell(cell.text, cell.isNull);
        ++m_check.rows;
        m_check.checksum += hash.value();
    }
    [[nodiscard]] const TableCheck &check() const { return m_check; }

private:
    TableCheck m_check;
};

} // namespace drivetrain
