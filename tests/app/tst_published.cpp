// SPDX-License-Identifier: GPL-3.0-or-later
// Every workload on every kind of target, from outside: verified, equal, and what bad input gets.
#include "program.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QStorageInfo>
#include <QTest>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

const QStringList everyTarget{u"sqlite"_s,   u"postgres"_s,   u"mariadb"_s,
                              u"mariadb:engine=myisam"_s, u"qt:QSQLITE"_s, u"qt:QPSQL"_s};

QStringList run(const QString &workload, const QStringList &targets, const QString &drive,
                const QStringList &more = {})
{
    QStringList arguments{u"run"_s, u"--quiet"_s, u"--laps"_s, u"1"_s, u"--workload"_s, workload,
                          u"--drive"_s, drive};
    for (const QString &target : targets)
        arguments << u"--target"_s << target;
    return arguments + more;
}

QJsonObject readJson(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// A file system of its own in a file, or in memory; gone at the end.
class Mount
{
public:
    Mount(const QString &parent, const QString &name, const QString &make, int size_mb)
        : m_folder(parent + u'/' + name), m_image(m_folder + u".img"_s)
    {
        QDir().mkpath(m_folder);
        const bool memory = make == "tmpfs"_L1;
        const QString commands = memory
            ? u"mount -t tmpfs -o size=%1m none '%2'"_s.arg(size_mb).arg(m_folder)
            : u"truncate -s %1M '%2' && mkfs.%3 -q '%2' && mount -o loop '%2' '%4'"_s.arg(size_mb)
                  .arg(m_image, make, m_folder);
        m_mounted = QProcess::execute(u"sh"_s, {u"-c"_s, commands + u" 2>/dev/null"_s}) == 0;
        if (m_mounted)
            QProcess::execute(u"chmod"_s, {u"755"_s, m_folder});
    }
    ~Mount()
    {
        if (m_mounted)
            QProcess::execute(u"umount"_s, {m_folder});
        QFile::remove(m_image);
        QDir().rmdir(m_folder);
    }
    Mount(const Mount &) = delete;
    Mount &operator=(const Mount &) = delete;
    [[nodiscard]] bool isThere() const { return m_mounted; }
    [[nodiscard]] QString folder() const { return m_folder; }

private:
    QString m_folder, m_image;
    bool m_mounted = false;
};

/// Tables after a step, as text; equal wherever a target has the step.
void checkEqual(const QJsonObject &json)
{
    QMap<int, QSet<QString>> tables;
    for (const QJsonValue &lap : json["laps"_L1].toArray()) {
        for (const QJsonValue &step : lap["steps"_L1].toArray()) {
            QCOMPARE(step["verified"_L1].toString(), u"yes"_s);
            QVERIFY(step["wall_s"_L1].toDouble() > 0);
            const QJsonDocument document(step["tables"_L1].toObject());
            QJsonObject object = step["tables"_L1].toObject();
            for (const QString &key : object.keys()) {   // (database 2): where there are several
                if (key.contains(u'('))
                    object.remove(key);
            }
            tables[step["number"_L1].toInt()].insert(
                QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
        }
    }
    for (auto it = tables.begin(); it != tables.end(); ++it)
        QVERIFY2(it->size() == 1, qPrintable(u"step %1: "_s.arg(it.key())
                                             + it->values().join(u' ')));
}

const QByteArray script = "-- drivetrain: step Load\nCREATE TABLE friends (id INTEGER PRIMARY KEY, "
                          "name VARCHAR(40), height REAL);\nBEGIN;\n"
                          "INSERT INTO friends VALUES (1, 'Ada', 1.5);\n"
                          "INSERT INTO friends VALUES (2, 'O''Hara; too', 1.75);\n"
                          "INSERT INTO friends (id, name) VALUES (3, 'Grace');\nCOMMIT;\n"
                          "-- drivetrain: step Change\nUPDATE friends SET name='Bob' WHERE id=1;\n"
                          "DELETE FROM friends WHERE id=2;\n";

} // namespace

class TestPublished : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyWorkloadOnEveryTarget_data();
    void everyWorkloadOnEveryTarget();
    void everyTransport_data();
    void everyTransport();
    void scriptThatEndsInAString();
    void statementThatFails_data();
    void statementThatFails();
    void fullDriveFailsByName();
    void vacuumOnThreeFileSystems();
    void whatIsNotOfferedIsSaid();
};

void TestPublished::everyWorkloadOnEveryTarget_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QString>("scale");
    QTest::addColumn<int>("steps");
    QTest::newRow("bulk-load") << u"bulk-load"_s << u"0.002"_s << 8;
    QTest::newRow("vacuum") << u"vacuum"_s << u"0.01"_s << 1;
    QTest::newRow("catalogue") << u"catalogue"_s << u"0.002"_s << 8;
    QTest::newRow("speed-comparison") << u"speed-comparison"_s << u"0.01"_s << 16;
    QTest::newRow("script") << u"script"_s << u"1"_s << 2;
}

void TestPublished::everyWorkloadOnEveryTarget()
{
    QFETCH(QString, workload);
    QFETCH(QString, scale);
    QFETCH(int, steps);
    const Program program;
    write(program.path(u"own.sql"_s), script);
    QStringList more{u"--scale"_s, scale, u"--out"_s, program.path(u"out"_s)};
    if (workload == "script"_L1)
        more << u"--input"_s << program.path(u"own.sql"_s);
    const auto result = program.run(run(workload, everyTarget, program.drive(), more));
    QVERIFY2(result.status == 0, qPrintable(result.err + result.out));
    const QJsonObject json = readJson(program.path(u"out/run.json"_s));
    QVERIFY(json["all_verified"_L1].toBool());
    QCOMPARE(json["laps"_L1].toArray().size(), everyTarget.size());
    for (const QJsonValue &lap : json["laps"_L1].toArray())
        QVERIFY(lap["steps"_L1].toArray().size() >= steps);
    checkEqual(json);
    QFile report(program.path(u"out/report.html"_s));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const bool hasHistory = report.readAll().contains("istorical");
    QCOMPARE(hasHistory, workload != "script"_L1);
    QCOMPARE(program.leftovers(), QStringList());
}

void TestPublished::everyTransport_data()
{
    QTest::addColumn<QString>("transport");
    for (const char *name : {"prepared", "pipelined", "bulk"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestPublished::everyTransport()
{
    QFETCH(QString, transport);
    const Program program;
    write(program.path(u"own.sql"_s), script);
    QStringList targets{u"postgres"_s, u"mariadb"_s};
    if (transport != "pipelined"_L1)
        targets << u"sqlite"_s;
    for (const QString &workload : {u"bulk-load"_s, u"catalogue"_s, u"script"_s}) {
        const QString out = program.path(workload);
        QStringList more{u"--scale"_s, u"0.005"_s, u"--out"_s, out, u"--transport"_s, transport,
                         u"--transaction"_s, u"100"_s};
        if (workload == "script"_L1)
            more << u"--input"_s << program.path(u"own.sql"_s);
        const auto result = program.run(run(workload, targets, program.drive(), more));
        QVERIFY2(result.status == 0, qPrintable(workload + result.err + result.out));
        checkEqual(readJson(out + u"/run.json"_s));
    }
}

void TestPublished::scriptThatEndsInAString()
{
    const Program program;
    write(program.path(u"own.sql"_s), "CREATE TABLE a (b INTEGER);\nINSERT INTO a VALUES ('oh);\n");
    const auto result = program.run(run(u"script"_s, {u"sqlite"_s}, program.drive(),
                                        {u"--input"_s, program.path(u"own.sql"_s)}));
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("line 2, column 23"_L1), qPrintable(result.err));
    QCOMPARE(program.leftovers(), QStringList());
}

void TestPublished::statementThatFails_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("transport");
    for (const QString &target : {u"sqlite"_s, u"postgres"_s, u"mariadb"_s, u"qt:QSQLITE"_s})
        QTest::newRow(qPrintable(target)) << target << u"literal"_s;
    QTest::newRow("pipelined") << u"postgres"_s << u"pipelined"_s;
    QTest::newRow("pipelined MariaDB") << u"mariadb"_s << u"pipelined"_s;
}

void TestPublished::statementThatFails()
{
    QFETCH(QString, target);
    QFETCH(QString, transport);
    const Program program;
    write(program.path(u"own.sql"_s), "CREATE TABLE a (b INTEGER PRIMARY KEY);\n"
                                      "INSERT INTO a VALUES (1);\n\n"
                                      "INSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);\n");
    const QStringList more{u"--input"_s, program.path(u"own.sql"_s), u"--transport"_s, transport};
    const auto stopped = program.run(run(u"script"_s, {target}, program.drive(), more));
    QCOMPARE(stopped.status, 1);
    QVERIFY2(stopped.err.contains("line 4, statement 3"_L1), qPrintable(stopped.err));
    if (transport != "literal"_L1)
        return;
    const auto went = program.run(
        run(u"script"_s, {target}, program.drive(),
            more + QStringList{u"--parameter"_s, u"script.on_error=continue"_s, u"--out"_s,
                               program.path(u"out"_s)}));
    QVERIFY2(went.status == 0, qPrintable(went.err + went.out));
    const QJsonValue step =
        readJson(program.path(u"out/run.json"_s))["laps"_L1][0]["steps"_L1][0];
    QCOMPARE(step["failed_operations"_L1].toInt(), 1);
    QCOMPARE(step["operations"_L1].toInt(), 3);
    QVERIFY(step["note"_L1].toString().contains("line 4, statement 3"_L1));
    QCOMPARE(step["tables"_L1]["a"_L1]["rows"_L1].toInt(), 2);
}

/// The forecast is deceived by a file that appears after it: the lap fails, says why, and what
/// follows runs on.
void TestPublished::fullDriveFailsByName()
{
    if (geteuid() != 0)
        QSKIP("mounting needs root");
    const Program program;
    const Mount small(program.folder(), u"small"_s, u"tmpfs"_s, 110);
    if (!small.isThere())
        QSKIP("file systems cannot be mounted here");
    write(program.path(u"own.sql"_s),
          "CREATE TABLE a (b TEXT);\nINSERT INTO a VALUES ('"
              + QByteArray(4'000'000, 'x') + "');\n"
              + QByteArray("INSERT INTO a SELECT b FROM a;\n").repeated(7));
    const auto result =
        program.run(run(u"script"_s, {u"sqlite"_s}, small.folder(),
                        {u"--drive"_s, program.drive(), u"--input"_s, program.path(u"own.sql"_s)}));
    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.contains(small.folder()) && result.err.contains("full"_L1),
             qPrintable(result.err));
    QVERIFY2(result.out.contains("own.sql"_L1), qPrintable(result.out));
    QCOMPARE(QDir(small.folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList());
    QCOMPARE(program.leftovers(), QStringList());
}

void TestPublished::vacuumOnThreeFileSystems()
{
    if (geteuid() != 0)
        QSKIP("mounting needs root");
    const Program program;
    const Mount ext4(program.folder(), u"ext4"_s, u"ext4"_s, 400),
        xfs(program.folder(), u"xfs"_s, u"xfs"_s, 400),
        memory(program.folder(), u"memory"_s, u"tmpfs"_s, 300),
        temp(program.folder(), u"temp"_s, u"ext4"_s, 200);
    if (!ext4.isThere() || !xfs.isThere() || !memory.isThere() || !temp.isThere())
        QSKIP("loop devices cannot be mounted here");
    const auto result = program.run(
        run(u"vacuum"_s, {u"sqlite:journal=delete"_s, u"sqlite"_s}, ext4.folder(),
            {u"--drive"_s, xfs.folder(), u"--drive"_s, memory.folder(), u"--temp-drive"_s,
             temp.folder(), u"--scale"_s, u"0.1"_s, u"--out"_s, program.path(u"out"_s)}));
    QVERIFY2(result.status == 0, qPrintable(result.err + result.out));
    const QJsonObject json = readJson(program.path(u"out/run.json"_s));
    QSet<QString> folders;
    for (const QJsonValue &lap : json["laps"_L1].toArray()) {
        const QString folder = lap["data_folder"_L1].toString();
        folders << folder.section(u'/', 0, -2);
        const QJsonValue step = lap["steps"_L1][0];
        QVERIFY(step["size_after_bytes"_L1].toDouble() < 1.5 * step["size_before_bytes"_L1].toDouble());
        QVERIFY2(QRegularExpression(u"free list: [1-9]\\d* before, 0 after"_s)
                     .match(step["note"_L1].toString()).hasMatch(),
                 qPrintable(step["note"_L1].toString()));
        QVERIFY2(step["note"_L1].toString().contains(temp.folder()),
                 qPrintable(step["note"_L1].toString()));
    }
    QCOMPARE(folders, (QSet<QString>{ext4.folder(), xfs.folder(), memory.folder()}));
    QCOMPARE(program.leftovers(), QStringList());
}

void TestPublished::whatIsNotOfferedIsSaid()
{
    const Program program;
    const auto noInput = program.run(run(u"script"_s, {u"sqlite"_s}, program.drive()));
    QCOMPARE(noInput.status, 2);
    QVERIFY2(noInput.err.contains("input"_L1), qPrintable(noInput.err));
    const auto pipelined = program.run(run(u"bulk-load"_s, {u"sqlite"_s}, program.drive(),
                                           {u"--transport"_s, u"pipelined"_s}));
    QCOMPARE(pipelined.status, 2);
    const auto parameter = program.run(run(u"bulk-load"_s, {u"sqlite"_s}, program.drive(),
                                           {u"--parameter"_s, u"bulk-load.variants=some"_s}));
    QCOMPARE(parameter.status, 2);
    QVERIFY2(parameter.err.contains("all|classic"_L1), qPrintable(parameter.err));
    QByteArray control(64, '\0');   // of a master file whose .xrf is missing
    control[4] = 2;
    control[8] = 1;
    write(program.path(u"broken.mst"_s), control);
    const auto isis = program.run(run(u"catalogue"_s, {u"sqlite"_s}, program.drive(),
                                      {u"--input"_s, program.path(u"broken.mst"_s)}));
    QCOMPARE(isis.status, 2);
    QVERIFY2(isis.err.contains("broken.xrf"_L1), qPrintable(isis.err));
}

QTEST_GUILESS_MAIN(TestPublished)
#include "tst_published.moc"
