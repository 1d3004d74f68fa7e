// SPDX-License-Identifier: GPL-3.0-or-later
// The command line from outside: real runs on real servers, files, exit statuses, bad input.
#include "program.h"
#include "store/store.h"
#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSet>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

/// Cells of a CSV file of ours, whose quoted cells hold no line ends.
QList<QStringList> readCsv(const QString &path)
{
    QFile file(path);
    QList<QStringList> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    for (const QString &line :
         QString::fromUtf8(file.readAll()).split(u"\r\n"_s, Qt::SkipEmptyParts)) {
        QStringList cells{QString()};
        bool quoted = false;
        for (const QChar c : line) {
            if (c == u'"')
                quoted = !quoted;
            else if (c == u',' && !quoted)
                cells << QString();
            else
                cells.last() += c;
        }
        lines << cells;
    }
    return lines;
}

QJsonObject readJson(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

/// Checksums and answers of each step are the same on every target, and every target's data was on
/// the drive.
void checkJson(const QString &path, const QString &drive)
{
    const QJsonObject run = readJson(path);
    QCOMPARE(run["status"_L1].toString(), u"finished"_s);
    QVERIFY(run["all_verified"_L1].toBool());
    QMap<int, QSet<QString>> checks;
    for (const QJsonValue &lap : run["laps"_L1].toArray()) {
        QVERIFY(lap["data_folder"_L1].toString().startsWith(drive));
        double operations = 0, sampled = 0;
        for (const QJsonValue &step : lap["steps"_L1].toArray()) {
            operations += step["operations"_L1].toDouble();
            const QJsonObject tables = step["tables"_L1].toObject();
            checks[step["number"_L1].toInt()].insert(
                step["answers_digest"_L1].toString()
                + QString::fromUtf8(QJsonDocument(tables).toJson(QJsonDocument::Compact)));
        }
        for (const QJsonValue &sample : lap["samples"_L1].toArray())
            sampled += sample["operations"_L1].toDouble();
        QCOMPARE(sampled, operations);   // the intervals add up to the total
    }
    QCOMPARE(checks.size(), 16);
    for (auto it = checks.begin(); it != checks.end(); ++it)
        QVERIFY2(it->size() == 1, qPrintable(it->values().join(u' ')));
}

} // namespace

class TestDrivetrain : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fourTargetsAgree_data()
    {
        QTest::addColumn<QString>("transport");
        QTest::newRow("literal") << u"literal"_s;
        QTest::newRow("prepared") << u"prepared"_s;
    }
    void fourTargetsAgree()
    {
        QFETCH(QString, transport);
        const Program program;
        const QString out = program.path(u"out"_s);
        const auto result = program.run({u"run"_s,
                                         u"--workload"_s,
                                         u"speed-comparison"_s,
                                         u"--target"_s,
                                         u"sqlite"_s,
                                         u"--target"_s,
                                         u"postgres"_s,
                                         u"--target"_s,
                                         u"mariadb"_s,
                                         u"--target"_s,
                                         u"mariadb:engine=myisam"_s,
                                         u"--drive"_s,
                                         program.drive(),
                                         u"--scale"_s,
                                         u"0.04"_s,
                                         u"--laps"_s,
                                         u"2"_s,
                                         u"--transport"_s,
                                         transport,
                                         u"--out"_s,
                                         out});
        QVERIFY2(result.status == 0, qPrintable(result.err + result.out));
        const auto csv = readCsv(out + u"/steps.csv"_s);
        QCOMPARE(csv.size(), 1 + 4 * 16 * 2);
        const auto column = [&csv](const QString &name) { return csv[0].indexOf(name); };
        QMap<QString, QSet<QString>> rowsOfStep;
        for (qsizetype i = 1; i < csv.size(); ++i) {
            QCOMPARE(csv[i].size(), csv[0].size());
            QCOMPARE(csv[i][column(u"verified"_s)], u"yes"_s);
            QVERIFY(csv[i][column(u"wall_s"_s)].toDouble() > 0);
            double phases = 0;
            for (qsizetype c = 0; c < csv[0].size(); ++c)
                phases += csv[0][c].startsWith("phase_"_L1) ? csv[i][c].toDouble() : 0;
            const double wall = csv[i][column(u"wall_s"_s)].toDouble();
            QVERIFY2(std::abs(phases - wall) <= 0.02 * wall, qPrintable(csv[i].join(u',')));
            const bool myisam = csv[i][column(u"target"_s)].contains("myisam"_L1);
            QCOMPARE(csv[i][column(u"durability"_s)], myisam ? u"unsafe"_s : u"durable"_s);
            rowsOfStep[csv[i][column(u"step"_s)]].insert(csv[i][column(u"rows"_s)]);
        }
        QCOMPARE(rowsOfStep.size(), 16);
        for (auto it = rowsOfStep.begin(); it != rowsOfStep.end(); ++it)
            QVERIFY2(it->size() == 1, qPrintable(it.key() + u": "_s + it->values().join(u' ')));
        checkJson(out + u"/run.json"_s, program.drive());
        for (const auto &name :
             {u"report.html"_s, u"samples.csv"_s, u"charts/speed-comparison-steps.png"_s,
              u"charts/speed-comparison-totals.png"_s, u"charts/speed-comparison-phases.png"_s})
            QVERIFY2(QFileInfo(out + u'/' + name).size() > 500, qPrintable(name));
        QCOMPARE(program.leftovers(), QStringList());

        const auto shown = program.run({u"show"_s, u"last"_s});
        QCOMPARE(shown.status, 0);
        QVERIFY(shown.out.contains("DROP TABLE"_L1));
        const auto listed = program.run({u"list"_s, u"runs"_s, u"--json"_s});
        QCOMPARE(QJsonDocument::fromJson(listed.out.toUtf8()).array().size(), 1);
        const auto again =
            program.run({u"export"_s, u"last"_s, u"--out"_s, program.path(u"again"_s),
                         u"--format"_s, u"csv,svg,pdf"_s, u"--size"_s, u"800x600"_s});
        QVERIFY2(again.status == 0, qPrintable(again.err));
        QCOMPARE(readCsv(program.path(u"again/steps.csv"_s)),
                 csv); // chart, table and file read the same run
        const auto refused = program.run({u"export"_s, u"last"_s, u"--out"_s, out});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.err.contains("steps.csv"_L1));
        QCOMPARE(program.run({u"compare"_s, u"last"_s, u"last"_s}).status, 0);
    }

    void eachTargetOnItsDrive()
    {
        const Program first;
        const Program second;
        QVERIFY(QProcess::execute(u"mount"_s, {u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=1g,mode=0755"_s,
                                               u"tmpfs"_s, second.drive()})
                    == 0
                || (QTest::qSkip("mounting needs root", __FILE__, __LINE__), true));
        const QString out = first.path(u"out"_s);
        const auto result =
            first.run({u"run"_s, u"--workload"_s, u"speed-comparison"_s, u"--target"_s, u"sqlite"_s,
                       u"--target"_s, u"postgres"_s, u"--target"_s, u"mariadb"_s, u"--drive"_s,
                       first.drive(), u"--drive"_s, second.drive(), u"--scale"_s, u"0.01"_s,
                       u"--laps"_s, u"1"_s, u"--out"_s, out});
        const QJsonObject run = readJson(out + u"/run.json"_s);
        const QStringList left = second.leftovers();
        QProcess::execute(u"umount"_s, {second.drive()});
        QVERIFY2(result.status == 0, qPrintable(result.err));
        QCOMPARE(left, QStringList());
        const QJsonArray targets = run["targets"_L1].toArray();
        QCOMPARE(targets.size(), 6);
        QSet<QString> systems;
        for (const QJsonValue &lap : run["laps"_L1].toArray()) {
            const QJsonValue drive = targets[lap["target"_L1].toInt()]["drive"_L1];
            systems.insert(drive["file_system"_L1].toString());
            QVERIFY2(lap["data_folder"_L1].toString().startsWith(drive["folder"_L1].toString()),
                     qPrintable(lap["data_folder"_L1].toString()));
        }
        QVERIFY(systems.contains(u"tmpfs"_s) && systems.size() == 2);
    }

    void badInputIsRefusedWhole_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("words");
        const QStringList base{u"run"_s, u"--workload"_s, u"speed-comparison"_s, u"--drive"_s,
                               u"DRIVE"_s};
        const auto row = [&base](const char *name, const QStringList &more,
                                 const QStringList &words) {
            QTest::newRow(name) << base + more << words;
        };
        row("scale 0", {u"--target"_s, u"sqlite"_s, u"--scale"_s, u"0"_s}, {u"scale"_s});
        row("scale 1e9", {u"--target"_s, u"sqlite"_s, u"--scale"_s, u"1000000000"_s}, {u"scale"_s});
        row("same twice", {u"--target"_s, u"sqlite"_s, u"--target"_s, u"sqlite"_s},
            {u"targets[1]"_s});
        row("unknown engine", {u"--target"_s, u"oracle"_s}, {u"oracle"_s});
        row("unknown setting",
            {u"--target"_s, u"postgres:shared_bufers=1GB"_s, u"--target"_s, u"mariadb:nonsense=1"_s,
             u"--target"_s, u"sqlite:jurnal=wal"_s},
            {u"shared_bufers"_s, u"nonsense"_s, u"jurnal"_s});
        row("somebody's data", {u"--target"_s, u"mariadb:datadir=/var/lib/mysql"_s, u"--target"_s,
                                u"postgres:data_directory=/var/lib/postgresql"_s, u"--target"_s, u"postgres:port=5432"_s},
            {u"targets[0]"_s, u"targets[1]"_s, u"targets[2]"_s});
        row("bad value", {u"--target"_s, u"sqlite:journal=maybe"_s}, {u"journal=maybe"_s});
        row("no such drive", {u"--target"_s, u"sqlite"_s, u"--drive"_s, u"/nowhere/at/all"_s},
            {u"/nowhere/at/all"_s});
        row("unreachable",
            {u"--target"_s, u"postgres://u@127.0.0.1:1/db"_s, u"--target"_s,
             u"mysql://u@127.0.0.1:1/db"_s},
            {u"targets[0]"_s, u"targets[1]"_s});
        row("password", {u"--target"_s, u"postgres://u:hunter2@localhost/db"_s}, {u"password"_s});
        row("many at once",
            {u"--target"_s, u"oracle"_s, u"--scale"_s, u"0"_s, u"--laps"_s, u"0"_s, u"--clients"_s,
             u"999"_s, u"--workload"_s, u"tpc"_s},
            {u"oracle"_s, u"scale"_s, u"laps"_s, u"clients"_s, u"tpc"_s});
        row("transport", {u"--target"_s, u"sqlite"_s, u"--transport"_s, u"bulk"_s}, {u"bulk"_s});
        row("unknown option", {u"--target"_s, u"sqlite"_s, u"--frobnicate"_s}, {u"frobnicate"_s});
    }
    void badInputIsRefusedWhole()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, words);
        const Program program;
        arguments.replaceInStrings(u"DRIVE"_s, program.drive());
        const auto result = program.run(arguments << u"--out"_s << program.path(u"out"_s), 30'000);
        QCOMPARE(result.status, 2);
        for (const QString &word : words)
            QVERIFY2(result.err.contains(word), qPrintable(word + u" in: "_s + result.err));
        QVERIFY(!(result.err + result.out).contains("hunter2"_L1));
        QVERIFY(!QFile::exists(program.path(u"out"_s)));
        QVERIFY(!QFile::exists(program.data() + u"/drivetrain/results.sqlite"_s));
        QCOMPARE(program.leftovers(), QStringList());
    }

    void planWithUnknownKeys()
    {
        const Program program;
        QFile plan(program.path(u"plan.json"_s));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write("{\"targets\": [\"sqlite\"], \"drives\": [\".\"], \"workloads\": "
                   "[\"speed-comparison\"], \"colour\": 1, "
                   "\"parameters\": {\"speed-comparison\": {\"b_rang\": 5}}}");
        plan.close();
        const auto result = program.run({u"run"_s, plan.fileName()});
        QCOMPARE(result.status, 2);
        QVERIFY(result.err.contains("colour"_L1) && result.err.contains("b_rang"_L1));
    }

    void readOnlyAndFullDrives()
    {
        const Program program;
        if (QProcess::execute(u"mount"_s, {u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=70m"_s, u"tmpfs"_s,
                                           program.drive()})
            != 0)
            QSKIP("mounting needs root");
        const QStringList base{u"run"_s,    u"--workload"_s, u"speed-comparison"_s, u"--target"_s,
                               u"sqlite"_s, u"--drive"_s,    program.drive()};
        const auto full = program.run(base + QStringList{u"--scale"_s, u"10"_s});
        QProcess::execute(u"mount"_s, {u"-o"_s, u"remount,ro"_s, program.drive()});
        const auto readOnly = program.run(base);
        QProcess::execute(u"umount"_s, {program.drive()});
        QCOMPARE(full.status, 2);
        QVERIFY2(full.err.contains("drives[0]"_L1) && full.err.contains("MB"_L1),
                 qPrintable(full.err));
        QCOMPARE(readOnly.status, 2);
        QVERIFY2(readOnly.err.contains("drives[0]"_L1), qPrintable(readOnly.err));
    }

    void driveFillsDuringALap()   // the lap fails by name, nothing is left, other targets run on
    {
        const Program program;
        if (QProcess::execute(u"mount"_s, {u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=300m"_s, u"tmpfs"_s,
                                           program.drive()})
            != 0)
            QSKIP("mounting needs root");
        QProcess process;
        program.prepare(process);
        process.setArguments({u"run"_s, u"--workload"_s, u"speed-comparison"_s, u"--target"_s,
                              u"sqlite"_s, u"--laps"_s, u"1"_s, u"--scale"_s, u"8"_s, u"--drive"_s,
                              program.drive(), u"--quiet"_s});
        process.start();
        QVERIFY(process.waitForStarted());
        QTest::qWait(1500);   // somebody else fills the drive meanwhile
        QProcess::execute(u"sh"_s,
                          {u"-c"_s, u"head -c 290M /dev/zero > '%1/full' 2>/dev/null; true"_s.arg(
                                        program.drive())});
        process.waitForFinished(120'000);
        const QString words = QString::fromUtf8(process.readAllStandardError());
        QFile::remove(program.drive() + u"/full"_s);
        const QStringList left = program.leftovers();
        QProcess::execute(u"umount"_s, {program.drive()});
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(words.contains("full"_L1), qPrintable(words));
        QCOMPARE(left, QStringList());
    }

    void nothingIsMadeByLooking()
    {
        const Program program;
        for (const auto &what : {u"targets"_s, u"drives"_s, u"workloads"_s, u"runs"_s}) {
            const auto result = program.run({u"list"_s, what, u"--json"_s});
            QCOMPARE(result.status, 0);
            QVERIFY(QJsonDocument::fromJson(result.out.toUtf8()).isArray());
        }
        QCOMPARE(program.run({u"show"_s, u"7"_s}).status, 2);
        QCOMPARE(program.run({u"list"_s, u"everything"_s}).status, 2);
        QCOMPARE(program.run({u"clean"_s, u"--dry-run"_s}).status, 0);
        QVERIFY(!QFile::exists(program.data() + u"/drivetrain/results.sqlite"_s));
    }
};

QTEST_GUILESS_MAIN(TestDrivetrain)
#include "tst_drivetrain.moc"
