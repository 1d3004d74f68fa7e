// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/bounded_call.h"
#include "measure/drives.h"
#include "measure/mounts.h"
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestDrives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void mountTableIsTakenApart();
    void coveredMountIsLeftOut();
    void homeComesFirst();
    void noPseudoFileSystems();
    void memoryDrive();
    void readOnlyDrive();
    void fullDrive();
    void nameWithSpaceAndBackslash();
    void loopDriveWithExt4();
    void bindMountOfAFileIsLeftOut();
    void aCallThatHangsIsLeftBehind();
    void folderThatIsNotThere();
    void fileIsNotAFolder();
    void folderOfSomebodyElse();
    void folderStaysAsGiven();
    void probeMeasuresAndLeavesNothing();
    void probeOfAnUnusableFolder();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// Something mounted for a test, unmounted at its end.
class Mounted
{
public:
    Mounted(const char *source, const QString &folder, const char *type, unsigned long flags,
            const char *options)
        : m_folder(QFile::encodeName(folder))
    { m_mounted = ::mount(source, m_folder.constData(), type, flags, options) == 0; }
    ~Mounted()
    {
        if (m_mounted)
            ::umount2(m_folder.constData(), MNT_DETACH);
    }
    [[nodiscard]] bool isMounted() const { return m_mounted; }

private:
    QByteArray m_folder;
    bool m_mounted = false;
};

std::optional<Drive> listed(const QString &mountPoint)
{
    for (const Drive &drive : listDrives()) {
        if (drive.mount_point == mountPoint)
            return drive;
    }
    return std::nullopt;
}

bool run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished(20'000) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

} // namespace

void TestDrives::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(m_folder->filePath(u"m"_s)));
}

void TestDrives::mountTableIsTakenApart()
{
    const auto mounts = parseMounts(
        "36 35 98:0 /mnt1 /mnt/a\\040b\\134c rw,noatime master:1 propagate_from:2 - ext3 /dev/root "
        "rw,errors=continue\n"
        "37 35 0:44 / /srv/n\\303\\244s ro,relatime - nfs4 server:/export\\040x rw,vers=4.2\n"
        "not a line\n"
        "38 35 0:45 /@home /home rw shared:5 - btrfs /dev/sda2 rw,subvol=/@home\n");
    QCOMPARE(mounts.size(), 3U);
    QCOMPARE(mounts[0].mount_point, std::string("/mnt/a b\\c"));
    QCOMPARE(mounts[0].root, std::string("/mnt1"));
    QCOMPARE(mounts[0].type, std::string("ext3"));
    QCOMPARE(mounts[0].source, std::string("/dev/root"));
    QCOMPARE(mounts[0].options, std::string("rw,noatime,errors=continue"));
    QCOMPARE(mounts[0].major, 98U);
    QCOMPARE(mounts[1].mount_point, std::string("/srv/n\xc3\xa4s"));
    QCOMPARE(mounts[1].source, std::string("server:/export x"));
    QVERIFY(mounts[1].hasOption("ro") && !mounts[1].hasOption("rw"));
    QVERIFY(isNetwork(mounts[1]) && mayHang(mounts[1]) && !isPseudo(mounts[1]));
    QCOMPARE(mounts[2].options, std::string("rw,subvol=/@home"));
    QCOMPARE(mountOf(mounts, "/home/none/such")->mount_point, std::string("/home"));
    QCOMPARE(mountOf(mounts, "/homely"), nullptr);
    QVERIFY(parseMounts("").empty());
}

void TestDrives::coveredMountIsLeftOut()
{
    const auto mounts = parseMounts("25 24 0:23 / /dev/shm rw - tmpfs below rw\n"
                                    "30 25 0:27 / /dev/shm rw - tmpfs above rw\n");
    QCOMPARE(mounts.size(), 1U);
    QCOMPARE(mounts.front().source, std::string("above"));
}

void TestDrives::homeComesFirst()
{
    const auto drives = listDrives();
    QVERIFY(!drives.empty());
    QVERIFY(drives.front().is_home);
    QCOMPARE(std::count_if(drives.begin(), drives.end(), [](const Drive &d) { return d.is_home; }),
             1);
    struct stat home{}, folder{};
    QCOMPARE(::stat(QFile::encodeName(QDir::homePath()).constData(), &home), 0);
    QCOMPARE(::stat(QFile::encodeName(drives.front().folder).constData(), &folder), 0);
    QCOMPARE(folder.st_dev, home.st_dev);
    if (::geteuid() == 0)   // no other account enters root's home
        QVERIFY(!drives.front().folder.startsWith("/root"_L1));
    else
        QCOMPARE(drives.front().folder, QDir::homePath());
    for (const Drive &drive : drives)
        QVERIFY(!drive.mount_point.isEmpty() && !drive.file_system.isEmpty()
                && !drive.folder.isEmpty());
}

void TestDrives::noPseudoFileSystems()
{
    for (const Drive &drive : listDrives()) {
        QVERIFY2(!drive.mount_point.startsWith("/proc"_L1)
                     && !drive.mount_point.startsWith("/sys"_L1),
                 qPrintable(drive.mount_point));
        QVERIFY(drive.file_system != "cgroup2"_L1 && drive.file_system != "devpts"_L1);
    }
}

void TestDrives::memoryDrive()
{
    const QString folder = m_folder->filePath(u"m"_s);
    const Mounted mounted("tmpfs", folder, "tmpfs", 0, "size=200m");
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    const auto drive = listed(folder);
    QVERIFY(drive.has_value());
    QCOMPARE(drive->kind, DriveKind::Memory);
    QCOMPARE(drive->file_system, u"tmpfs"_s);
    QCOMPARE(drive->total_bytes, std::int64_t{200} << 20);
    QVERIFY(drive->isUsable());
    QVERIFY(!drive->is_home);
    QCOMPARE(drive->folder, folder);
    struct stat facts{};
    QCOMPARE(::stat(QFile::encodeName(folder).constData(), &facts), 0);
    QCOMPARE(drive->device_id, facts.st_dev);
    QVERIFY(QDir(folder).mkdir(u"below"_s));
    const Drive below = driveOfFolder(folder + u"/below"_s);
    QCOMPARE(below.mount_point, folder);
    QCOMPARE(below.device_id, drive->device_id);
    QCOMPARE(below.kind, DriveKind::Memory);
    QVERIFY(below.isUsable());
}

void TestDrives::readOnlyDrive()
{
    const QString folder = m_folder->filePath(u"m"_s);
    const Mounted mounted("tmpfs", folder, "tmpfs", 0, "size=200m");
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    QCOMPARE(::mount(nullptr, QFile::encodeName(folder).constData(), nullptr,
                     MS_REMOUNT | MS_RDONLY, nullptr),
             0);
    const auto drive = listed(folder);
    QVERIFY(drive.has_value());
    QCOMPARE(drive->obstacle, DriveObstacle::ReadOnly);
    QCOMPARE(driveOfFolder(folder).obstacle, DriveObstacle::ReadOnly);
}

void TestDrives::fullDrive()
{
    const QString folder = m_folder->filePath(u"m"_s);
    const Mounted mounted("tmpfs", folder, "tmpfs", 0, "size=32m");
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    QCOMPARE(listed(folder)->obstacle, DriveObstacle::Full);
    QCOMPARE(driveOfFolder(folder).obstacle_detail.toLongLong(), qint64{32} << 20);
}

void TestDrives::nameWithSpaceAndBackslash()
{
    const QString folder = m_folder->filePath(u"a b\\c\tä"_s);
    QVERIFY(QDir().mkpath(folder));
    const Mounted mounted("tmpfs", folder, "tmpfs", 0, "size=100m");
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    QVERIFY(listed(folder).has_value());
    QCOMPARE(driveOfFolder(folder).mount_point, folder);
}

void TestDrives::loopDriveWithExt4()
{
    const QString image = m_folder->filePath(u"image"_s), folder = m_folder->filePath(u"m"_s);
    QFile file(image);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{128} << 20));
    file.close();
    if (::geteuid() != 0 || !run(u"mkfs.ext4"_s, {u"-q"_s, u"-F"_s, image})
        || !run(u"mount"_s, {u"-o"_s, u"loop"_s, image, folder}))
        QSKIP("a loop mount needs root, mkfs.ext4 and a loop device");
    const auto drive = listed(folder);
    const Drive ofFolder = driveOfFolder(folder);
    const Drive backing = driveOfFolder(m_folder->path());
    QVERIFY(run(u"umount"_s, {folder}));
    QVERIFY(drive.has_value());
    QCOMPARE(drive->file_system, u"ext4"_s);
    QVERIFY(drive->device.startsWith("/dev/loop"_L1));
    QVERIFY(drive->isUsable());
    QCOMPARE(drive->kind, backing.kind);   // a loop device is as fast as what its file is on
    QVERIFY(drive->device_id != backing.device_id);
    QCOMPARE(ofFolder.device_id, drive->device_id);
}

void TestDrives::bindMountOfAFileIsLeftOut()
{
    const QString from = m_folder->filePath(u"from"_s), to = m_folder->filePath(u"to"_s);
    for (const QString &name : {from, to}) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const Mounted mounted(QFile::encodeName(from).constData(), to, nullptr, MS_BIND, nullptr);
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    QVERIFY(!listed(to).has_value());
    QVERIFY(listDrives().front().is_home);
}

void TestDrives::aCallThatHangsIsLeftBehind()
{
    const auto soon = [] {
        return std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    };
    const auto gate = std::make_shared<std::promise<int>>();
    const std::shared_future<int> open = gate->get_future().share();
    std::vector<std::optional<std::future<int>>> calls;
    for (int i = 0; i < BoundedCalls::stuckMax; ++i)
        calls.push_back(BoundedCalls::start([open] { return open.get(); }));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!BoundedCalls::answer(calls.front(), soon()));
    QVERIFY(timer.elapsed() < 5'000);
    QVERIFY(!BoundedCalls::start([] { return 1; }));   // so many hang: no further one is begun
    // Drives are listed all the same; what would need such a call is said to be silent.
    QVERIFY(!listDrives().empty());
    QCOMPARE(driveOfFolder(m_folder->path()).obstacle, DriveObstacle::NotFound);
    gate->set_value(7);
    QCOMPARE(*BoundedCalls::answer(calls.back(),
                                   std::chrono::steady_clock::now() + std::chrono::seconds(20)), 7);
    QTRY_VERIFY(driveOfFolder(m_folder->path()).isUsable());
}

void TestDrives::folderThatIsNotThere()
{
    const QString folder = m_folder->filePath(u"none/such"_s);
    const Drive drive = driveOfFolder(folder);
    QCOMPARE(drive.obstacle, DriveObstacle::NotFound);
    QCOMPARE(drive.folder, folder);
    QVERIFY(!drive.obstacle_detail.isEmpty());
}

void TestDrives::fileIsNotAFolder()
{
    QFile file(m_folder->filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(driveOfFolder(file.fileName()).obstacle, DriveObstacle::NotAFolder);
}

void TestDrives::folderOfSomebodyElse()
{
    if (::geteuid() != 0)
        QSKIP("becoming another account needs root");
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner
                                                        | QFile::ExeOwner | QFile::ReadOther
                                                        | QFile::ExeOther));
    const QString folder = m_folder->path();
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgid(65534) != 0 || ::setuid(65534) != 0)
            ::_exit(9);
        ::_exit(driveOfFolder(folder).obstacle == DriveObstacle::NoPermission ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestDrives::folderStaysAsGiven()
{
    QVERIFY(QDir(m_folder->path()).mkdir(u"real"_s));
    const QString link = m_folder->filePath(u"link"_s);
    QVERIFY(QFile::link(m_folder->filePath(u"real"_s), link));
    QCOMPARE(driveOfFolder(link + u"/./"_s).folder, link);
    QVERIFY(driveOfFolder(link).isUsable());
    QCOMPARE(driveOfFolder(link).device_id, driveOfFolder(m_folder->path()).device_id);
}

void TestDrives::probeMeasuresAndLeavesNothing()
{
    QElapsedTimer timer;
    timer.start();
    const auto probe = probeDrive(m_folder->path(), 0.3);
    QVERIFY(probe.has_value());
    QVERIFY(probe->sync_s > 0 && probe->sync_s < 5);
    QVERIFY(probe->write_bytes_per_s > 0);
    QVERIFY(timer.elapsed() < 20'000);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TestDrives::probeOfAnUnusableFolder()
{
    QVERIFY(!probeDrive(m_folder->filePath(u"none"_s), 0.1));
    const QString folder = m_folder->filePath(u"m"_s);
    const Mounted mounted("tmpfs", folder, "tmpfs", 0, "size=1m");
    if (!mounted.isMounted())
        QSKIP("mounting needs root");
    QVERIFY(!probeDrive(folder, 0.1));
    QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden), QStringList());
}

QTEST_GUILESS_MAIN(TestDrives)
#include "tst_drives.moc"
