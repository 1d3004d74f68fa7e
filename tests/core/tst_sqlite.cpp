// SPDX-License-Identifier: GPL-3.0-or-later
// What SQLite's targets promise beyond what every engine does: settings, files and where they lie.
#include "engines/engine.h"
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_session.h"
#include "model/run.h"
#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <dlfcn.h>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

class FirstCell final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        if (text.isEmpty())
            text = QString::fromUtf8(cells[0].text.data(), qsizetype(cells[0].text.size()));
    }
    QString text;
};

QByteArray checksum(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
}

QStringList filesIn(const QString &folder) { return QDir(folder).entryList(QDir::Files); }

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

/// A small file system of its own, while it lives.
class SmallDisk
{
public:
    explicit SmallDisk(const QString &folder) : m_folder(folder.toUtf8())
    {
        m_isMounted = mount("tmpfs", m_folder.constData(), "tmpfs", 0, "size=1m") == 0;
    }
    ~SmallDisk()
    {
        if (m_isMounted)
            umount2(m_folder.constData(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;
    [[nodiscard]] bool isMounted() const { return m_isMounted; }
private:
    QByteArray m_folder;
    bool m_isMounted = false;
};

} // namespace

class TestSqlite : public QObject
{
    Q_OBJECT
    std::optional<QTemporaryDir> m_folder, m_elsewhere;
    std::unique_ptr<Installation> m_installation;

    static const Engine &engine() { return *EngineRegistry::standard().find(u"sqlite"_s); }
    Place place() const
    {
        Place place;
        place.folder = m_folder->path();
        return place;
    }
    static Expected<std::unique_ptr<Installation>> opened(const QString &target, const Place &place,
                                                          const std::stop_token &stop = {})
    {
        return engine().open(*parseTarget(target), place, stop);
    }
    void open(const QString &target, const Place &place)
    {
        auto made = opened(target, place);
        QVERIFY2(made.has_value(), made ? "" : qPrintable(made.error().words));
        m_installation = std::move(*made);
    }
    QString setting(QLatin1StringView name) const
    {
        for (const Setting &each : m_installation->facts().settings) {
            if (each.name == name)
                return each.value;
        }
        return u"missing"_s;
    }
    QString answer(const std::string &sql, int database = 0) const
    {
        auto session = m_installation->connectTo(database, {});
        FirstCell first;
        const auto done = session ? (*session)->execute(sql, &first)
                                  : tl::unexpected(session.error());
        return done ? first.text : done.error().words;
    }
    /// A database with a table t of as many kilobytes, and pages of 1024 bytes.
    QString startFile(int kilobytes)
    {
        open(u"sqlite:page_size=1024,journal=delete"_s, place());
        answer("CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n "
               "WHERE i<" + std::to_string(kilobytes) + ") INSERT INTO t SELECT randomblob(1000) "
               "FROM n");
        const QString path = m_elsewhere->filePath(u"start.sqlite"_s);
        if (!QFile::copy(m_installation->address()->database, path))
            qFatal("no start file");
        m_installation.reset();
        return path;
    }
    static Durability amount(const QString &journal, const QString &sync)
    {
        if (sync == "off"_L1 || journal == "off"_L1 || journal == "memory"_L1)
            return Durability::Unsafe;
        if (sync == "normal"_L1 || (journal == "delete"_L1 && sync == "full"_L1))
            return Durability::Relaxed;
        return Durability::Durable;
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        m_elsewhere.emplace(u"/var/tmp/tst_sqlite-XXXXXX"_s);
        QVERIFY(m_folder->isValid() && m_elsewhere->isValid());
    }
    void cleanup()
    {
        m_installation.reset();
        const QStringList left = filesIn(m_folder->path());
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
    }

    void journalAndSync_data()
    {
        QTest::addColumn<QString>("journal");
        QTest::addColumn<QString>("sync");
        for (const char *journal : {"delete", "truncate", "persist", "memory", "wal", "off"}) {
            for (const char *sync : {"off", "normal", "full", "extra"})
                QTest::addRow("%s %s", journal, sync)
                    << QString::fromLatin1(journal) << QString::fromLatin1(sync);
        }
    }
    void journalAndSync()
    {
        QFETCH(QString, journal);
        QFETCH(QString, sync);
        const QString target = u"sqlite:journal=%1,sync=%2"_s.arg(journal, sync);
        QVERIFY(engine().checkOptions(*parseTarget(target), {}).empty());
        open(target, place());
        QCOMPARE(setting("journal_mode"_L1), journal);
        QCOMPARE(setting("synchronous"_L1), sync);
        QCOMPARE(m_installation->facts().durability, amount(journal, sync));
        QCOMPARE(engine().effectiveDurability(*parseTarget(target), Durability::Durable),
                 amount(journal, sync));
        QCOMPARE(answer("PRAGMA journal_mode"), journal);   // sessions have it as well
        QCOMPARE(answer("CREATE TABLE t(a); INSERT INTO t VALUES(7); SELECT a FROM t"), u"7"_s);
    }

    void settings_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *options, const char *name, const char *value) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(name)
                                   << QString::fromLatin1(value);
        };
        row("page_size=512", "page_size", "512");
        row("page_size=65536", "page_size", "65536");
        row("cache=100", "cache_size", "100");
        row("cache=-64000", "cache_size", "-64000");
        row("cache_size=7", "cache_size", "7");
        row("mmap=65536", "mmap_size", "65536");
        row("mmap=64K", "mmap_size", "65536");
        row("mmap=3M", "mmap_size", "3145728");
        row("mmap=1g", "mmap_size", "1073741824");
        row("locking=normal", "locking_mode", "normal");
        row("locking=exclusive", "locking_mode", "exclusive");
        row("locking=exclusive,journal=delete,sync=full", "locking_mode", "exclusive");
        row("temp_store=file", "temp_store", "file");
        row("temp_store=memory", "temp_store", "memory");
        row("temp_store=default", "temp_store", "default");
        row("auto_vacuum=none", "auto_vacuum", "none");
        row("auto_vacuum=full", "auto_vacuum", "full");
        row("auto_vacuum=incremental", "auto_vacuum", "incremental");
        row("wal_autocheckpoint=0", "wal_autocheckpoint", "0");
        row("wal_autocheckpoint=50", "wal_autocheckpoint", "50");
        row("journal_mode=TRUNCATE", "journal_mode", "truncate");
        row("sync=full", "cache_size", "-2000");
    }
    void settings()
    {
        QFETCH(QString, options);
        QFETCH(QString, name);
        QFETCH(QString, value);
        const auto target = parseTarget(u"sqlite:"_s + options);
        QVERIFY(engine().checkOptions(*target, {}).empty());
        open(target->text(), place());
        const auto all = m_installation->facts().settings;
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const Setting &each) { return each.name == name; });
        QVERIFY(found != all.end() && !found->default_value.isEmpty());
        QCOMPARE(found->value, value);
        answer("CREATE TABLE t(a); INSERT INTO t VALUES(randomblob(100000))");
        if (name == "page_size"_L1)
            QCOMPARE(answer("PRAGMA page_size"), value);
        const bool isExclusive = options.startsWith("locking=exclusive"_L1);
        QCOMPARE(engine().capabilities(*target).clients_max == 1, isExclusive);
        QCOMPARE(engine().capabilities(*target).databases_max, 64);
        QCOMPARE(m_installation->facts().durability, Durability::Durable);
    }

    void badSettings_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("detail");
        const auto row = [](const char *options, const char *detail) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(detail);
        };
        row("journal=maybe", "delete|truncate|persist|memory|wal|off");
        row("sync=3", "off|normal|full|extra");
        row("page_size=1000", "512|1024");
        row("page_size=131072", "65536");
        row("cache=many", "..2147483647");
        row("cache=1K", "-2147483647..");
        row("mmap=-1", "0..");
        row("mmap=M", "0..");
        row("mmap=9999999999G", "0..");
        row("locking=shared", "normal|exclusive");
        row("temp_store=disk", "default|file|memory");
        row("auto_vacuum=1", "none|full|incremental");
        row("wal_autocheckpoint=-1", "0..2147483647");
        row("journal=wal,journal_mode=off", "twice");
        row("jurnal=wal", "journal");
    }
    void badSettings()
    {
        QFETCH(QString, options);
        QFETCH(QString, detail);
        const Faults faults =
            engine().checkOptions(*parseTarget(u"sqlite:"_s + options), u"targets[0]"_s);
        QCOMPARE(faults.size(), 1u);
        QCOMPARE(faults[0].field, u"targets[0]"_s);
        QVERIFY2(faults[0].detail.contains(detail), qPrintable(faults[0].detail));
    }

    void startsFromFile()
    {
        QVERIFY(engine().capabilities(*parseTarget(u"sqlite"_s)).starts_from_file);
        Place from = place();
        from.start_file = startFile(3000);
        open(u"sqlite:journal=delete,page_size=8192,auto_vacuum=full"_s, from);
        QCOMPARE(checksum(m_installation->address()->database), checksum(from.start_file));
        QVERIFY(*m_installation->size_bytes() > 3'000'000);
        QCOMPARE(setting("page_size"_L1), u"1024"_s);
        QCOMPARE(setting("auto_vacuum"_L1), u"none"_s);
        QCOMPARE(answer("SELECT count(*) FROM t"), u"3000"_s);
        QCOMPARE(answer("VACUUM; PRAGMA page_size"), u"1024"_s);
        QCOMPARE(answer("SELECT count(*) FROM t", 3), u"3000"_s);   // so does a further one
        m_installation.reset();
        open(u"sqlite"_s, from);
        QCOMPARE(setting("journal_mode"_L1), u"wal"_s);
        QCOMPARE(answer("SELECT count(*) FROM t"), u"3000"_s);
    }

    void badStartFile()
    {
        Place from = place();
        const auto kind = [&from] { return opened(u"sqlite"_s, from).error(); };
        from.start_file = m_elsewhere->filePath(u"missing"_s);
        QCOMPARE(kind().kind, ErrorKind::NotFound);
        QCOMPARE(kind().subject, from.start_file);
        from.start_file = m_elsewhere->path();
        QCOMPARE(kind().kind, ErrorKind::InvalidInput);
        from.start_file = m_elsewhere->filePath(u"text"_s);
        QFile text(from.start_file);
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write(QByteArray(5000, 'x')) == 5000);
        text.close();
        QCOMPARE(kind().kind, ErrorKind::Damaged);
        QCOMPARE(kind().subject, from.start_file);
        QFile log(from.start_file + u"-wal"_s);
        QVERIFY(log.open(QIODevice::WriteOnly) && log.write("x") == 1);
        log.close();
        QCOMPARE(kind().kind, ErrorKind::InvalidInput);
        QVERIFY(kind().words.contains("-wal"_L1));
        QVERIFY(filesIn(m_folder->path()).isEmpty());
    }

    void startFileOnAFullDisk()
    {
        if (geteuid() != 0)
            QSKIP("mounting a small disk takes root");
        Place from = place();
        from.start_file = startFile(3000);
        const SmallDisk disk(m_folder->path());
        if (!disk.isMounted())
            QSKIP("this machine lets nobody mount");
        const auto made = opened(u"sqlite"_s, from);
        QVERIFY(!made);
        QCOMPARE(made.error().kind, ErrorKind::DiskFull);
        QCOMPARE(made.error().subject, m_folder->filePath(u"drivetrain.sqlite"_s));
        QVERIFY(filesIn(m_folder->path()).isEmpty());
    }

    void copyIsCancelled()
    {
        Place from = place();
        from.start_file = m_elsewhere->filePath(u"sparse"_s);   // takes long to write, not to make
        QFile sparse(from.start_file);
        QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize(64LL << 30));
        std::stop_source stop;
        std::jthread stopper([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const auto made = opened(u"sqlite"_s, from, stop.get_token());
        QVERIFY(!made);
        QCOMPARE(made.error().kind, ErrorKind::Cancelled);
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(filesIn(m_folder->path()).isEmpty());
    }

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
        QVERIFY((*session)->execute("CREATE TEMP TABLE x(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION "
                                    "ALL SELECT i+1 FROM n WHERE i<5000) INSERT INTO x SELECT "
                                    "randomblob(1000) FROM n"));
        QVERIFY(filesIn(m_elsewhere->path()).size() > 1);
        QVERIFY(m_installation->drop().has_value());
        QCOMPARE(filesIn(m_elsewhere->path()), QStringList{u"mine"_s});
    }

    void databasesAreFiles()
    {
        open(u"sqlite:page_size=8192"_s, place());
        QCOMPARE(m_installation->address()->database, m_folder->filePath(u"drivetrain.sqlite"_s));
        QVERIFY(m_installation->address()->host.isEmpty());
        QCOMPARE(filesIn(m_folder->path()).size(), 1);
        const std::int64_t before = *m_installation->size_bytes();
        std::vector<std::unique_ptr<Session>> sessions;
        for (int i = 0; i < 4; ++i) {
            sessions.push_back(std::move(*m_installation->connectTo(i, {})));
            QVERIFY(sessions.back()->execute("CREATE TABLE t(a); INSERT INTO t VALUES("
                                             + std::to_string(i) + ")"));
        }
        for (int i = 0; i < 4; ++i)
            QCOMPARE(answer("SELECT sum(a) FROM t", i), QString::number(i));
        QCOMPARE(answer("PRAGMA page_size", 2), u"8192"_s);
        QCOMPARE(QDir(m_folder->path()).entryList({u"*.sqlite"_s}, QDir::Files),
                 (QStringList{u"drivetrain-1.sqlite"_s, u"drivetrain-2.sqlite"_s,
                              u"drivetrain-3.sqlite"_s, u"drivetrain.sqlite"_s}));
        QVERIFY(QFile::exists(m_folder->filePath(u"drivetrain-3.sqlite-wal"_s)));
        QVERIFY(*m_installation->size_bytes() >= before + 3 * 8192);
        for (const int none : {-1, 64})
            QCOMPARE(m_installation->connectTo(none, {}).error().kind, ErrorKind::NotAvailable);
        sessions.clear();
        QVERIFY(m_installation->drop().has_value());
        QVERIFY(filesIn(m_folder->path()).isEmpty());
    }

    void strangersFurtherFileStays()
    {
        QFile file(m_folder->filePath(u"drivetrain-1.sqlite"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        open(u"sqlite"_s, place());
        QCOMPARE(m_installation->connectTo(1, {}).error().kind, ErrorKind::Exists);
        m_installation.reset();
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll() == "mine");
        QVERIFY(file.remove());
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
        QCOMPARE(sqlite3_memory_used(), linkedUses_bytes);   // nothing went to the wrong library
        QVERIFY((*session)->execute("VACUUM"));
        QVERIFY(*m_installation->io().write_bytes > 100'000);
        QCOMPARE(answer("SELECT sum(a) || c FROM t", 1), u"12497500text"_s);
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
        const Faults faults = engine().checkOptions(*parseTarget(u"sqlite:library=libm.so.6"_s), {});
        QCOMPARE(faults.size(), 1u);
        QCOMPARE(faults[0].code, FaultCode::BadOptionValue);
        QVERIFY(!opened(u"sqlite:library=libm.so.6"_s, place()));
    }

    void bytesByKindOfFile()
    {
        const CountingVfs vfs(linkedSqlite, m_elsewhere->path().toStdString());
        const QByteArray path = m_folder->filePath(u"a.sqlite"_s).toUtf8();
        sqlite3 *raw = nullptr;
        QCOMPARE(sqlite3_open_v2(path.constData(), &raw,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs.name()), SQLITE_OK);
        SqliteHandle db(raw);
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
        QCOMPARE(journal.files_opened.load(), 1);
        QVERIFY(database.write_bytes > 0 && database.syncs > 0 && database.time_ns > 0);
        QVERIFY(journal.write_bytes > 0 && journal.syncs > 0);
        QCOMPARE(counters.directory_syncs.load(), 1);
        QCOMPARE(log.files_opened.load() + temporary.files_opened.load(), 0);
        const std::int64_t journal_bytes = journal.write_bytes;
        QCOMPARE(run("PRAGMA journal_mode=wal; INSERT INTO t VALUES(randomblob(500000))"), SQLITE_OK);
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

QTEST_GUILESS_MAIN(TestSqlite)
#include "tst_sqlite.moc"
