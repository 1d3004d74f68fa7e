// SPDX-License-Identifier: GPL-3.0-or-later
// What SQLite's targets promise beyond what every engine does: settings, and databases as files.
#include "sqlite_test.h"
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>

using namespace drivetrain;

namespace {

QByteArray checksum(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
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

class TestSqlite : public SqliteTest
{
    Q_OBJECT
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
        row("journal=delete", "synchronous", "extra");   // durable, as was wished
        row("journal=truncate", "synchronous", "full");
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
};

QTEST_GUILESS_MAIN(TestSqlite)
#include "tst_sqlite.moc"
