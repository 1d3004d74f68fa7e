// SPDX-License-Identifier: GPL-3.0-or-later
// What lies below SQLite's sessions: the layer under its files, and the library that is called.
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_session.h"
#include "sqlite_test.h"
#include <QSet>
#include <dlfcn.h>
#include <thread>

using namespace drivetrain;

namespace {

/// Looks into a folder from a thread of its own until it is asked what was there.
class Watch
{
public:
    explicit Watch(const QString &folder)
        : m_thread([this, folder](const std::stop_token &stop) {
              while (!stop.stop_requested()) {
                  for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files)) {
                      m_names.insert(file.fileName());
                      m_most_bytes = std::max(m_most_bytes, file.size());
                  }
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
              }
          }) {}
    QSet<QString> names()
    {
        m_thread.request_stop();
        if (m_thread.joinable())
            m_thread.join();
        return m_names;
    }
    qint64 most_bytes() { return names().isEmpty() ? 0 : m_most_bytes; }
private:
    QSet<QString> m_names;
    qint64 m_most_bytes = 0;
    std::jthread m_thread;   // last: it uses the others
};

/// Where the SQLite lies that this program is linked with.
QString linkedLibrary()
{
    Dl_info info = {};
    return dladdr(reinterpret_cast<void *>(&sqlite3_libversion), &info) != 0
        ? QFileInfo(QString::fromLocal8Bit(info.dli_fname)).canonicalFilePath()
        : QString();
}

bool isLoaded(const QString &library)
{
    QFile maps(u"/proc/self/maps"_s);
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(library.toUtf8());
}

} // namespace

class TestSqliteLayers : public SqliteTest
{
    Q_OBJECT
private Q_SLOTS:
    void temporaryFiles_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<bool>("isSeen");
        const QByteArray sort = "SELECT count(*) FROM (SELECT a FROM t ORDER BY a DESC LIMIT 20000 "
                                "OFFSET 1)";
        const QByteArray index = "CREATE INDEX i ON t(a)";
        const QByteArray table = "CREATE TEMP TABLE x AS SELECT a FROM t";
        QTest::newRow("vacuum") << u"cache=50"_s << QByteArray("VACUUM") << true;
        QTest::newRow("sort") << u"cache=50"_s << sort << true;
        QTest::newRow("index") << u"cache=50"_s << index << true;
        QTest::newRow("table") << u"cache=50,temp_store=file"_s << table << true;
        QTest::newRow("in memory") << u"cache=50,temp_store=memory"_s << sort << false;
        QTest::newRow("vacuum, journal off") << u"cache=50,journal=off"_s << QByteArray("VACUUM")
                                             << true;
    }
    void temporaryFiles()
    {
        QFETCH(QString, options);
        QFETCH(QByteArray, sql);
        QFETCH(bool, isSeen);
        QVERIFY(engine().capabilities(*parseTarget(u"sqlite"_s)).temp_folder);
        Place apart = place();
        apart.temp_folder = m_elsewhere->path();
        open(u"sqlite:"_s + options, apart);
        answer("CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n "
               "WHERE i<30000) INSERT INTO t SELECT randomblob(1000) FROM n");
        auto session = m_installation->connect({});
        const IoTotals before = m_installation->io();
        Watch watch(m_elsewhere->path());
        const auto done = (*session)->execute(sql.toStdString());
        QVERIFY2(done.has_value(), done ? "" : qPrintable(done.error().words));
        QCOMPARE(!watch.names().isEmpty(), isSeen);
        if (isSeen) {
            QVERIFY2(watch.most_bytes() > 1'000'000,
                     qPrintable(QString::number(watch.most_bytes())));
            QVERIFY(*m_installation->io().write_bytes - *before.write_bytes > watch.most_bytes());
        }
        QCOMPARE(filesIn(m_elsewhere->path()).isEmpty(), !sql.contains("TEMP TABLE"));
        session->reset();   // with it, its temporary tables
        QVERIFY(filesIn(m_elsewhere->path()).isEmpty());
    }

    void temporaryFilesAreDropped()   // with a session that is still at it
    {
        Place apart = place();
        apart.temp_folder = m_elsewhere->path();
        QFile stranger(m_elsewhere->filePath(u"mine"_s));
        QVERIFY(stranger.open(QIODevice::WriteOnly));
        open(u"sqlite:cache=50,temp_store=file"_s, apart);
        auto session = m_installation->connect({});
        QVERIFY((*session)->execute("CREATE TEMP TABLE x(a); WITH RECURSIVE n(i) AS (SELECT 1 "
                                    "UNION ALL SELECT i+1 FROM n WHERE i<5000) INSERT INTO x "
                                    "SELECT randomblob(1000) FROM n"));
        QVERIFY(filesIn(m_elsewhere->path()).size() > 1);
        QVERIFY(m_installation->drop().has_value());
        QCOMPARE(filesIn(m_elsewhere->path()), QStringList{u"mine"_s});
    }

    void anotherLibrary()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizers let nobody load a second library apart");
#endif
        const QString copy = m_elsewhere->filePath(u"libsqlite3.so.0"_s);
        QVERIFY(QFile::copy(linkedLibrary(), copy));
        const QString target = u"sqlite:library=%1,journal=delete,cache=50"_s.arg(copy);
        QVERIFY(engine().checkOptions(*parseTarget(target), {}).empty());
        QVERIFY(engine().preflight(*parseTarget(target), {}, {}, {}).empty());
        QCOMPARE(engine().availability(*parseTarget(target)).version,
                 QString::fromLatin1(sqlite3_libversion()));
        QVERIFY(!isLoaded(copy));
        const sqlite3_int64 linkedUses_bytes = sqlite3_memory_used();
        Place apart = place();
        QTemporaryDir temporary(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        apart.temp_folder = temporary.path();
        open(target, apart);
        QVERIFY(isLoaded(copy));
        QCOMPARE(m_installation->facts().version, QString::fromLatin1(sqlite3_libversion()));
        QVERIFY(m_installation->facts().client_library.startsWith(copy + u' '));
        QCOMPARE(setting("journal_mode"_L1), u"delete"_s);
        auto session = m_installation->connectTo(1, {});
        QVERIFY((*session)->execute("CREATE TABLE t(a, b, c)"));
        {
            auto insert = (*session)->prepare("INSERT INTO t VALUES(?, ?, ?)");
            QVERIFY(insert.has_value() && (*session)->begin());
            for (std::int64_t i = 0; i < 5000; ++i) {
                const std::array<Value, 3> row{i, 0.5, std::string_view("text")};
                QCOMPARE((*insert)->execute(row, nullptr)->rows_affected, 1);
            }
            QVERIFY((*session)->commit());
        }
        auto bulk = (*session)->bulk({"t", {"a", "b"}, 2});
        const std::array<Value, 2> zero{std::int64_t{0}, 0.5};
        for (int i = 0; i < 777; ++i)
            QVERIFY((*bulk)->row(zero));
        QCOMPARE((*bulk)->finish()->rows_affected, 777);
        bulk->reset();
        QCOMPARE(sqlite3_memory_used(), linkedUses_bytes);   // nothing went to the wrong library
        QVERIFY((*session)->execute("VACUUM"));
        QVERIFY(*m_installation->io().write_bytes > 100'000);
        QCOMPARE(answer("SELECT sum(a) || max(c) FROM t", 1), u"12497500text"_s);
        const auto wrong = (*session)->execute("SELEC 1");
        QVERIFY(!wrong && wrong.error().words.contains("syntax"_L1));
        (*session)->cancel();
        QCOMPARE((*session)->execute("SELECT 1").error().kind, ErrorKind::Cancelled);
        session->reset();
        m_installation.reset();
        QVERIFY(!isLoaded(copy));
    }

    void twoLibrariesAtOnce()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizers let nobody load a second library apart");
#endif
        const QString copy = m_elsewhere->filePath(u"libsqlite3.so.0"_s);
        QVERIFY(QFile::copy(linkedLibrary(), copy));
        const QTemporaryDir second(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        Place there;
        there.folder = second.path();
        auto other = opened(u"sqlite:library="_s + copy, there);
        QVERIFY(other.has_value());
        open(u"sqlite"_s, place());
        const auto insertAll = [](Installation &installation) {
            auto session = installation.connect({});
            const auto done = (*session)->execute(
                "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n "
                "WHERE i<100000) INSERT INTO t SELECT i FROM n");
            return done ? done->rows_affected : -1;
        };
        std::int64_t rows = 0;
        std::jthread thread([&] { rows = insertAll(**other); });
        QCOMPARE(insertAll(*m_installation), 100'000);
        thread.join();
        QCOMPARE(rows, 100'000);
        other->reset();
        QVERIFY(filesIn(second.path()).isEmpty());
    }

    void badLibrary_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("words");
        QTest::newRow("missing") << u"/no/such/libsqlite3.so"_s << u"no such file"_s;
        QTest::newRow("folder") << u"/usr"_s << u"no such file"_s;
        QTest::newRow("text") << QString() << u"not a library that can be loaded"_s;
        QTest::newRow("another library") << u".qt"_s << u"not SQLite"_s;
        QTest::newRow("too old") << QStringLiteral(SQLITE_TOO_OLD) << u"SQLite 3.36.0 is too old"_s;
        QTest::newRow("incomplete") << QStringLiteral(SQLITE_INCOMPLETE)
                                    << u"it has no sqlite3_bind_double"_s;
    }
    void badLibrary()
    {
        QFETCH(QString, path);
        QFETCH(QString, words);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        if (!words.contains("file"_L1))
            QSKIP("the sanitizers let nobody load a second library apart");
#endif
        if (path.isEmpty()) {
            path = m_elsewhere->filePath(u"text.so"_s);
            QFile text(path);
            QVERIFY(text.open(QIODevice::WriteOnly) && text.write("not a library\n") > 0);
        } else if (path.endsWith(".qt"_L1)) {
            Dl_info info = {};
            QVERIFY(dladdr(reinterpret_cast<void *>(&qVersion), &info) != 0);
            path = QString::fromLocal8Bit(info.dli_fname);
        }
        const auto target = parseTarget(u"sqlite:library="_s + path);
        QVERIFY(engine().checkOptions(*target, {}).empty());
        const Faults faults = engine().preflight(*target, m_folder->path(), {}, u"targets[2]"_s);
        QCOMPARE(faults.size(), 1u);
        QCOMPARE(faults[0].code, FaultCode::EngineNotInstalled);
        QCOMPARE(faults[0].field, u"targets[2]"_s);
        QCOMPARE(faults[0].value, path);
        QVERIFY2(faults[0].detail.contains(words), qPrintable(faults[0].detail));
        const auto made = opened(target->text(), place());
        QVERIFY(!made && made.error().words == faults[0].detail);
    }

    void relativeLibrary()
    {
        const auto target = parseTarget(u"sqlite:library=libm.so.6"_s);
        const Faults faults = engine().checkOptions(*target, {});
        QCOMPARE(faults.size(), 1u);
        QCOMPARE(faults[0].code, FaultCode::BadOptionValue);
        QVERIFY(engine().preflight(*target, {}, {}, {}).empty());   // told once
        QVERIFY(!opened(target->text(), place()));
    }

    void bytesByKindOfFile()
    {
        const CountingVfs vfs(linkedSqlite, m_elsewhere->path().toStdString());
        const QByteArray path = m_folder->filePath(u"a.sqlite"_s).toUtf8();
        sqlite3 *raw = nullptr;
        const int rc = sqlite3_open_v2(path.constData(), &raw,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs.name());
        SqliteHandle db(raw);
        QCOMPARE(rc, SQLITE_OK);
        const auto run = [raw](const char *sql) {
            return sqlite3_exec(raw, sql, nullptr, nullptr, nullptr);
        };
        const auto &counters = vfs.counters();
        const auto &database = counters.of(FileRole::Database);
        const auto &journal = counters.of(FileRole::Journal);
        const auto &log = counters.of(FileRole::Log);
        const auto &temporary = counters.of(FileRole::Temporary);
        QCOMPARE(run("PRAGMA journal_mode=delete; PRAGMA synchronous=extra; PRAGMA cache_size=20; "
                     "CREATE TABLE t(a)"), SQLITE_OK);
        QCOMPARE(database.files_opened.load(), 1);
        QCOMPARE(journal.files_opened.load(), 1);   // of the first commit
        QVERIFY(database.write_bytes > 0 && database.syncs > 0 && database.time_ns > 0);
        QVERIFY(journal.write_bytes > 0 && journal.syncs > 0);
        QCOMPARE(counters.directory_syncs.load(), 1);
        QCOMPARE(run("PRAGMA synchronous=full; INSERT INTO t VALUES(1)"), SQLITE_OK);
        QCOMPARE(counters.directory_syncs.load(), 1);   // so FULL is not called durable here
        QCOMPARE(log.files_opened.load() + temporary.files_opened.load(), 0);
        const std::int64_t journal_bytes = journal.write_bytes;
        QCOMPARE(run("PRAGMA journal_mode=wal; INSERT INTO t VALUES(randomblob(500000))"),
                 SQLITE_OK);
        QVERIFY(log.files_opened == 1 && log.write_bytes > 500'000 && log.syncs > 0);
        QVERIFY(journal.write_bytes - journal_bytes < 100'000);   // changing to WAL takes one
        QCOMPARE(run("VACUUM"), SQLITE_OK);
        QVERIFY(temporary.files_opened > 0 && temporary.write_bytes > 400'000);
        QCOMPARE(temporary.syncs.load(), 0);
        QVERIFY(counters.sum(&CountingVfs::Role::write_bytes)
                >= temporary.write_bytes + log.write_bytes + database.write_bytes);
        db.reset();
        QVERIFY(QFile::remove(m_folder->filePath(u"a.sqlite"_s)));
    }
};

QTEST_GUILESS_MAIN(TestSqliteLayers)
#include "tst_sqlite_layers.moc"
