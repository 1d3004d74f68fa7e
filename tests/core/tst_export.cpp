// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export.h"
#include "sample_run.h"
#include "stats/comparison.h"
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace drivetrain;
using namespace drivetrain::testing;
using namespace Qt::StringLiterals;

class TestExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsAreThoseOfTheDesign();
    void figuresComeBackExactly();
    void aStepThatIsNotRightHasNoFigures();
    void percentilesNeedEnoughValues();
    void formulasAreNeutralised_data();
    void formulasAreNeutralised();
    void anythingCanStandInACell();
    void samplesComeBackExactly();
    void jsonHasEverything();
    void jsonMediansAreTheTables();
    void numbersKeepTheCLocale();
    void newFileIsWritten();
    void nothingIsOverwritten();
    void linksAreNotFollowed();
    void foldersThatDoNotTakeIt();
    void fullDriveLeavesNothing();
};

namespace {

using Table = QList<QStringList>;

/// RFC 4180 read by other means than it was written: one state machine over the bytes.
Table parse(const QByteArray &csv)
{
    Table table;
    QStringList line;
    QByteArray cell;
    bool quoted = false, afterQuote = false;
    const auto endCell = [&] {
        line << QString::fromUtf8(cell);
        cell.clear();
        afterQuote = false;
    };
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted) {
            if (c == '"' && i + 1 < csv.size() && csv[i + 1] == '"')
                cell += csv[++i];
            else if (c == '"')
                quoted = false, afterQuote = true;
            else
                cell += c;
        } else if (c == '"' && cell.isEmpty() && !afterQuote) {
            quoted = true;
        } else if (c == ',') {
            endCell();
        } else if (c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
            ++i;
            endCell();
            table << line;
            line.clear();
        } else {
            if (c == '"' || c == '\n' || c == '\r' || afterQuote)
                return {};   // not RFC 4180
            cell += c;
        }
    }
    return quoted || !line.isEmpty() || !cell.isEmpty() ? Table() : table;
}

QString cellOf(const Table &table, qsizetype row, const QString &column)
{
    const qsizetype at = table.at(0).indexOf(column);
    return at < 0 ? u"no such column"_s : table.at(row).at(at);
}

double numberOf(const Table &table, qsizetype row, const QString &column)
{
    bool good = false;
    const double value = cellOf(table, row, column).toDouble(&good);
    return good ? value : qQNaN();
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

} // namespace

void TestExport::columnsAreThoseOfTheDesign()
{
    const QByteArray csv = stepsCsv(sampleRun());
    QCOMPARE(
        csv.left(csv.indexOf("\r\n")),
        QByteArray("run,target,engine,version,drive,file_system,durability,transport,workload,step,"
                   "lap,rows,wall_s,user_s,sys_s,rows_per_s,p50_us,p95_us,p99_us,max_us,"
                   "phase_client_s,phase_prepare_s,phase_execute_s,phase_read_s,phase_write_s,"
                   "phase_sync_s,phase_commit_s,phase_network_s,phase_other_s,read_bytes,"
                   "write_bytes,syncs,size_before,size_after,server_user_s,server_sys_s,verified,"
                   "note"));
    const Table table = parse(csv);
    QCOMPARE(table.size(), 1 + 2 * 3 * 3);
    for (const QStringList &line : table)
        QCOMPARE(line.size(), table.at(0).size());
}

void TestExport::figuresComeBackExactly()
{
    Run run = sampleRun();
    run.id = 42;
    const Table table = parse(stepsCsv(run));
    qsizetype row = 0;
    for (const Lap &lap : run.laps) {
        for (const StepResult &step : lap.steps) {
            ++row;
            QCOMPARE(cellOf(table, row, u"run"_s), u"42"_s);
            QCOMPARE(cellOf(table, row, u"target"_s),
                     run.targets[static_cast<std::size_t>(lap.target)].spec.text());
            QCOMPARE(cellOf(table, row, u"step"_s), u"0%1 %2"_s.arg(step.number).arg(step.title));
            QCOMPARE(cellOf(table, row, u"lap"_s).toInt(), lap.number);
            QCOMPARE(cellOf(table, row, u"engine"_s), u"SQLite"_s);
            QCOMPARE(cellOf(table, row, u"file_system"_s), u"ext4"_s);
            QCOMPARE(cellOf(table, row, u"durability"_s), u"durable"_s);
            QVERIFY(numberOf(table, row, u"wall_s"_s) == step.wall_s);   // not nearly: exactly
            QVERIFY(numberOf(table, row, u"user_s"_s) == step.client.user_s);
            QVERIFY(numberOf(table, row, u"sys_s"_s) == step.client.sys_s);
            QVERIFY(numberOf(table, row, u"rows_per_s"_s) == *step.rate_per_s());
            QCOMPARE(cellOf(table, row, u"rows"_s).toLongLong(), step.rows);
            QCOMPARE(cellOf(table, row, u"write_bytes"_s),
                     step.write_bytes ? QString::number(*step.write_bytes) : QString());
            QCOMPARE(cellOf(table, row, u"read_bytes"_s), step.read_bytes ? u"0"_s : QString());
            QCOMPARE(cellOf(table, row, u"server_user_s"_s).isEmpty(), !step.server);
            QCOMPARE(cellOf(table, row, u"verified"_s), u"yes"_s);
            QCOMPARE(cellOf(table, row, u"note"_s), step.note);
            double phases_s = 0;
            for (std::size_t i = 0; i < phaseCount; ++i)
                phases_s += numberOf(
                    table, row,
                    u"phase_%1_s"_s.arg(QLatin1StringView(phaseName(static_cast<Phase>(i)))));
            QVERIFY(std::abs(phases_s - step.wall_s) < 1e-6);
        }
    }
}

void TestExport::aStepThatIsNotRightHasNoFigures()
{
    Run run = sampleRun(1);
    run.targets[1].facts.reset();
    run.laps[0].steps[0].verification = Verification::Wrong;
    run.laps[0].steps[0].wrong_detail = u"expected 3, found 4"_s;
    run.laps[0].steps[1].verification = Verification::Failed;
    run.laps[0].steps[2].verification = Verification::NotRun;
    run.laps[0].status = LapStatus::Failed;
    run.laps[0].error = Error{ErrorKind::DiskFull, u"SQLITE_FULL"_s, u"disk is full"_s, {}, {}};
    const Table table = parse(stepsCsv(run));
    const QStringList verified{u"wrong"_s, u"failed"_s, u"no"_s};
    for (qsizetype row = 1; row <= 3; ++row) {
        QCOMPARE(cellOf(table, row, u"verified"_s), verified[row - 1]);
        const qsizetype from = table[0].indexOf(u"rows"_s), to = table[0].indexOf(u"verified"_s);
        for (qsizetype column = from; column < to; ++column)
            QCOMPARE(table[row][column], QString());
    }
    QCOMPARE(cellOf(table, 1, u"note"_s), u"expected 3, found 4"_s);
    QVERIFY(cellOf(table, 2, u"note"_s).contains(u"disk is full"_s));
    QCOMPARE(cellOf(table, 4, u"durability"_s), QString());   // not known, not 'unsafe'
}

void TestExport::percentilesNeedEnoughValues()
{
    Run run = sampleRun(1);
    Histogram few;
    for (int i = 0; i < 100; ++i)
        few.record(2'000);
    run.laps[0].steps[0].latency = few;
    Histogram one;
    one.record(241'470'000);
    run.laps[0].steps[1].latency = one;
    const Table table = parse(stepsCsv(run));
    QCOMPARE(cellOf(table, 1, u"p95_us"_s), u"2"_s);
    QCOMPARE(cellOf(table, 1, u"p99_us"_s), QString());
    QCOMPARE(cellOf(table, 2, u"p50_us"_s), QString());
    QCOMPARE(cellOf(table, 2, u"max_us"_s), u"241470"_s);
    QVERIFY(!cellOf(table, 3, u"p99_us"_s).isEmpty());
}

void TestExport::formulasAreNeutralised_data()
{
    QTest::addColumn<QString>("text");
    for (const QString &text : {u"=1+1"_s, u"+1"_s, u"-1"_s, u"@SUM(A1)"_s, u"\tx"_s, u"\rx"_s,
                                u"=\"a\",b\r\n"_s})
        QTest::newRow(QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact)) << text;
}

void TestExport::formulasAreNeutralised()
{
    QFETCH(QString, text);
    Run run = sampleRun(1);
    run.targets[0].drive->folder = text;
    run.targets[0].facts->name = text;
    run.laps[0].steps[0].note = text;
    run.laps[0].samples[0].cpu_client_percent = -1.5;
    const Table table = parse(stepsCsv(run));
    QVERIFY(!table.isEmpty());
    for (const auto &column : {u"drive"_s, u"engine"_s, u"note"_s})
        QCOMPARE(cellOf(table, 1, column), u'\'' + text);
    QCOMPARE(cellOf(parse(samplesCsv(run)), 1, u"cpu_client_percent"_s), u"-1.5"_s);
}

void TestExport::anythingCanStandInACell()
{
    Run run = sampleRun(1);
    const QString odd = u"a,b \"c\"\nd\r\ne;ü€𝄞"_s;
    run.targets[0].drive->folder = odd;
    run.laps[0].steps[0].note = u"\""_s;
    run.laps[0].steps[1].note = u" "_s;
    run.laps[0].steps[2].note = QString();
    const Table table = parse(stepsCsv(run));
    QCOMPARE(cellOf(table, 1, u"drive"_s), odd);
    QCOMPARE(cellOf(table, 1, u"note"_s), u"\""_s);
    QCOMPARE(cellOf(table, 2, u"note"_s), u" "_s);
    QCOMPARE(cellOf(table, 3, u"note"_s), QString());
    run.laps[0].target = 99;   // no such target: no line, no crash
    QCOMPARE(parse(stepsCsv(run)).size(), 1 + 3);
}

void TestExport::samplesComeBackExactly()
{
    const Run run = sampleRun(1);
    const Table table = parse(samplesCsv(run));
    QCOMPARE(table.size(), 1 + 2 * 5);
    qsizetype row = 0;
    for (const Lap &lap : run.laps) {
        for (const Sample &sample : lap.samples) {
            ++row;
            QVERIFY(numberOf(table, row, u"t_s"_s) == sample.t_s);
            QVERIFY(numberOf(table, row, u"interval_s"_s) == sample.interval_s);
            QCOMPARE(cellOf(table, row, u"operations"_s).toULongLong(), sample.operations);
            QCOMPARE(cellOf(table, row, u"cpu_client_percent"_s),
                     sample.cpu_client_percent ? u"99.5"_s : QString());
            QCOMPARE(cellOf(table, row, u"cpu_server_percent"_s), QString());
            QCOMPARE(cellOf(table, row, u"lap"_s).toInt(), lap.number);
        }
    }
}

void TestExport::jsonHasEverything()
{
    Run run = sampleRun();
    run.id = 7;
    const QJsonObject json = QJsonDocument::fromJson(runJson(run)).object();
    QCOMPARE(json[u"run"_s].toInteger(), 7);
    QVERIFY(planFromJson(QJsonDocument(json[u"plan"_s].toObject()).toJson()).plan == run.plan);
    QCOMPARE(json[u"environment"_s].toObject(), run.environment);
    QVERIFY(json[u"environment"_s][u"governor"_s].isNull());
    QCOMPARE(json[u"targets"_s].toArray().size(), 2);
    QCOMPARE(json[u"targets"_s][0][u"facts"_s][u"settings"_s][0][u"value"_s].toString(), u"wal"_s);
    QCOMPARE(json[u"notes"_s].toArray().size(), 2);
    QVERIFY(!json[u"settings"_s].toArray().isEmpty());
    const QJsonArray laps = json[u"laps"_s].toArray();
    QCOMPARE(laps.size(), 6);
    for (qsizetype i = 0; i < laps.size(); ++i) {
        const Lap &lap = run.laps[static_cast<std::size_t>(i)];
        QCOMPARE(laps[i][u"samples"_s].toArray().size(), 5);
        for (qsizetype s = 0; s < 3; ++s) {
            const StepResult &step = lap.steps[static_cast<std::size_t>(s)];
            const QJsonValue found = laps[i][u"steps"_s][s];
            QVERIFY(found[u"wall_s"_s].toDouble() == step.wall_s);
            QVERIFY(found[u"client"_s][u"user_s"_s].toDouble() == step.client.user_s);
            QCOMPARE(found[u"write_bytes"_s].isNull(), !step.write_bytes);
            if (step.write_bytes)
                QCOMPARE(found[u"write_bytes"_s].toInteger(), *step.write_bytes);
            QCOMPARE(found[u"tables"_s][u"t1"_s][u"checksum"_s].toString(),
                     u"18446744073709551615"_s);
            QCOMPARE(found[u"phases_ns"_s][u"sync"_s].toInteger(), step.phases.of(Phase::Sync));
        }
    }
    QVERIFY(!runToJson(run, false)[u"laps"_s][0].toObject().contains(u"samples"_s));
    run.finished = {};   // interrupted
    QVERIFY(runToJson(run, false)[u"finished"_s].isNull());
    run.plan.scale = 0.1234567;   // as it must be given again to repeat the run
    QVERIFY(settingsBlock(run).join(u'\n').contains(u"scale 0.1234567,"_s));
}

void TestExport::jsonMediansAreTheTables()
{
    const Run run = sampleRun(5);
    const ResultTable table = resultTable(run, run.plan.workloads.front());
    const QJsonValue summary = runToJson(run, false)[u"summary"_s][0];
    for (qsizetype row = 0; row < 3; ++row) {
        for (qsizetype target = 0; target < 2; ++target)
            QVERIFY(summary[u"rows"_s][row][u"median_s"_s][target].toDouble()
                    == *table.rows[static_cast<std::size_t>(row)]
                            .cells[static_cast<std::size_t>(target)]
                            .median_s);
    }
    QVERIFY(summary[u"rows"_s][3][u"median_s"_s][0].toDouble() == *table.total.cells[0].median_s);
}

void TestExport::numbersKeepTheCLocale()
{
    const QByteArray before = stepsCsv(sampleRun(1)) + runJson(sampleRun(1));
    const QLocale locale;
    QLocale::setDefault(QLocale(QLocale::German));
    const QByteArray german = stepsCsv(sampleRun(1)) + runJson(sampleRun(1));
    QLocale::setDefault(locale);
    QCOMPARE(german, before);
}

void TestExport::newFileIsWritten()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QString(255, u'x'));   // as long as a name can be
    QVERIFY(writeNewFile(path, "some bytes").has_value());
    QCOMPARE(contentOf(path), QByteArray("some bytes"));
    QVERIFY(writeNewFile(folder.filePath(u"empty"_s), {}).has_value());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    const QByteArray large(5'000'000, 'y');
    QVERIFY(writeNewFile(folder.filePath(u"large"_s), large).has_value());
    QCOMPARE(contentOf(folder.filePath(u"large"_s)), large);
}

void TestExport::nothingIsOverwritten()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"there"_s);
    QVERIFY(writeNewFile(path, "first").has_value());
    const auto again = writeNewFile(path, "second");
    QVERIFY(!again);
    QCOMPARE(again.error().kind, ErrorKind::Exists);
    QCOMPARE(again.error().subject, path);
    QCOMPARE(contentOf(path), QByteArray("first"));
    QVERIFY(QDir(folder.path()).mkdir(u"folder"_s));
    QCOMPARE(writeNewFile(folder.filePath(u"folder"_s), "x").error().kind, ErrorKind::Exists);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"there"_s});
}

void TestExport::linksAreNotFollowed()
{
    const QTemporaryDir folder, elsewhere;
    const QString target = elsewhere.filePath(u"target"_s), link = folder.filePath(u"steps.csv"_s);
    QVERIFY(QFile::link(target, link));   // leads to nothing yet
    QCOMPARE(writeNewFile(link, "x").error().kind, ErrorKind::Exists);
    QVERIFY(!QFile::exists(target));
    QVERIFY(writeNewFile(target, "precious").has_value());
    QCOMPARE(writeNewFile(link, "x").error().kind, ErrorKind::Exists);
    QCOMPARE(contentOf(target), QByteArray("precious"));
}

void TestExport::foldersThatDoNotTakeIt()
{
    const QTemporaryDir folder;
    QCOMPARE(writeNewFile(folder.filePath(u"none/x"_s), "x").error().kind, ErrorKind::NotFound);
    if (::geteuid() != 0)
        QSKIP("becoming another account needs root");
    const QString path = folder.filePath(u"x"_s);
    QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner
                                                     | QFile::ExeOwner | QFile::ReadOther
                                                     | QFile::ExeOther));
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgid(65534) != 0 || ::setuid(65534) != 0)
            ::_exit(9);
        const auto written = writeNewFile(path, "x");
        ::_exit(!written && written.error().kind == ErrorKind::Permission ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestExport::fullDriveLeavesNothing()
{
    const QTemporaryDir folder;
    if (::mount("tmpfs", QFile::encodeName(folder.path()).constData(), "tmpfs", 0, "size=1m") != 0)
        QSKIP("mounting needs root");
    const auto written = writeNewFile(folder.filePath(u"x"_s), QByteArray(4 << 20, 'x'));
    const QStringList left = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
    ::umount2(QFile::encodeName(folder.path()).constData(), MNT_DETACH);
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::DiskFull);
    QCOMPARE(left, QStringList());
}

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
