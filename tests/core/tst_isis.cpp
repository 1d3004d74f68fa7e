// SPDX-License-Identifier: GPL-3.0-or-later
#include "isis_writer.h"
#include "workloads/isis_file.h"
#include <QDir>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <string>
#include <utility>

using namespace drivetrain;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(drivetrain::IsisWriter::Layout)
Q_DECLARE_METATYPE(drivetrain::IsisWriter::Fault)

namespace {

using Layout = IsisWriter::Layout;
using Fault = IsisWriter::Fault;

const IsisWriter::Fields three{{24, "Title"}, {70, "Author, A."}, {70, "Writer, B.C."}};

struct Outcome
{
    std::vector<IsisRecord> records;
    IsisReport report;
};

/// All that stands in the file; a file that is refused ends the test.
Outcome readAll(const QString &path, const QString &codePage = u"850"_s)
{
    auto file = IsisFile::open(path, codePage);
    if (!file) {
        QTest::qFail(qPrintable(file.error().words), __FILE__, __LINE__);
        return {};
    }
    Outcome outcome;
    IsisRecord record;
    while (file->next(record))
        outcome.records.push_back(record);
    if (file->next(record))
        QTest::qFail("a record after the last one", __FILE__, __LINE__);
    outcome.report = file->report();
    return outcome;
}

} // namespace

class TestIsis : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    [[nodiscard]] QString base() const { return m_folder.filePath(u"cat"_s); }
    [[nodiscard]] QString mst() const { return base() + u".mst"_s; }
    [[nodiscard]] QString xrf() const { return base() + u".xrf"_s; }

    static void layouts()
    {
        QTest::addColumn<Layout>("layout");
        QTest::newRow("packed") << Layout::Packed;
        QTest::newRow("aligned") << Layout::Aligned;
    }

private Q_SLOTS:
    void cleanup()
    {
        for (const auto &name : QDir(m_folder.path()).entryList(QDir::Files))
            QFile::remove(m_folder.filePath(name));
    }

    void bothLayouts_data() { layouts(); }
    void bothLayouts()
    {
        QFETCH(Layout, layout);
        IsisWriter writer(layout);
        for (int record = 0; record < 300; ++record)   // three blocks of the .xrf
            writer.add({{24, "Title " + QByteArray::number(record)}, {26, "^aParis"}, {9, ""}});
        writer.write(base());
        const Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 300);
        QCOMPARE(outcome.report.damaged, 0);
        QVERIFY(outcome.report.lines.empty());
        for (std::size_t index = 0; index < 300; ++index) {
            const IsisRecord &record = outcome.records[index];
            QCOMPARE(record.mfn, static_cast<std::int32_t>(index + 1));
            QCOMPARE(record.fields.size(), std::size_t{3});
            QCOMPARE(record.fields[0].tag, 24);
            QCOMPARE(record.fields[0].value, "Title " + std::to_string(index));
            QCOMPARE(record.fields[1].value, std::string("^aParis"));
            QCOMPARE(record.fields[2].value, std::string());
        }
    }

    void deletedAbsentAndLocked_data() { layouts(); }
    void deletedAbsentAndLocked()
    {
        QFETCH(Layout, layout);
        IsisWriter writer(layout);
        writer.add(three);
        writer.add(three, {.status = 1});
        writer.add(three, {.deletedInXrf = true});
        writer.addNothing();
        writer.add(three, {.locked = true});
        writer.add({{1, QByteArray(40000, 'x')}});   // a length with the sign set, and no lock
        writer.add({});
        writer.write(base());
        const Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 4);
        QCOMPARE(outcome.report.deleted, 2);
        QCOMPARE(outcome.report.absent, 1);
        QCOMPARE(outcome.report.damaged, 0);
        QCOMPARE(outcome.records[1].mfn, 5);
        QCOMPARE(outcome.records[1].fields[2].value, std::string("Writer, B.C."));
        QCOMPARE(outcome.records[2].fields[0].value, std::string(40000, 'x'));
        QVERIFY(outcome.records[3].fields.empty());
    }

    void damage_data()
    {
        QTest::addColumn<Layout>("layout");
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, Layout layout, const Fault &fault,
                            const QString &words) {
            QTest::addRow("%s, %d", name, static_cast<int>(layout)) << layout << fault << words;
        };
        for (const Layout layout : {Layout::Packed, Layout::Aligned}) {
            const int base = static_cast<int>(layout) + 18;
            row("other MFN", layout, {.mfn = 7}, u"MFN 2 expected, 7 found"_s);
            row("BASE", layout, {.base = 41},
                u"BASE %1 expected for 3 fields, 41 found"_s.arg(base));
            row("huge NVF", layout, {.fields = 65535},
                u"BASE %1 expected for 65535 fields, %2 found"_s.arg(base + 6 * 65532).arg(base));
            row("STATUS", layout, {.status = 9}, u"STATUS 0 or 1 expected, 9 found"_s);
            row("short", layout, {.length = 10},
                u"a length (MFRL) of at least %1 expected, 10 found"_s.arg(base));
            row("zero", layout, {.length = 0},
                u"a length (MFRL) of at least %1 expected, 0 found"_s.arg(base));
            row("long", layout, {.length = 30000}, u"30000 bytes (MFRL) expected, "_s);
            row("field", layout, {.position = 20},
                u"field 3 (tag 70) within 28 bytes of data expected, bytes 20 to 32 found"_s);
            row("beyond", layout, {.entry = 900 * 2048 + 5},
                u"record 2 at byte 460293: a place within the file's "_s);
            row("into the middle", layout, {.entry = 2048 + 70}, u"MFN 2 expected, "_s);
            row("the control record", layout, {.entry = 2048}, u"MFN 2 expected, 0 found"_s);
            row("block 0", layout, {.entry = 70},
                u"record 2: a block from 1 expected at byte 8 of the .xrf, 0 found"_s);
        }
    }
    void damage()
    {
        QFETCH(Layout, layout);
        QFETCH(Fault, fault);
        QFETCH(QString, words);
        IsisWriter writer(layout);
        writer.add(three);
        writer.add(three, fault);
        writer.add(three);
        writer.write(base());
        const Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 2);
        QCOMPARE(outcome.report.damaged, 1);
        QCOMPARE(outcome.report.lines.size(), std::size_t{1});
        QVERIFY2(outcome.report.lines[0].contains(words), qPrintable(outcome.report.lines[0]));
        QVERIFY(outcome.report.lines[0].startsWith(u"record 2"_s));
        QCOMPARE(outcome.records[1].mfn, 3);
    }

    void linesAreCapped()
    {
        IsisWriter writer(Layout::Packed);
        for (int record = 0; record < 250; ++record)
            writer.add(three, {.base = 41});
        const int place = writer.add(three, {.mfn = 1});
        writer.write(base());
        const Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.damaged, 251);
        QCOMPARE(outcome.report.lines.size(), IsisReport::maxLines);
        QCOMPARE(outcome.report.linesLeftOut, 151);
        QCOMPARE(outcome.report.lines[0],
                 u"record 1 at byte 64: BASE 36 expected for 3 fields, 41 found"_s);
        QVERIFY(place > 0);
    }

    void countsThatDisagree()
    {
        IsisWriter writer(Layout::Packed);
        for (int record = 0; record < 3; ++record)
            writer.add(three);
        writer.setNextMfn(2);
        writer.write(base());
        Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 1);
        QCOMPARE(outcome.report.damaged, 2);
        QCOMPARE(outcome.report.lines[0],
                 u"no record above 1 expected by the .mst, 2 found in the .xrf"_s);
        writer.setNextMfn(2147483647);
        writer.write(base());
        outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 3);
        QCOMPARE(outcome.report.damaged, 2147483646 - 127);
        QCOMPARE(outcome.report.lines[0], u"records 128 to 2147483646: entries expected, "
                                          "the .xrf ends after 512 bytes"_s);
    }

    void blockNumbers()
    {
        IsisWriter writer(Layout::Packed);
        writer.add(three);
        writer.write(base());
        QByteArray bytes = writer.crossReference();
        bytes.replace(0, 4, QByteArray("\x00\x00\x00\x80", 4));
        IsisWriter::writeFile(xrf(), bytes);
        const Outcome outcome = readAll(mst());
        QCOMPARE(outcome.report.read, 1);
        QCOMPARE(outcome.report.damaged, 0);
        QCOMPARE(outcome.report.lines[0],
                 u"block at byte 0 of the .xrf: number 1 expected, -2147483648 found"_s);
    }

    void refusedFiles()
    {
        const auto refused = [this](ErrorKind kind, const QString &subject, const QString &page) {
            const auto file = IsisFile::open(mst(), page);
            return !file && file.error().kind == kind && file.error().subject == subject
                && !file.error().words.isEmpty();
        };
        QVERIFY(refused(ErrorKind::NotFound, mst(), u"850"_s));
        IsisWriter::writeFile(mst(), {});
        QVERIFY(refused(ErrorKind::InvalidInput, mst(), u"850"_s));
        IsisWriter::writeFile(mst(), QByteArray(100, 'x'));
        QVERIFY(refused(ErrorKind::InvalidInput, mst(), u"850"_s));
        IsisWriter writer(Layout::Packed);
        writer.add(three);
        IsisWriter::writeFile(mst(), writer.master());
        QVERIFY(refused(ErrorKind::NotFound, xrf(), u"850"_s));
        IsisWriter::writeFile(xrf(), {});
        QVERIFY(refused(ErrorKind::InvalidInput, xrf(), u"850"_s));
        IsisWriter::writeFile(xrf(), writer.crossReference());
        QVERIFY(refused(ErrorKind::InvalidInput, u"no such page"_s, u"no such page"_s));
        QVERIFY(refused(ErrorKind::InvalidInput, u"utf-16"_s, u"utf-16"_s));
        QVERIFY(IsisFile::open(mst()));
        QVERIFY(!IsisFile::open(m_folder.path()));
    }

    void capitalsInNames()
    {
        IsisWriter writer(Layout::Packed);
        writer.add(three);
        const QString upper = m_folder.filePath(u"CAT.MST"_s);
        for (const auto &name : {u"cat.Xrf"_s, u"CAT.XRF"_s}) {
            IsisWriter::writeFile(upper, writer.master());
            IsisWriter::writeFile(m_folder.filePath(name), writer.crossReference());
            QCOMPARE(readAll(upper).report.read, 1);
            cleanup();
        }
    }

    void everyTruncation_data() { layouts(); }
    void everyTruncation()
    {
        QFETCH(Layout, layout);
        IsisWriter writer(layout);
        for (int record = 0; record < 4; ++record)
            writer.add(three);
        writer.write(base());
        const QByteArray master = writer.master(), crossReference = writer.crossReference();
        std::int64_t before = -1;
        for (qsizetype size = 0; size <= master.size(); ++size) {
            IsisWriter::writeFile(mst(), master.left(size));
            if (size < 16) {
                QVERIFY(!IsisFile::open(mst()));
                continue;
            }
            const IsisReport report = readAll(mst()).report;
            QCOMPARE(report.read + report.damaged, 4);
            QCOMPARE(static_cast<std::int64_t>(report.lines.size()), report.damaged);
            QVERIFY(report.read >= before);
            before = report.read;
        }
        QCOMPARE(before, 4);
        for (qsizetype size = 1; size <= crossReference.size(); ++size) {
            IsisWriter::writeFile(xrf(), crossReference.left(size));
            const IsisReport report = readAll(mst()).report;
            QCOMPARE(report.read, std::clamp<qint64>(size / 4 - 1, 0, 4));
            QCOMPARE(report.read + report.damaged, 4);
        }
    }

    void everyByteWrong_data() { layouts(); }
    void everyByteWrong()   // read whole, or reported: never more than the file holds
    {
        QFETCH(Layout, layout);
        IsisWriter writer(layout);
        writer.add(three);
        writer.add({{9, "\x82t\x82"}});
        writer.write(base());
        for (const auto &[path, right] : {std::pair(mst(), writer.master()),
                                          std::pair(xrf(), writer.crossReference())}) {
            for (qsizetype place = 0; place < right.size(); ++place) {
                for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
                    QByteArray wrong = right;
                    wrong[place] = static_cast<char>(value);
                    IsisWriter::writeFile(path, wrong);
                    auto file = IsisFile::open(mst());
                    IsisRecord record;
                    while (file && file->next(record))
                        QVERIFY(record.fields.size() <= 3);
                }
            }
            IsisWriter::writeFile(path, right);
        }
    }

    void codePages_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QByteArray &bytes, const QString &text) {
            QTest::addRow("%s", name) << QString::fromLatin1(name) << bytes << text;
        };
        row("850", "\x82t\x82 \xd5\x1a", u"\u00e9t\u00e9 \u0131\x1a"_s);
        row("CP437", "\x82t\x82 \xd5\xe6", u"\u00e9t\u00e9 \u2552\u00b5"_s);
        row("windows-1252", "\xe9t\xe9 \x80", u"\u00e9t\u00e9 \u20ac"_s);
        row("ISO-8859-1", "\xe9t\xe9", u"\u00e9t\u00e9"_s);   // Qt's own
        row("UTF-8", "\xc3\xa9 \xff.", u"\u00e9 \ufffd."_s);
        row("ibm-850", QByteArray("a\0b", 3), u"a\ufffdb"_s);
        row("utf8", QByteArray("\xc3\xa9\0b", 4), u"\u00e9\ufffdb"_s);
    }
    void codePages()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        IsisWriter writer(Layout::Packed);
        writer.add({{1, bytes}});
        writer.write(base());
        const Outcome outcome = readAll(mst(), name);
        QCOMPARE(QString::fromStdString(outcome.records.at(0).fields.at(0).value), text);
    }

    void tablesAreAsQtKnowsThem()
    {
        for (const auto &[number, name] : {std::pair(437, "IBM437"), std::pair(850, "IBM850"),
                                           std::pair(1252, "windows-1252")}) {
            const auto table = CodePage::table(number);
            QCOMPARE(table.size(), std::size_t{128});
            if (!QStringDecoder(name).isValid())
                continue;   // Qt without ICU: then the table is all there is
            for (int byte = 128; byte < 256; ++byte) {
                QStringDecoder decoder(name);
                const QString text = decoder(QByteArray(1, static_cast<char>(byte)));
                const QString ours(QChar(table[static_cast<std::size_t>(byte - 128)]));
                if (number != 437 || byte != 0xe6)   // ICU: a Greek mu for the micro sign
                    QCOMPARE(text, ours);
            }
        }
        QVERIFY(CodePage::table(866).empty());
    }
};

QTEST_GUILESS_MAIN(TestIsis)
#include "tst_isis.moc"
