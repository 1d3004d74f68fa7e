// SPDX-License-Identifier: GPL-3.0-or-later
// What a run leaves, when it ends well and when it is killed. Killed for real: this program starts
// itself.
#include "servers/leftovers.h"
#include "servers/processes.h"
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

constexpr auto leave = "--leave";
constexpr int processWithin_ms = 20'000;

/// A process in a group of its own, as servers are; killed at the end of a test that failed.
class Sleeper
{
public:
    explicit Sleeper(const QString &script = u"exec sleep 600"_s)
    {
        m_process.setChildProcessModifier([] { setpgid(0, 0); });
        m_process.start(u"/bin/sh"_s, {u"-c"_s, script});
        m_started = m_process.waitForStarted();
        m_pid = static_cast<pid_t>(m_process.processId());
    }
    ~Sleeper()
    {
        if (m_started)
            ::kill(-m_pid, SIGKILL);
        m_process.waitForFinished(processWithin_ms);
    }
    Sleeper(const Sleeper &) = delete;
    Sleeper &operator=(const Sleeper &) = delete;
    [[nodiscard]] pid_t pid() const { return m_pid; }
    QProcess &process() { return m_process; }
private:
    QProcess m_process;
    bool m_started = false;
    pid_t m_pid = 0;
};

/// What the killed application does: a folder with files, a server that is noted, then the wait for
/// its end.
int leaveThings(const QString &parent)
{
    auto folder = OwnFolder::make(parent);
    if (!folder || !QDir(folder->path()).mkdir(u"data"_s))
        return 1;
    QFile file(folder->path() + u"/data/table"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write("rows") != 4)
        return 1;
    file.close();
    const Sleeper server;
    const auto note = LeftoverNote::write({Leftover::Kind::Server,
                                           folder->path() + u"/data"_s,
                                           server.pid(),
                                           processStartTicks(server.pid()).value_or(0),
                                           {},
                                           {}});
    if (!note)
        return 1;
    std::printf("%s\n%d\n", qPrintable(folder->path()), static_cast<int>(server.pid()));
    std::fflush(stdout);
    while (true)
        pause();
}

bool writeFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write("mine") == 4;
}

} // namespace

class TestLeftovers : public QObject
{
    Q_OBJECT
    QTemporaryDir m_data;
    std::unique_ptr<QTemporaryDir> m_parent;

    QDir notes() const { return QDir(m_data.path() + u"/drivetrain/leftovers"_s); }
    qsizetype noteCount() const { return notes().entryList(QDir::Files).size(); }
    QString path(const QString &name) const { return m_parent->filePath(name); }

    /// Gives all notes to a process that is gone: ours, by the number, begun at another time.
    bool orphanNotes() const
    {
        for (const QString &name : notes().entryList(QDir::Files)) {
            QStringList parts = name.split(u'-');
            parts[1] = u"1"_s;
            if (!QFile::rename(notes().filePath(name), notes().filePath(parts.join(u'-'))))
                return false;
        }
        return true;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toUtf8()); }
    void init()
    {
        m_parent = std::make_unique<QTemporaryDir>(u"/var/tmp/tst_leftovers-XXXXXX"_s);
        QVERIFY(m_parent->isValid());
    }
    void cleanup()
    {
        m_parent.reset();
        QDir(notes().path()).removeRecursively();
    }

    void folderIsOursAlone()
    {
        QString where;
        {
            auto folder = OwnFolder::make(m_parent->path());
            QVERIFY(folder.has_value());
            where = folder->path();
            QVERIFY(where.startsWith(path(u".drivetrain-"_s)));
            struct stat status{};
            QCOMPARE(stat(QFile::encodeName(where).constData(), &status), 0);
            QCOMPARE(status.st_mode & 07777U, mode_t{0700});
            QCOMPARE(noteCount(), 1);
            QVERIFY(QDir(where).mkpath(u"a/b"_s));
            QVERIFY(writeFile(where + u"/a/b/.hidden"_s));
            const auto other = OwnFolder::make(m_parent->path());
            QVERIFY(other.has_value() && other->path() != where);
            OwnFolder moved = std::move(*folder);   // one owner, one removal
            QCOMPARE(moved.path(), where);
        }
        QVERIFY(!QFileInfo::exists(where));
        QCOMPARE(noteCount(), 0);
    }

    void removedOnceAndForAll()
    {
        auto folder = OwnFolder::make(m_parent->path());
        QVERIFY(folder.has_value());
        const QString where = folder->path();
        QVERIFY(folder->remove().has_value());
        QVERIFY(!QFileInfo::exists(where));
        QVERIFY(QDir().mkdir(where));   // somebody else's now
        QVERIFY(folder->remove().has_value());
        QVERIFY(QFileInfo::exists(where));
    }

    void parentThatIsNotThere()
    {
        const auto folder = OwnFolder::make(path(u"nowhere"_s));
        QVERIFY(!folder.has_value());
        QCOMPARE(folder.error().kind, ErrorKind::NotFound);
        QVERIFY(folder.error().subject.startsWith(path(u"nowhere"_s)));
        QCOMPARE(noteCount(), 0);
    }

    void linksAreNotFollowed()
    {
        QVERIFY(QDir().mkdir(path(u"user"_s)) && writeFile(path(u"user/file"_s)));
        auto folder = OwnFolder::make(m_parent->path());
        QVERIFY(QFile::link(path(u"user"_s), folder->path() + u"/link"_s));
        QVERIFY(QFile::link(path(u"user/file"_s), folder->path() + u"/file"_s));
        QVERIFY(QFile::link(path(u"nowhere"_s), folder->path() + u"/dangling"_s));
        QVERIFY(folder->remove().has_value());
        QVERIFY(QFileInfo::exists(path(u"user/file"_s)));
    }

    void folderThatBecameALink()   // even to one that bears the marker
    {
        auto folder = OwnFolder::make(m_parent->path());
        const QString where = folder->path();
        QVERIFY(QDir().rename(where, path(u"user"_s)));
        QVERIFY(writeFile(path(u"user/file"_s)));
        QVERIFY(QFile::link(path(u"user"_s), where));
        QVERIFY(!folder->remove().has_value());
        QVERIFY(QFileInfo::exists(path(u"user/file"_s)));
        QCOMPARE(noteCount(), 1);
    }

    void folderWithoutTheMarker()
    {
        QString where;
        {
            auto folder = OwnFolder::make(m_parent->path());
            where = folder->path();
            for (const QString &name : QDir(where).entryList(QDir::Files | QDir::Hidden))
                QVERIFY(QFile::remove(where + u'/' + name));
            QVERIFY(writeFile(where + u"/file"_s));
            const auto removed = folder->remove();
            QVERIFY(!removed.has_value());
            QCOMPARE(removed.error().kind, ErrorKind::Permission);
            QCOMPARE(removed.error().subject, where);
        }
        QVERIFY(QFileInfo::exists(where + u"/file"_s));
        QVERIFY(orphanNotes());
        const Sweep sweep = sweepLeftovers();
        QVERIFY(sweep.removed.empty());
        QCOMPARE(sweep.failed.size(), 1U);
        QCOMPARE(sweep.failed[0].first.path, where);
        QVERIFY(QFileInfo::exists(where + u"/file"_s));
        QCOMPARE(noteCount(), 1);   // for the next start to say again
    }

    void killedBetweenNoteAndFolder()
    {
        QVERIFY(
            LeftoverNote::write({Leftover::Kind::Folder, path(u".drivetrain-1"_s), 0, 0, {}, {}})
                .has_value());
        QVERIFY(orphanNotes());
        const Sweep sweep = sweepLeftovers();
        QVERIFY(sweep.removed.empty() && sweep.failed.empty());
        QCOMPARE(noteCount(), 0);
    }

    void killedApplication()
    {
        QProcess application;
        application.start(QCoreApplication::applicationFilePath(),
                          {QString::fromLatin1(leave), m_parent->path()});
        while (!application.canReadLine())
            QVERIFY(application.waitForReadyRead(processWithin_ms));
        const QString folder = QString::fromUtf8(application.readLine()).trimmed();
        while (!application.canReadLine())
            QVERIFY(application.waitForReadyRead(processWithin_ms));
        const pid_t server = application.readLine().trimmed().toInt();
        const auto ticks = processStartTicks(server);
        QVERIFY(ticks.has_value() && isAlive(server, *ticks));

        QVERIFY(findLeftovers().empty());   // it lives: nothing of it is left over
        const Sweep early = sweepLeftovers();
        QVERIFY(early.removed.empty() && early.failed.empty());
        QVERIFY(isAlive(server, *ticks) && QFileInfo::exists(folder + u"/data/table"_s));

        application.kill();
        QVERIFY(application.waitForFinished(processWithin_ms));
        QVERIFY(isAlive(server, *ticks));
        QCOMPARE(findLeftovers().size(), 2U);
        QVERIFY(isAlive(server, *ticks) && QFileInfo::exists(folder));   // looking changes nothing

        const Sweep sweep = sweepLeftovers();
        QCOMPARE(sweep.removed.size(), 2U);
        QVERIFY(sweep.failed.empty());
        QVERIFY(!isAlive(server, *ticks));
        QVERIFY(!QFileInfo::exists(folder));
        QCOMPARE(noteCount(), 0);
    }

    void reusedProcessNumber_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("a server's folder") << u"/var/tmp/.drivetrain-none/data"_s;
        QTest::newRow("no folder noted") << QString();
    }
    void reusedProcessNumber()
    {
        QFETCH(QString, path);
        const Sleeper innocent;
        const qint64 ticks = processStartTicks(innocent.pid()).value_or(0);
        QVERIFY(
            LeftoverNote::write({Leftover::Kind::Server, path, innocent.pid(), ticks - 1, {}, {}})
                .has_value());
        QVERIFY(orphanNotes());
        const Sweep sweep = sweepLeftovers();
        QVERIFY(sweep.removed.empty() && sweep.failed.empty());
        QVERIFY(isAlive(innocent.pid(), ticks));
        QCOMPARE(noteCount(), 0);
    }

    void childrenOfAToolThatDied()   // found by their group and by the folder that they work on
    {
        const QString data = path(u"data"_s);
        Sleeper tool(u"(sh -c 'sleep 600; exit' %1 & echo $!; wait)"_s.arg(data));
        QVERIFY(tool.process().waitForReadyRead(processWithin_ms));
        const pid_t child = tool.process().readLine().trimmed().toInt();
        const qint64 ticks = processStartTicks(tool.pid()).value_or(0);
        const qint64 childTicks = processStartTicks(child).value_or(0);
        QVERIFY(isAlive(child, childTicks));
        QVERIFY(LeftoverNote::write({Leftover::Kind::Server, data, tool.pid(), ticks, {}, {}})
                    .has_value());
        ::kill(tool.pid(), SIGKILL);
        QVERIFY(tool.process().waitForFinished(processWithin_ms) || !isAlive(tool.pid(), ticks));
        QVERIFY(isAlive(child, childTicks));
        QVERIFY(orphanNotes());
        QCOMPARE(sweepLeftovers().removed.size(), 1U);
        QVERIFY(!isAlive(child, childTicks));
    }

    void databasesAreForTheirEngine()
    {
        const Leftover database{Leftover::Kind::Database, {}, 0, 0, u"postgres://u@h/db"_s,
                                u"drivetrain_1"_s};
        QVERIFY(LeftoverNote::write(database).has_value());
        QVERIFY(orphanNotes());
        for (int i = 0; i < 2; ++i) {   // still noted until it is said to be gone
            const Sweep sweep = sweepLeftovers();
            QCOMPARE(sweep.databases.size(), 1U);
            QCOMPARE(sweep.databases[0].tag, database.tag);
            QCOMPARE(sweep.databases[0].target, database.target);
        }
        Leftover other = database;
        other.tag = u"drivetrain_2"_s;
        forgetDatabase(other);
        QCOMPARE(noteCount(), 1);
        forgetDatabase(database);
        QCOMPARE(noteCount(), 0);
    }

    void damagedNote()
    {
        QVERIFY(notes().mkpath(u"."_s));
        QVERIFY(writeFile(notes().filePath(u"1-1-1.json"_s))
                && writeFile(notes().filePath(u"mine.json"_s)));
        const Sweep sweep = sweepLeftovers();
        QVERIFY(sweep.removed.empty() && sweep.databases.empty() && sweep.failed.empty());
        QVERIFY(QFileInfo::exists(notes().filePath(u"mine.json"_s)));
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && std::strcmp(argv[1], leave) == 0)
        return leaveThings(QString::fromLocal8Bit(argv[2]));
    TestLeftovers test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_leftovers.moc"
