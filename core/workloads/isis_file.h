// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/code_page.h"
#include "workloads/file_window.h"
#include "workloads/isis_record_bytes.h"
#include <string>
#include <vector>

namespace drivetrain {

struct IsisField
{
    int tag = 0;
    std::string value;   ///< valid UTF-8 without zero bytes; subfields as they stand: ^aParis
};

struct IsisRecord
{
    std::int32_t mfn = 0;   ///< master file number, from 1
    std::vector<IsisField> fields;
};

/// What became of the records so far. Every MFN is counted once, in one of the four.
struct IsisReport
{
    static constexpr std::size_t maxLines = 100;

    std::int64_t read = 0;
    std::int64_t deleted = 0;   ///< by the .xrf or by the record's own status
    std::int64_t absent = 0;    ///< numbers never given to a record
    std::int64_t damaged = 0;   ///< records that are skipped
    /// What was expected and what stood there: "record 17 at byte 8210: BASE 60 expected for 7
    /// fields, 41 found". Bytes are the .mst's unless the line names the .xrf.
    std::vector<QString> lines;
    std::int64_t linesLeftOut = 0;   ///< beyond maxLines
};

/// Reads the records of a CDS/ISIS master file, by ascending MFN, one in memory at a time.
///
/// A person's own catalogue is the source here, so nothing in the two files is trusted: whatever
/// they hold, a record is read whole or reported as damaged, reading stays inside the files, and
/// memory is bound by two windows of 64 KiB and the record. Only reads. Both layouts of the leader
/// are known; the scaled pointers of CISIS above 512 MiB are not. For one thread.
class IsisFile
{
public:
    /// `mstPath` is the .mst; its .xrf stands beside it, capitals or not. `codePage` as in
    /// CodePage::named(). NotFound, Permission, Io, or InvalidInput where this is no master file.
    [[nodiscard]] static Expected<IsisFile> open(const QString &mstPath,
                                                 const QString &codePage = QStringLiteral("850"));

    /// The next record that can be read, into `record`, whose memory is used again. False after the
    /// last one; the report is complete then.
    [[nodiscard]] bool next(IsisRecord &record);

    [[nodiscard]] const IsisReport &report() const { return m_report; }
    [[nodiscard]] std::int32_t lastMfn() const { return m_lastMfn; }   ///< by the .mst
    [[nodiscard]] std::int32_t mfn() const { return m_mfn; }           ///< looked at last

private:
    IsisFile(FileWindow master, FileWindow crossReference, CodePage codePage, std::int32_t lastMfn);
    bool readAt(std::int64_t offset, IsisRecord &record);
    void checkBlock(std::int64_t block, isis::Bytes bytes);
    void finish(std::int64_t missing);
    void damage(std::int64_t offset, const QString &words);
    void line(const QString &words);

    FileWindow m_master, m_crossReference;
    CodePage m_codePage;
    std::int32_t m_mfn = 0, m_lastMfn = 0;
    std::size_t m_leaderSize = isis::packedLeader;   ///< of the last record read
    bool m_finished = false;
    IsisReport m_report;
};

} // namespace drivetrain
