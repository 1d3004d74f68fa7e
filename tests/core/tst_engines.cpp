// SPDX-License-Identifier: GPL-3.0-or-later
// What every engine promises, on real servers that are started here.
#include "engines/engine.h"
#include "servers/leftovers.h"
#include "servers/processes.h"
#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <functional>
#include <thread>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

class Rows final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        for (const Cell &cell : cells)
            texts.push_back(cell.isNull ? "NULL" : std::string(cell.text));
    }
    std::vector<std::string> texts;
};

/// Runs for minutes: the engines cannot know that it is for nothing.
std::string longStatement(const QString &target)
{
    if (target.startsWith("sqlite"_L1))
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2000000000) "
               "SELECT count(*) FROM n";
    if (target.startsWith("postgres"_L1))
        return "SELECT count(*) FROM generate_series(1,2000000000)";
    return "SELECT sleep(600)";
}

/// More rows than anybody waits for, sent as they come.
std::string manyRows(const QString &target)
{
    if (target.startsWith("postgres"_L1))
        return "SELECT generate_series(1,100000000), repeat('x',1000)";
    return "SELECT seq, repeat('x',1000) FROM seq_1_to_100000000";
}

/// Calls `at` in the midst of a result.
class Midway final : public RowSink
{
public:
    explicit Midway(std::function<void()> at) : m_at(std::move(at)) {}
    void row(std::span<const Cell>) override
    {
        if (++m_rows == 10)
            m_at();
    }
private:
    std::function<void()> m_at;
    int m_rows = 0;
};

/// Not one that ended and that init, who inherits a killed server's children, has yet to notice.
bool isRunning(pid_t process)
{
    const auto ticks = processStartTicks(process);
    return ticks && isAlive(process, *ticks);
}

} // namespace

class TestEngines : public QObject
{
    Q_OBJECT
    QTemporaryDir m_data;
    std::optional<OwnFolder> m_folder;
    std::unique_ptr<Installation> m_installation;

    void open(const QString &target, Durability durability = Durability::Durable)
    {
        m_installation.reset();
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        Place place;
        place.folder = m_folder->path();
        place.durability = durability;
        const auto spec = parseTarget(target);
        auto opened = EngineRegistry::standard().find(spec->engine)->open(*spec, place, {});
        if (!opened)
            qFatal("%s", qPrintable(opened.error().words));
        m_installation = std::move(*opened);
    }
    void signalAll(int signal) const
    {
        for (const pid_t process : m_installation->processes())
            kill(process, signal);
    }
    QStringList notedFolders() const
    {
        QStringList folders;
        const QDir notes(m_data.path() + u"/drivetrain/leftovers"_s);
        for (const QString &name : notes.entryList(QDir::Files)) {
            QFile file(notes.filePath(name));
            const QJsonObject note = file.open(QIODevice::ReadOnly)
                ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
            if (note.value("kind"_L1).toInt() == int(Leftover::Kind::Folder))
                folders << note.value("path"_L1).toString();
        }
        return folders;
    }
    static void targets()
    {
        QTest::addColumn<QString>("target");
        for (const char *target : {"sqlite", "postgres", "mariadb", "mariadb:engine=myisam"})
            QTest::newRow(target) << QString::fromLatin1(target);
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toUtf8()); }
    void cleanup()
    {
        const std::vector<pid_t> processes =
            m_installation ? m_installation->processes() : std::vector<pid_t>();
        m_installation.reset();
        for (const pid_t process : processes)
            QVERIFY2(!isRunning(process), qPrintable(QString::number(process)));
        if (m_folder)
            QVERIFY(m_folder->remove().has_value());
        m_folder.reset();
        QVERIFY(findLeftovers().empty());
        QVERIFY(QDir(m_data.path() + u"/drivetrain/leftovers"_s).isEmpty());
    }

    void valuesAndCounts_data() { targets(); }
    void valuesAndCounts()
    {
        QFETCH(QString, target);
        open(target);
        auto session = m_installation->connect({});
        QVERIFY(session.has_value());
        Session &s = **session;
        const Dialect &dialect = m_installation->dialect();
        const auto affected = [&s](const std::string &sql) {
            const auto done = s.execute(sql);
            return done ? done->rows_affected : -1;
        };
        QCOMPARE(affected("CREATE TABLE t(a INTEGER, b VARCHAR(100))" + dialect.table_suffix), 0);
        QCOMPARE(affected("INSERT INTO t VALUES(1,'one'),(2,NULL),(3,'Grüße – 日本')"), 3);
        QCOMPARE(affected("CREATE INDEX i ON t(a)"), 0); // DDL affects no rows, whatever it copied
        QCOMPARE(affected("UPDATE t SET a=a WHERE a<3"), 2);   // found, though nothing changed
        QCOMPARE(affected("UPDATE t SET a=4 WHERE a=99"), 0);
        Rows rows;
        const auto read = s.execute("SELECT a, b FROM t ORDER BY a", &rows);
        QCOMPARE(read->rows_returned, 3);
        QCOMPARE(read->rows_affected, 0);
        const std::vector<std::string> expected{"1", "one", "2", "NULL", "3", "Grüße – 日本"};
        QVERIFY(rows.texts == expected);
        auto insert = s.prepare("INSERT INTO t VALUES(" + dialect.placeholder(1) + ","
                                + dialect.placeholder(2) + ")");
        QVERIFY(insert.has_value());
        for (const Value &text : {Value(std::string_view("zwölf")), Value()}) {
            const std::array values{Value(std::int64_t{12}), text};
            QCOMPARE((*insert)->execute(values, nullptr)->rows_affected, 1);
        }
        auto select =
            s.prepare("SELECT a, b FROM t WHERE a=" + dialect.placeholder(1) + " ORDER BY b DESC");
        Rows prepared;
        const std::array key{Value(std::int64_t{12})};
        QCOMPARE((*select)->execute(key, &prepared)->rows_returned, 2);
        std::sort(prepared.texts.begin(), prepared.texts.end());
        const std::vector<std::string> both{"12", "12", "NULL", "zwölf"};
        QVERIFY(prepared.texts == both);
        QCOMPARE(affected("DELETE FROM t"), 5);
        const auto wrong = s.execute("SELEC 1");
        QVERIFY(!wrong && wrong.error().kind == ErrorKind::Engine);
        QVERIFY(!wrong.error().code.isEmpty() && !wrong.error().words.isEmpty());
        QVERIFY(s.execute("SELECT 1").has_value());   // the session goes on
        QVERIFY(s.phases().sum_ns() > 0);
        QVERIFY(m_installation->size_bytes().value_or(0) > 0);
        QVERIFY(m_installation->dataFolder().startsWith(m_folder->path()));
        QCOMPARE(m_installation->processes().empty(), target == "sqlite"_L1);
    }

    void durabilityIsReadBack_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<int>("wished");
        QTest::addColumn<int>("effective");
        for (const char *target :
             {"sqlite", "postgres", "mariadb", "mariadb:engine=myisam", "mariadb:engine=aria"}) {
            const QByteArray name(target);
            for (const Durability wished :
                 {Durability::Durable, Durability::Relaxed, Durability::Unsafe}) {
                const Durability effective = name.endsWith("myisam") ? Durability::Unsafe
                    : name.endsWith("aria")                          ? Durability::Durable
                                                                     : wished;
                QTest::addRow("%s %d", target, int(wished))
                    << QString::fromLatin1(target) << int(wished) << int(effective);
            }
        }
        QTest::newRow("option wins")
            << u"sqlite:sync=off"_s << int(Durability::Durable) << int(Durability::Unsafe);
        QTest::newRow("option of a server wins")
            << u"postgres:fsync=off"_s << int(Durability::Durable) << int(Durability::Unsafe);
        QTest::newRow("rollback journal")
            << u"sqlite:journal=delete"_s << int(Durability::Durable) << int(Durability::Durable);
    }
    void durabilityIsReadBack()
    {
        QFETCH(QString, target);
        QFETCH(int, wished);
        QFETCH(int, effective);
        open(target, Durability(wished));
        QCOMPARE(int(m_installation->facts().durability), effective);
        const auto spec = parseTarget(target);
        QCOMPARE(int(EngineRegistry::standard()
                         .find(spec->engine)
                         ->effectiveDurability(*spec, Durability(wished))),
                 effective);
        QVERIFY(!m_installation->facts().version.isEmpty()
                && m_installation->facts().settings.size() > 3);
    }

    void cancelled_data() { targets(); }
    void cancelled()
    {
        QFETCH(QString, target);
        open(target);
        auto session = m_installation->connect({});
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            (*session)->cancel();
        });
        QElapsedTimer timer;
        timer.start();
        const auto done = (*session)->execute(longStatement(target));
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
        // MariaDB's sleep() is woken and answers 1 instead of failing.
        QVERIFY(!done ? done.error().kind == ErrorKind::Cancelled
                      : target.startsWith("mariadb"_L1));
        const auto later = (*session)->execute("SELECT 1");   // a cancel is remembered
        QVERIFY(!later && later.error().kind == ErrorKind::Cancelled);
    }

    void abandonedWhileTheServerIsFrozen_data() { targets(); }
    void abandonedWhileTheServerIsFrozen()
    {
        QFETCH(QString, target);
        open(target);
        auto session = m_installation->connect({});
        const std::vector<pid_t> processes = m_installation->processes();
        for (const pid_t process : processes)
            kill(process, SIGSTOP);
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            (*session)->cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            (*session)->abandon();
        });
        QElapsedTimer timer;
        timer.start();
        const auto done = (*session)->execute(longStatement(target));
        QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
        stopper.join();
        session->reset();
        m_installation.reset();   // also the end of the frozen server
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }

    void stoppedInTheMidstOfRows_data() { serverKilled_data(); }
    void stoppedInTheMidstOfRows()   // the rest of the result is not waited for
    {
        QFETCH(QString, target);
        open(target);
        enum class How { Cancel, Abandon, AbandonFrozen };
        for (const How how : {How::Cancel, How::Abandon, How::AbandonFrozen}) {
            for (const bool prepared : {false, true}) {
                auto session = m_installation->connect({});
                QVERIFY(session.has_value());
                QElapsedTimer timer;
                Midway sink([&] {
                    timer.start();
                    if (how == How::AbandonFrozen)
                        signalAll(SIGSTOP);
                    how == How::Cancel ? (*session)->cancel() : (*session)->abandon();
                });
                auto statement = prepared ? (*session)->prepare(manyRows(target)) : nullptr;
                QVERIFY(statement.has_value());
                const auto done = prepared ? (*statement)->execute({}, &sink)
                                           : (*session)->execute(manyRows(target), &sink);
                QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
                statement->reset();
                session->reset();
                QVERIFY(timer.isValid());
                const QString what =
                    u"%1 %2: %3 ms"_s.arg(int(how)).arg(prepared).arg(timer.elapsed());
                QVERIFY2(timer.elapsed() < 1000, qPrintable(what));
                signalAll(SIGCONT);
            }
        }
    }

    void droppedWithoutATrace_data() { targets(); }
    void droppedWithoutATrace()
    {
        QFETCH(QString, target);
        open(target);
        const QStringList folders = notedFolders();
        QCOMPARE(folders.size(),
                 target == "sqlite"_L1 ? 1 : 2); // the lap's, and that of the socket
        {
            auto session = m_installation->connect({});
            QVERIFY((*session)->execute("CREATE TABLE t(a INTEGER)"
                                        + m_installation->dialect().table_suffix));
            QVERIFY((*session)->execute("INSERT INTO t VALUES(1)"));
        }
        const IoTotals io = m_installation->io();
        QVERIFY(io.read_bytes && io.write_bytes);
        QVERIFY(target != "sqlite"_L1 || (*io.write_bytes > 0 && io.syncs.value_or(0) > 0));
        const std::vector<pid_t> processes = m_installation->processes();
        QVERIFY(m_installation->drop().has_value());
        QVERIFY(m_installation->drop().has_value());   // as often as one likes
        QVERIFY(m_installation->processes().empty());
        for (const pid_t process : processes)
            QVERIFY(!isRunning(process));
        m_installation.reset();
        for (const QString &folder : folders)
            QVERIFY2(folder == m_folder->path() || !QFileInfo::exists(folder), qPrintable(folder));
        QVERIFY(target != "sqlite"_L1
                || QDir(m_folder->path()).isEmpty()); // servers': with the lap's folder
    }

    void badOptionIsSaidInTheServersWords_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("postgres") << u"postgres:shared_buffers=nonsense"_s;
        QTest::newRow("mariadb") << u"mariadb:no_such_option=1"_s;
    }
    void badOptionIsSaidInTheServersWords()
    {
        QFETCH(QString, target);
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        Place place;
        place.folder = m_folder->path();
        const auto spec = parseTarget(target);
        const auto opened = EngineRegistry::standard().find(spec->engine)->open(*spec, place, {});
        QVERIFY(!opened);
        QCOMPARE(opened.error().kind, ErrorKind::Engine);
        QVERIFY2(opened.error().words.contains(spec->options[0].first.section(u'=', 0, 0))
                     || opened.error().words.contains(
                         QString(spec->options[0].first).replace(u'_', u'-')),
                 qPrintable(opened.error().words));
    }

    void serverKilled_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("postgres") << u"postgres"_s;
        QTest::newRow("mariadb") << u"mariadb"_s;
    }
    void serverKilled()   // said as a lost connection, never as success
    {
        QFETCH(QString, target);
        open(target);
        auto session = m_installation->connect({});
        std::jthread killer([processes = m_installation->processes()] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            for (const pid_t process : processes)
                kill(process, SIGKILL);
        });
        const auto done = (*session)->execute(longStatement(target));
        QVERIFY(!done);
        QVERIFY2(done.error().kind == ErrorKind::Connection,
                 qPrintable(done.error().code + done.error().words));
    }

    void stoppedWhileItStarts_data() { serverKilled_data(); }
    void stoppedWhileItStarts()
    {
        QFETCH(QString, target);
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        Place place;
        place.folder = m_folder->path();
        std::stop_source stop;
        std::jthread stopper([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const auto opened = EngineRegistry::standard().find(target)->open(*parseTarget(target),
                                                                          place, stop.get_token());
        QVERIFY(!opened && opened.error().kind == ErrorKind::Cancelled);
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    }

    void usersFileIsNotTakenOver()
    {
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        QFile file(m_folder->path() + u"/drivetrain.sqlite"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        Place place;
        place.folder = m_folder->path();
        const auto opened = EngineRegistry::standard()
                                .find(u"sqlite"_s)
                                ->open(*parseTarget(u"sqlite"_s), place, {});
        QVERIFY(!opened && opened.error().kind == ErrorKind::Exists);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll() == "mine");
    }
};

QTEST_GUILESS_MAIN(TestEngines)
#include "tst_engines.moc"
