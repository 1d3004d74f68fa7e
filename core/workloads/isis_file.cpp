// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/isis_file.h"
#include <QDirIterator>
#include <QFileInfo>
#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr std::int64_t blockBytes = 512;
constexpr std::int64_t entriesABlock = 127;   // after the block's own number
constexpr std::size_t controlBytes = 16;      // of the control record: all that is used here
constexpr int blockShift = 11;                // of an entry: the block stands above two flags and
constexpr std::int32_t offsetMask = 0x1ff;    // nine bits of offset

/// Where the .xrf stands: of the same name, and failing that of one that differs in capitals.
QString findCrossReference(const QFileInfo &master)
{
    const QString exact = master.completeBaseName() + u".xrf"_s;
    QString found;
    QDirIterator files(master.absolutePath(), QDir::Files | QDir::Hidden);
    while (files.hasNext()) {
        files.next();
        const QString name = files.fileName();
        if (name.compare(exact, Qt::CaseInsensitive) != 0)
            continue;
        if (name == exact)
            return files.filePath();
        if (found.isEmpty() || name.startsWith(master.completeBaseName() + u'.'))
            found = files.filePath();
    }
    return found;
}

std::int64_t entryOffset(std::int64_t mfn)
{
    const std::int64_t index = mfn - 1;
    return index / entriesABlock * blockBytes + 4 * (index % entriesABlock + 1);
}

std::string_view text(isis::Bytes bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace

IsisFile::IsisFile(FileWindow master, FileWindow crossReference, CodePage codePage,
                   std::int32_t lastMfn) :
    m_master(std::move(master)), m_crossReference(std::move(crossReference)), m_codePage(codePage),
    m_lastMfn(lastMfn)
{
}

Expected<IsisFile> IsisFile::open(const QString &mstPath, const QString &codePage)
{
    const auto characters = CodePage::named(codePage);
    if (!characters)
        return tl::unexpected(characters.error());
    auto master = FileWindow::open(mstPath);
    if (!master)
        return tl::unexpected(master.error());
    const auto control = master->at(0, controlBytes);
    if (control.size() < controlBytes)
        return failure(ErrorKind::InvalidInput,
                       u"a control record of %1 bytes expected, %2 found"_s.arg(controlBytes)
                           .arg(control.size()),
                       mstPath);
    const std::int32_t zero = isis::int32At(control, 0), nextMfn = isis::int32At(control, 4);
    if (zero != 0 || nextMfn < 1)
        return failure(ErrorKind::InvalidInput,
                       u"0 and a next MFN from 1 expected at byte 0, %1 and %2 found"_s.arg(zero)
                           .arg(nextMfn),
                       mstPath);
    const QFileInfo info(mstPath);
    const QString beside = findCrossReference(info);
    if (beside.isEmpty())
        return failure(ErrorKind::NotFound, u"the .xrf of the master file expected beside it"_s,
                       info.absolutePath() + u'/' + info.completeBaseName() + u".xrf"_s);
    auto crossReference = FileWindow::open(beside);
    if (!crossReference)
        return tl::unexpected(crossReference.error());
    if (crossReference->size() == 0)
        return failure(ErrorKind::InvalidInput, u"blocks of 512 bytes expected, 0 bytes found"_s,
                       beside);
    return IsisFile(std::move(*master), std::move(*crossReference), *characters, nextMfn - 1);
}

bool IsisFile::next(IsisRecord &record)
{
    while (m_mfn < m_lastMfn) {
        const std::int64_t offset = entryOffset(m_mfn + 1);
        const std::int64_t block = offset / blockBytes;
        if (offset % blockBytes == 4)
            checkBlock(block, m_crossReference.at(block * blockBytes, 4));
        const auto bytes = m_crossReference.at(offset, 4);
        if (bytes.size() < 4) {
            finish(m_lastMfn - m_mfn);
            return false;
        }
        ++m_mfn;
        const std::int32_t entry = isis::int32At(bytes, 0);
        if (entry < 0) {
            ++m_report.deleted;
        } else if (entry == 0) {
            ++m_report.absent;
        } else if (entry >> blockShift == 0) {
            ++m_report.damaged;
            line(u"record %1: a block from 1 expected at byte %2 of the .xrf, 0 found"_s.arg(m_mfn)
                     .arg(offset));
        } else {
            const std::int64_t before = (entry >> blockShift) - 1;
            if (readAt(before * blockBytes + (entry & offsetMask), record))
                return true;
        }
    }
    finish(0);
    return false;
}

bool IsisFile::readAt(std::int64_t offset, IsisRecord &record)
{
    auto bytes = m_master.at(offset, isis::alignedLeader);
    if (bytes.empty()) {
        damage(offset, u"a place within the file's %1 bytes expected"_s.arg(m_master.size()));
        return false;
    }
    if (bytes.size() < isis::packedLeader) {
        damage(offset, u"a leader of %1 bytes expected, %2 left in the file"_s
                           .arg(isis::packedLeader).arg(bytes.size()));
        return false;
    }
    if (const std::int32_t mfn = isis::int32At(bytes, 0); mfn != m_mfn) {
        damage(offset, u"MFN %1 expected, %2 found"_s.arg(m_mfn).arg(mfn));
        return false;
    }
    bytes = m_master.at(offset, std::max(isis::claimedLength(bytes), bytes.size()));
    const auto view = isis::view(bytes, m_leaderSize);
    if (!view) {
        damage(offset, view.error());
        return false;
    }
    m_leaderSize = view->leaderSize;
    if (view->deleted) {
        ++m_report.deleted;
        return false;
    }
    record.mfn = m_mfn;
    record.fields.resize(view->count());
    for (std::size_t index = 0; index < record.fields.size(); ++index) {
        const auto field = view->field(index);
        record.fields[index].tag = field.tag;
        m_codePage.decode(text(field.value), record.fields[index].value);
    }
    ++m_report.read;
    return true;
}

/// A block of the .xrf tells its own number, and by its sign that it is the last one.
void IsisFile::checkBlock(std::int64_t block, isis::Bytes bytes)
{
    if (bytes.size() < 4)
        return;
    const std::int64_t number = isis::int32At(bytes, 0);
    if (std::abs(number) != block + 1)
        line(u"block at byte %1 of the .xrf: number %2 expected, %3 found"_s.arg(block * blockBytes)
                 .arg(block + 1)
                 .arg(number));
}

/// Once, at the end: `missing` records have no entry in the .xrf; others may have one though the
/// master file tells of fewer records.
void IsisFile::finish(std::int64_t missing)
{
    if (m_finished)
        return;
    m_finished = true;
    if (missing > 0) {
        m_report.damaged += missing;
        line(u"records %1 to %2: entries expected, the .xrf ends after %3 bytes"_s.arg(m_mfn + 1)
                 .arg(m_lastMfn)
                 .arg(m_crossReference.size()));
        m_mfn = m_lastMfn;
        return;
    }
    std::int64_t beyond = 0;
    for (std::int64_t mfn = std::int64_t{m_lastMfn} + 1;; ++mfn) {
        const auto bytes = m_crossReference.at(entryOffset(mfn), 4);
        if (bytes.size() < 4)
            break;
        if (isis::int32At(bytes, 0) > 0)
            ++beyond;
    }
    m_report.damaged += beyond;
    if (beyond > 0)
        line(u"no record above %1 expected by the .mst, %2 found in the .xrf"_s.arg(m_lastMfn)
                 .arg(beyond));
}

void IsisFile::damage(std::int64_t offset, const QString &words)
{
    ++m_report.damaged;
    line(u"record %1 at byte %2: %3"_s.arg(m_mfn).arg(offset).arg(words));
}

void IsisFile::line(const QString &words)
{
    if (m_report.lines.size() < IsisReport::maxLines)
        m_report.lines.push_back(words);
    else
        ++m_report.linesLeftOut;
}

} // namespace drivetrain
