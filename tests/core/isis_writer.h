// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QFile>
#include <QTest>
#include <utility>
#include <vector>

namespace drivetrain {

/// Writes small CDS/ISIS master files, right ones and wrong ones.
class IsisWriter
{
public:
    using Fields = std::vector<std::pair<int, QByteArray>>;
    enum class Layout { Packed = 18, Aligned = 20 };

    /// What of a record is not as it should be.
    struct Fault
    {
        int mfn = -1, length = -1, base = -1, fields = -1, status = 0;
        int position = -1;   ///< of the last field
        bool locked = false, deletedInXrf = false;
        int entry = -1;      ///< of the .xrf
    };

    explicit IsisWriter(Layout layout) : m_leader(static_cast<int>(layout)), m_mst(64, '\0') {}

    int add(const Fields &fields) { return add(fields, Fault()); }
    /// Returns the byte at which the record stands.
    int add(const Fields &fields, const Fault &fault)
    {
        const auto begin = static_cast<int>(m_mst.size());
        const auto count = static_cast<int>(fields.size());
        const int base = m_leader + 6 * count;
        QByteArray directory, data;
        for (const auto &[tag, value] : fields) {
            const bool last = directory.size() == 6 * (count - 1);
            put16(directory, tag);
            put16(directory, last && fault.position >= 0 ? fault.position
                                                         : static_cast<int>(data.size()));
            put16(directory, static_cast<int>(value.size()));
            data += value;
        }
        if (data.size() % 2)
            data += ' ';
        const int length = base + static_cast<int>(data.size());
        ++m_mfn;
        put32(m_mst, fault.mfn >= 0 ? fault.mfn : m_mfn);
        put16(m_mst, fault.length >= 0 ? fault.length : fault.locked ? -length : length);
        m_mst += QByteArray(m_leader - 12, '\0');   // back pointer, slack
        put16(m_mst, fault.base >= 0 ? fault.base : base);
        put16(m_mst, fault.fields >= 0 ? fault.fields : count);
        put16(m_mst, fault.status);
        m_mst += directory + data;
        const int entry = fault.entry >= 0 ? fault.entry : (begin / 512 + 1) * 2048 + begin % 512;
        m_entries.push_back(fault.deletedInXrf ? -entry : entry | 1024);
        return begin;
    }
    void addNothing() { ++m_mfn; m_entries.push_back(0); }
    void setNextMfn(int number) { m_nextMfn = number; }

    [[nodiscard]] QByteArray master() const
    {
        QByteArray control;
        put32(control, 0);
        put32(control, m_nextMfn >= 0 ? m_nextMfn : m_mfn + 1);
        put32(control, static_cast<int>(m_mst.size()) / 512 + 1);
        put16(control, static_cast<int>(m_mst.size()) % 512);
        return control + m_mst.mid(control.size());
    }
    [[nodiscard]] QByteArray crossReference() const
    {
        QByteArray bytes;
        const int blocks = static_cast<int>(m_entries.size() + 126) / 127;
        for (int block = 0; block < blocks; ++block) {
            put32(bytes, block + 1 == blocks ? -blocks : block + 1);
            for (std::size_t index = 0; index < 127; ++index) {
                const std::size_t entry = static_cast<std::size_t>(block) * 127 + index;
                put32(bytes, entry < m_entries.size() ? m_entries[entry] : 0);
            }
        }
        return bytes;
    }
    /// As `base`.mst and `base`.xrf.
    void write(const QString &base) const
    {
        writeFile(base + QStringLiteral(".mst"), master());
        writeFile(base + QStringLiteral(".xrf"), crossReference());
    }
    static void writeFile(const QString &path, const QByteArray &bytes)
    {
        QFile::remove(path);   // ext4 flushes a file that is truncated and written again
        QFile file(path);
        QVERIFY2(file.open(QIODevice::WriteOnly | QIODevice::Truncate), qPrintable(path));
        QCOMPARE(file.write(bytes), bytes.size());
    }

private:
    static void put16(QByteArray &to, int value)
    {
        to += static_cast<char>(value & 0xff);
        to += static_cast<char>(value >> 8 & 0xff);
    }
    static void put32(QByteArray &to, int value)
    {
        put16(to, value & 0xffff);
        put16(to, value >> 16 & 0xffff);
    }
    int m_leader;
    int m_mfn = 0, m_nextMfn = -1;
    QByteArray m_mst;
    std::vector<int> m_entries;
};

} // namespace drivetrain
