// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_run.h"
#include "store/database.h"
#include "store/records.h"
#include "store/schema.h"
#include "store/store.h"
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/mount.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace drivetrain;
using namespace drivetrain::testing;
using namespace Qt::StringLiterals;

class TestStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roundTripLosesNothing();
    void failedLapKeepsItsError();
    void summariesNewestFirst();
    void unknownRunIsNotFound();
    void interruptedRunsAreMarked();
    void removedRunIsGoneWithAllThatIsItsOwn();
    void severalObjectsSeeEachOther();
    void writersInThreadsWaitForEachOther();
    void finishedLapSurvivesAKill();
    void settingsAreAsPromised();
    void laterSchemaIsOneMoreEntry();
    void newerSchemaIsLeftAlone();
    void foreignDatabaseIsLeftAlone();
    void damagedFileIsSetAsideAndSalvaged_data();
    void damagedFileIsSetAsideAndSalvaged();
    void damageAnywhereNeverLosesTheFile();
    void fullDriveKeepsWhatWasThere();
    void readOnlyDriveIsReadable();
    void folderWithoutRights();

private:
    std::unique_ptr<Store> open();
    qint64 keep(Store &store, const Run &run);
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

namespace {

void compareRuns(const Run &read, const Run &written)
{
    QCOMPARE(read.started, written.started);
    QCOMPARE(read.finished, written.finished);
    QCOMPARE(read.status, written.status);
    QVERIFY(read.plan == written.plan);
    QCOMPARE(read.environment, written.environment);
    QCOMPARE(read.notes, written.notes);
    QCOMPARE(read.targets.size(), written.targets.size());
    for (std::size_t i = 0; i < read.targets.size(); ++i)
        QVERIFY(read.targets[i] == written.targets[i]);
    QCOMPARE(read.laps.size(), written.laps.size());
    for (std::size_t i = 0; i < read.laps.size(); ++i)
        QVERIFY2(read.laps[i] == written.laps[i], qPrintable(QString::number(i)));
}

/// A mounted tmpfs, unmounted at the end.
class SmallDrive
{
public:
    SmallDrive(const QString &folder, const char *options) : m_folder(QFile::encodeName(folder))
    { m_mounted = ::mount("tmpfs", m_folder.constData(), "tmpfs", 0, options) == 0; }
    ~SmallDrive()
    {
        if (m_mounted)
            ::umount2(m_folder.constData(), MNT_DETACH);
    }
    [[nodiscard]] bool isMounted() const { return m_mounted; }
    [[nodiscard]] bool makeReadOnly() const
    {
        return ::mount(nullptr, m_folder.constData(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr)
               == 0;
    }

private:
    QByteArray m_folder;
    bool m_mounted = false;
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeContent(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

void TestStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"data/drivetrain/results.sqlite"_s);
}

std::unique_ptr<Store> TestStore::open()
{
    auto store = Store::open(m_path);
    if (!store)
        qWarning("%s", qPrintable(store.error().words + u' ' + store.error().subject));
    return store ? std::move(*store) : nullptr;
}

qint64 TestStore::keep(Store &store, const Run &run)
{
    Run beginning = run;
    beginning.status = RunStatus::Running;
    beginning.finished = {};
    const auto id = store.beginRun(beginning);
    if (!id)
        return -1;
    for (const Lap &lap : run.laps) {
        if (!store.addLap(*id, lap))
            return -1;
    }
    return store.finishRun(*id, run.status, run.finished) ? *id : -1;
}

void TestStore::roundTripLosesNothing()
{
    const Run written = sampleRun();
    {
        const auto store = open();
        QVERIFY(store);
        QVERIFY(store->notices().isEmpty());
        QCOMPARE(keep(*store, written), 1);
        const auto read = store->run(1);
        QVERIFY(read.has_value());
        compareRuns(*read, written);
    }
    const auto store = open();
    const auto read = store->run(1);
    QVERIFY(read.has_value());
    compareRuns(*read, written);
    const auto bare = store->run(1, false);
    QVERIFY(bare && bare->laps.front().samples.empty());
    QCOMPARE(bare->laps.front().steps, written.laps.front().steps);
    QVERIFY(QFile::permissions(m_folder->filePath(u"data/drivetrain"_s))
                .testFlag(QFile::ReadOwner));
    QVERIFY(!QFile::permissions(m_folder->filePath(u"data/drivetrain"_s))
                 .testAnyFlags(QFile::ReadGroup | QFile::ReadOther));
}

void TestStore::failedLapKeepsItsError()
{
    Run run = sampleRun(1);
    run.targets[0].drive.reset();
    run.targets[0].facts.reset();
    run.laps[0].status = LapStatus::Failed;
    run.laps[0].error = Error{ErrorKind::DiskFull, u"SQLITE_FULL"_s, u"database or disk is full"_s,
                              u"/mnt/x"_s, {}};
    run.laps[0].steps[1].verification = Verification::Wrong;
    run.laps[0].steps[1].wrong_detail = u"expected 3, found 4"_s;
    run.laps[0].samples.clear();
    run.laps[1] = Lap{};
    const auto store = open();
    const qint64 id = keep(*store, run);
    QVERIFY(store->setFacts(id, 0, *sampleRun().targets[0].facts));
    QVERIFY(store->addNote(id, u"later"_s));
    run.targets[0].facts = sampleRun().targets[0].facts;
    run.notes << u"later"_s;
    const auto read = store->run(id);
    QVERIFY(read.has_value());
    compareRuns(*read, run);
}

void TestStore::summariesNewestFirst()
{
    const auto store = open();
    QVERIFY(keep(*store, sampleRun(1)) > 0);
    Run second = sampleRun(2);
    second.laps[3].status = LapStatus::Failed;
    QVERIFY(keep(*store, second) > 0);
    const auto runs = store->runs();
    QVERIFY(runs.has_value());
    QCOMPARE(runs->size(), 2U);
    const RunSummary &newest = runs->front();
    QCOMPARE(newest.id, 2);
    QCOMPARE(newest.started, second.started);
    QCOMPARE(newest.targets, (QStringList{u"sqlite:journal=wal"_s,
                                          u"sqlite:durability=durable,page_size=8192"_s}));
    QCOMPARE(newest.drives, QStringList{u"/home/someone"_s});
    QCOMPARE(newest.workloads, QStringList{u"speed-comparison"_s});
    QCOMPARE(newest.scale, 0.1);
    QCOMPARE(newest.laps_planned, 4);
    QCOMPARE(newest.laps_finished, 3);
    QCOMPARE(newest.status, RunStatus::Finished);
}

void TestStore::unknownRunIsNotFound()
{
    const auto store = open();
    QCOMPARE(store->run(99).error().kind, ErrorKind::NotFound);
    QCOMPARE(store->addNote(99, u"x"_s).error().kind, ErrorKind::NotFound);
    QCOMPARE(store->remove(99).error().kind, ErrorKind::NotFound);
    QVERIFY(!store->addLap(99, Lap{}));   // the foreign key
    QVERIFY(store->runs()->empty());
}

void TestStore::interruptedRunsAreMarked()
{
    Run run = sampleRun(1);
    run.status = RunStatus::Running;
    const auto store = open();
    const auto id = store->beginRun(run);
    QVERIFY(store->addLap(*id, run.laps[0]));
    QVERIFY(keep(*store, sampleRun(1)) > 0);
    QCOMPARE(*store->markInterrupted(), std::vector<qint64>{*id});
    QVERIFY(store->markInterrupted()->empty());
    QCOMPARE(store->run(*id)->status, RunStatus::Interrupted);
    QCOMPARE(store->run(*id)->laps.size(), 1U);
    QCOMPARE(store->run(2)->status, RunStatus::Finished);
}

void TestStore::removedRunIsGoneWithAllThatIsItsOwn()
{
    const auto store = open();
    const qint64 id = keep(*store, sampleRun(1));
    QVERIFY(store->remove(id));
    const auto database = Database::open(m_path, Database::Mode::ReadOnly);
    for (const auto &table :
         {u"run"_s, u"target"_s, u"lap"_s, u"step_result"_s, u"sample"_s, u"note"_s})
        QCOMPARE(*database->number(u"SELECT count(*) FROM %1"_s.arg(table)), 0);
    QVERIFY(keep(*store, sampleRun(1)) > id);   // a number once shown is not given again
}

void TestStore::severalObjectsSeeEachOther()
{
    const auto first = open(), second = open();
    QVERIFY(first && second);
    const auto id = first->beginRun(sampleRun(1));
    QCOMPARE(second->runs()->size(), 1U);
    QVERIFY(second->addNote(*id, u"from the second"_s));
    QVERIFY(first->run(*id)->notes.contains(u"from the second"_s));
}

void TestStore::writersInThreadsWaitForEachOther()
{
    QVERIFY(open());
    constexpr int each = 20;
    std::atomic<int> kept = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                auto store = Store::open(m_path);
                for (int i = 0; store && i < each; ++i)
                    kept += (*store)->beginRun(sampleRun(1)).has_value() ? 1 : 0;
            });
        }
    }
    QCOMPARE(kept.load(), 4 * each);
    QCOMPARE(open()->runs()->size(), std::size_t{4 * each});
}

void TestStore::finishedLapSurvivesAKill()
{
    const Run run = sampleRun(2);
    const pid_t child = ::fork();
    if (child == 0) {
        auto store = Store::open(m_path);
        const auto id = store ? (*store)->beginRun(run) : Expected<qint64>(0);
        const bool done = store && id && (*store)->addLap(*id, run.laps[0]);
        ::kill(::getpid(), done ? SIGKILL : SIGTERM);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WTERMSIG(status), SIGKILL);
    const auto store = open();
    QVERIFY(store && store->notices().isEmpty());
    QVERIFY(store->run(1)->laps.front() == run.laps[0]);
}

void TestStore::settingsAreAsPromised()
{
    const auto store = open();
    const auto database = Database::open(m_path, Database::Mode::ReadOnly);
    auto mode = database->execute(u"PRAGMA journal_mode"_s);
    QVERIFY(*database->next(*mode));
    QCOMPARE(mode->value(0).toString(), u"wal"_s);
    QCOMPARE(*database->number(u"PRAGMA user_version"_s), static_cast<qint64>(migrations().size()));
}

void TestStore::laterSchemaIsOneMoreEntry()
{
    const qint64 id = keep(*open(), sampleRun(1));
    auto list = migrations();
    list.push_back({u"ALTER TABLE run ADD COLUMN label TEXT NOT NULL DEFAULT 'none'"_s,
                    u"CREATE TABLE tag (run INTEGER, text TEXT)"_s});
    auto database = Database::open(m_path, Database::Mode::ReadWrite);
    QVERIFY(migrate(*database, list));
    QCOMPARE(*database->number(u"PRAGMA user_version"_s), static_cast<qint64>(list.size()));
    QCOMPARE(*database->number(u"SELECT count(*) FROM run WHERE label = 'none'"_s), 1);
    QVERIFY(migrate(*database, list));   // nothing to do the second time
    // One that fails leaves the version before, whole.
    list.push_back({u"CREATE TABLE half (x)"_s, u"CREATE TABLE run (x)"_s});
    QVERIFY(!migrate(*database, list));
    QCOMPARE(*database->number(u"SELECT count(*) FROM sqlite_master WHERE name = 'half'"_s), 0);
    QCOMPARE(*database->number(u"PRAGMA user_version"_s), static_cast<qint64>(list.size() - 1));
    QVERIFY(readRun(*database, id).has_value());
}

void TestStore::newerSchemaIsLeftAlone()
{
    QVERIFY(keep(*open(), sampleRun(1)) > 0);
    {
        const auto database = Database::open(m_path, Database::Mode::ReadWrite);
        QVERIFY(database->execute(u"PRAGMA user_version = 4711"_s));
    }
    const QByteArray before = contentOf(m_path);
    const auto store = Store::open(m_path);
    QVERIFY(!store);
    QCOMPARE(store.error().kind, ErrorKind::Damaged);
    QVERIFY2(store.error().words.contains(u"newer"_s), qPrintable(store.error().words));
    QCOMPARE(contentOf(m_path), before);
    QCOMPARE(QDir(QFileInfo(m_path).path()).entryList(QDir::Files),
             QStringList{u"results.sqlite"_s});
}

void TestStore::foreignDatabaseIsLeftAlone()
{
    QVERIFY(QDir().mkpath(QFileInfo(m_path).path()));
    {
        const auto database = Database::open(m_path, Database::Mode::ReadWrite);
        QVERIFY(database->execute(u"CREATE TABLE somebodys (x)"_s));
    }
    const QByteArray before = contentOf(m_path);
    QCOMPARE(Store::open(m_path).error().kind, ErrorKind::Damaged);
    QCOMPARE(contentOf(m_path), before);
}

void TestStore::damagedFileIsSetAsideAndSalvaged_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<bool>("somethingIsLeft");
    QTest::newRow("not a database") << u"garbage"_s << false;
    QTest::newRow("cut off") << u"truncated"_s << true;
    QTest::newRow("a page of zeros") << u"page"_s << true;
    QTest::newRow("header gone") << u"header"_s << false;
}

void TestStore::damagedFileIsSetAsideAndSalvaged()
{
    QFETCH(QString, damage);
    QFETCH(bool, somethingIsLeft);
    const Run run = sampleRun(1);
    {
        const auto store = open();
        for (int i = 0; i < 40; ++i)
            QVERIFY(keep(*store, run) > 0);
    }
    QByteArray bytes = contentOf(m_path);
    QVERIFY(bytes.size() > 40 * 4096);
    if (damage == u"garbage"_s)
        bytes = QByteArray(50'000, 'x');
    else if (damage == u"truncated"_s)
        bytes.truncate(bytes.size() * 3 / 4 / 4096 * 4096);
    else if (damage == u"page"_s)
        bytes.replace(bytes.size() / 2 / 4096 * 4096, 4096, QByteArray(4096, '\0'));
    else
        bytes.replace(0, 100, QByteArray(100, '?'));
    // A copy, since SQLite's view of the file's number would otherwise be that of the whole one.
    QVERIFY(QFile::remove(m_path));
    writeContent(m_path, bytes);

    const auto store = open();
    QVERIFY(store);
    QCOMPARE(store->notices().size(), 1);
    QVERIFY2(store->notices().front().contains(u"results.damaged-"_s),
             qPrintable(store->notices().front()));
    const QStringList aside =
        QDir(QFileInfo(m_path).path()).entryList({u"results.damaged-*.sqlite"_s});
    QCOMPARE(aside.size(), 1);
    QCOMPARE(contentOf(QFileInfo(m_path).path() + u'/' + aside.front()), bytes);
    const auto runs = store->runs();
    QVERIFY(runs.has_value());
    QCOMPARE(!runs->empty(), somethingIsLeft);
    int whole = 0;
    for (const RunSummary &summary : *runs) {
        const auto read = store->run(summary.id);
        QVERIFY(read.has_value());
        for (const Lap &lap : read->laps) {
            const Lap &written = run.laps[static_cast<std::size_t>(lap.position)];
            QVERIFY(lap.steps == written.steps);
        }
        whole += read->laps.size() == run.laps.size() ? 1 : 0;
    }
    QVERIFY(!somethingIsLeft || whole >= 10);
    QVERIFY(keep(*store, run) > 0);
    // The next opening has nothing more to say.
    QVERIFY(open()->notices().isEmpty());
}

void TestStore::damageAnywhereNeverLosesTheFile()
{
    {
        const auto store = open();
        for (int i = 0; i < 3; ++i)
            QVERIFY(keep(*store, sampleRun(1)) > 0);
    }
    const QByteArray good = contentOf(m_path);
    std::mt19937_64 random(4);
    for (int round = 0; round < 40; ++round) {
        QByteArray bytes = good;
        for (int i = 0; i < 16; ++i)
            bytes[static_cast<qsizetype>(random() % static_cast<quint64>(bytes.size()))] ^= 0x55;
        const QString folder = m_folder->filePath(QString::number(round));
        QVERIFY(QDir().mkpath(folder));
        m_path = folder + u"/results.sqlite"_s;
        writeContent(m_path, bytes);
        const auto store = Store::open(m_path);
        if (!store) {   // the version's bytes were hit: then the file is as it was
            QCOMPARE(store.error().kind, ErrorKind::Damaged);
            QCOMPARE(contentOf(m_path), bytes);
            continue;
        }
        const auto runs = (*store)->runs();
        QVERIFY2(runs.has_value(),
                 qPrintable(runs ? QString() : runs.error().words + u' ' + runs.error().code));
        for (const RunSummary &summary : *runs)
            (void)(*store)->run(summary.id);   // an Error or a run, no crash
        if (!(*store)->notices().isEmpty())
            QCOMPARE(QDir(folder).entryList({u"results.damaged-*.sqlite"_s}).size(), 1);
    }
}

void TestStore::fullDriveKeepsWhatWasThere()
{
    const QString folder = m_folder->filePath(u"small"_s);
    QVERIFY(QDir().mkpath(folder));
    const SmallDrive drive(folder, "size=1m");
    if (!drive.isMounted())
        QSKIP("mounting a tmpfs needs root");
    m_path = folder + u"/results.sqlite"_s;
    const Run run = sampleRun(2);
    qint64 kept = 0;
    {
        const auto store = open();
        QVERIFY(store);
        kept = keep(*store, run);
        QCOMPARE(kept, 1);
        Expected<qint64> last = 0;
        for (int i = 0; i < 1000 && last; ++i) {
            last = store->beginRun(run);
            for (std::size_t lap = 0; last && lap < run.laps.size(); ++lap) {
                if (const auto added = store->addLap(*last, run.laps[lap]); !added)
                    last = tl::unexpected(added.error());
            }
        }
        QVERIFY(!last);
        QCOMPARE(last.error().kind, ErrorKind::DiskFull);
        compareRuns(*store->run(kept), run);
    }
    QFile filler(folder + u"/filler"_s);
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) {}
    const auto store = open();
    QVERIFY(store);
    compareRuns(*store->run(kept), run);
    const auto more = store->beginRun(run);
    QVERIFY(!more);
    QVERIFY2(more.error().kind == ErrorKind::DiskFull || more.error().kind == ErrorKind::ReadOnly,
             qPrintable(more.error().words));
    // A new file finds no place at all.
    const auto other = Store::open(folder + u"/other/results.sqlite"_s);
    QVERIFY(!other);
    QCOMPARE(other.error().kind, ErrorKind::DiskFull);
}

void TestStore::readOnlyDriveIsReadable()
{
    const QString folder = m_folder->filePath(u"readonly"_s);
    QVERIFY(QDir().mkpath(folder));
    const SmallDrive drive(folder, "size=8m");
    if (!drive.isMounted())
        QSKIP("mounting a tmpfs needs root");
    m_path = folder + u"/results.sqlite"_s;
    const Run run = sampleRun(1);
    QCOMPARE(keep(*open(), run), 1);
    QVERIFY(drive.makeReadOnly());
    const auto store = open();
    QVERIFY(store);
    QCOMPARE(store->notices().size(), 1);
    compareRuns(*store->run(1), run);
    QCOMPARE(store->beginRun(run).error().kind, ErrorKind::ReadOnly);
    const auto other = Store::open(folder + u"/other/results.sqlite"_s);
    QVERIFY(!other);
    QCOMPARE(other.error().kind, ErrorKind::ReadOnly);
}

void TestStore::folderWithoutRights()
{
    if (::geteuid() != 0)
        QSKIP("becoming another account needs root");
    QVERIFY(QFile::setPermissions(m_folder->path(),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgid(65534) != 0 || ::setuid(65534) != 0)
            ::_exit(9);
        const auto store = Store::open(m_path);
        ::_exit(!store && store.error().kind == ErrorKind::Permission ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
