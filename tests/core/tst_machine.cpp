// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/clock.h"
#include "measure/cpu.h"
#include "measure/disk.h"
#include "measure/environment.h"
#include "measure/pressure.h"
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestMachine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksFollowTheClock();
    void ownThreadsTime();
    void anotherThreadsClock();
    void processesAreSummedAndNeverRunBackwards();
    void processOfAnotherNameIsRead();
    void busyShareOfTheMachine();
    void busyShareHasGaps();
    void sharesOfTheMachineSumUp();
    void busiestThreadOfAProcess();
    void pressureGrows();
    void deviceCountsWhatIsWritten();
    void memoryHasNoDevice();
    void processCountsWhatItWrote();
    void environmentIsNullNotZero();
};

namespace {

/// Burns processor time until the calling thread has used `seconds` of it.
void burn(double seconds)
{
    const CpuTime begin = threadCpuTime();
    volatile std::uint64_t sink = 0;
    while (true) {
        for (int i = 0; i < 100'000; ++i)
            sink = sink + static_cast<std::uint64_t>(i);
        const CpuTime now = threadCpuTime();
        if (now.user_s + now.sys_s - begin.user_s - begin.sys_s >= seconds)
            return;
    }
}

/// A child that burns `seconds` and then waits to be ended.
class Child
{
public:
    explicit Child(double seconds)
    {
        int ready[2];
        if (::pipe(ready) != 0)
            return;
        m_process = ::fork();
        if (m_process == 0) {
            burn(seconds);
            (void)!::write(ready[1], "x", 1);
            while (true)
                ::pause();
        }
        char byte = 0;
        (void)!::read(ready[0], &byte, 1);
        ::close(ready[0]);
        ::close(ready[1]);
    }
    ~Child() { end(); }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;
    [[nodiscard]] pid_t process() const { return m_process; }
    void end()
    {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            ::waitpid(m_process, nullptr, 0);
        }
        m_process = -1;
    }

private:
    pid_t m_process = -1;
};

double whole(const CpuTime &time) { return time.user_s + time.sys_s; }

} // namespace

void TestMachine::ticksFollowTheClock()
{
    const std::int64_t clock_ns = monotonic_ns(), ticks_ns = tick_ns();
    std::int64_t last_ns = ticks_ns;
    while (monotonic_ns() - clock_ns < 200'000'000) {
        const std::int64_t now_ns = tick_ns();
        QVERIFY(now_ns >= last_ns);
        last_ns = now_ns;
    }
    const auto byClock = static_cast<double>(monotonic_ns() - clock_ns);
    const auto byTicks = static_cast<double>(tick_ns() - ticks_ns);
    QVERIFY2(std::abs(byTicks / byClock - 1) < 0.001, qPrintable(QString::number(byTicks / byClock)));
}

void TestMachine::ownThreadsTime()
{
    const CpuTime before = threadCpuTime();
    burn(0.05);
    const CpuTime after = threadCpuTime();
    QVERIFY(whole(after) - whole(before) >= 0.05);
    QVERIFY(after.user_s > before.user_s);
}

void TestMachine::anotherThreadsClock()
{
    std::atomic<clockid_t> id = 0;
    std::atomic<int> phase = 0;
    ThreadClock clock;
    {
        const std::jthread worker([&] {
            id = ownThreadClock().id;
            burn(0.05);
            phase = 1;
            phase.notify_all();
            phase.wait(1);
        });
        phase.wait(0);
        clock.id = id;
        const auto first = threadClock_s(clock);
        QVERIFY(first && *first >= 0.05 && *first < 5);
        QVERIFY(*threadClock_s(clock) >= *first);
        phase = 2;
        phase.notify_all();
    }
    QVERIFY(!threadClock_s(clock));   // it is gone
}

void TestMachine::processesAreSummedAndNeverRunBackwards()
{
    Child first(0.1), second(0.05);
    ProcessesCpu cpu;
    QCOMPARE(whole(cpu.total()), 0.0);
    cpu.update(std::vector<pid_t>{first.process(), second.process()});
    const CpuTime both = cpu.total();
    QVERIFY2(whole(both) >= 0.15 && whole(both) < 5, qPrintable(QString::number(whole(both))));
    QVERIFY(both.user_s >= 0 && both.sys_s >= 0);
    cpu.update(std::vector<pid_t>{second.process()});   // the first is not asked for any more
    QVERIFY(whole(cpu.total()) >= whole(both));
    second.end();
    cpu.update(std::vector<pid_t>{second.process(), 0, -1});
    cpu.update({});
    const CpuTime ended = cpu.total();
    QVERIFY(whole(ended) >= whole(both));
    Child third(0.02);
    double before = whole(ended);
    CpuTime last = ended;
    for (int i = 0; i < 50; ++i) {
        cpu.update(std::vector<pid_t>{third.process()});
        QVERIFY(cpu.total().user_s >= last.user_s && cpu.total().sys_s >= last.sys_s);
        last = cpu.total();
    }
    QVERIFY(whole(last) >= before + 0.02);
}

void TestMachine::processOfAnotherNameIsRead()
{
    // A name with a bracket and spaces in it stands in the middle of /proc/PID/stat.
    const QTemporaryDir folder;
    const QString program = folder.filePath(u"a ) b 1 2 3"_s);
    QVERIFY(QFile::copy(u"/bin/sleep"_s, program));
    QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(QFile::encodeName(program).constData(), "x", "60", nullptr);
        ::_exit(1);
    }
    ProcessesCpu cpu;
    QTRY_VERIFY([&] {
        cpu.update(std::vector<pid_t>{child});
        return whole(cpu.total()) > 0;
    }());
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

void TestMachine::busyShareOfTheMachine()
{
    const auto before = machineCpuTimes();
    QVERIFY(before && before->cores >= 1);
    QCOMPARE(before->cores, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    burn(0.3);
    const auto after = machineCpuTimes();
    const auto percent = busyPercent(*before, *after);
    QVERIFY(percent && *percent > 0 && *percent <= 100);
    const double all = after->busy_s + after->idle_s + after->iowait_s + after->steal_s
                       - before->busy_s - before->idle_s - before->iowait_s - before->steal_s;
    QVERIFY(all > 0.1);
}

void TestMachine::busyShareHasGaps()
{
    const MachineCpuTimes before{10, 5, 1, 100, 2};
    QCOMPARE(*busyPercent(before, {11, 5, 1, 103, 2}), 25.0);
    QCOMPARE(*busyPercent(before, {11, 7, 2, 100, 2}),
             25.0); // waiting and stolen time are not busy
    QCOMPARE(*busyPercent(before, {12, 5, 1, 100, 2}), 100.0);
    QVERIFY(!busyPercent(before, before));                      // no time went by
    QVERIFY(!busyPercent(before, {9, 5, 1, 103, 2}));           // ran backwards
    QVERIFY(!busyPercent(before, {11, 4.9, 1, 103, 2}));
}

void TestMachine::sharesOfTheMachineSumUp()
{
    const MachineCpuTimes before{10, 5, 1, 100, 2, 4};
    const auto shares = machineShares(before, {13, 6, 2, 105, 2, 5});
    QVERIFY(shares);
    QCOMPARE(shares->user, 20.0);
    QCOMPARE(shares->system, 10.0);
    QCOMPARE(shares->iowait, 10.0);
    QCOMPARE(shares->steal, 10.0);
    QVERIFY(!machineShares(before, before));
    QVERIFY(!machineShares(before, {13, 6, 2, 105, 2, 3}));   // ran backwards
}

void TestMachine::busiestThreadOfAProcess()
{
    const pid_t child = ::fork();
    if (child == 0) {
        for (int i = 0; i < 3; ++i)
            std::thread([] { ::pause(); }).detach();
        burn(3600);
    }
    ThreadsCpu threads;
    const std::vector<pid_t> processes{child};
    const bool first = threads.busiest_s(processes).has_value();
    const auto before_ns = monotonic_ns();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto busiest_s = threads.busiest_s(processes);
    const double interval_s = static_cast<double>(monotonic_ns() - before_ns) / 1e9;
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QVERIFY(!first);
    QVERIFY(busiest_s && *busiest_s > 0.02);
    QVERIFY(*busiest_s <= interval_s * 1.05);   // one thread is no more than one core
    QVERIFY(!threads.busiest_s(processes));     // gone
}

void TestMachine::pressureGrows()
{
    const Pressure before = machinePressure();
    if (!before.cpu_s)
        QSKIP("this kernel tells no pressure");
    const Pressure after = machinePressure();
    QVERIFY(*after.cpu_s >= *before.cpu_s);
    QVERIFY(after.io_s && after.memory_s);
}

void TestMachine::deviceCountsWhatIsWritten()
{
    const QTemporaryDir folder(u"/var/tmp/drivetrain-test-XXXXXX"_s);
    struct stat facts{};
    QCOMPARE(::stat(QFile::encodeName(folder.path()).constData(), &facts), 0);
    const auto before = deviceIo(facts.st_dev);
    if (!before)
        QSKIP("/var/tmp is on no block device here");
    constexpr qint64 size_bytes = 8 << 20;
    QFile file(folder.filePath(u"x"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(size_bytes, 'x')), size_bytes);
    file.flush();
    QCOMPARE(::fdatasync(file.handle()), 0);
    const auto after = deviceIo(facts.st_dev);
    QVERIFY(after->write_bytes - before->write_bytes >= size_bytes);
    QVERIFY(after->read_bytes >= before->read_bytes);
}

void TestMachine::memoryHasNoDevice()
{
    struct stat facts{};
    QCOMPARE(::stat("/proc", &facts), 0);
    QVERIFY(!deviceIo(facts.st_dev));
    QVERIFY(!deviceIo(0));
    QVERIFY(!deviceIo(0xffffff00ULL));
    if (::stat("/dev/shm", &facts) == 0)
        QVERIFY(!deviceIo(facts.st_dev));
}

void TestMachine::processCountsWhatItWrote()
{
    const auto before = processIo(::getpid());
    if (!before)
        QSKIP("/proc/PID/io cannot be read here");
    const QTemporaryDir folder(u"/var/tmp/drivetrain-test-XXXXXX"_s);
    QFile file(folder.filePath(u"x"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(1 << 20, 'x')), 1 << 20);
    file.flush();
    const auto after = processIo(::getpid());
    QVERIFY(after->write_bytes >= before->write_bytes);
    QVERIFY(!processIo(0));
    QVERIFY(!processIo(1 << 30));
}

void TestMachine::environmentIsNullNotZero()
{
    const QJsonObject environment = environmentNow();
    for (const auto &key : {u"cpu_model"_s, u"cpu_threads"_s, u"cpu_cores"_s, u"cpu_governor"_s,
                            u"memory_total_bytes"_s, u"kernel"_s, u"operating_system"_s,
                            u"clock_source"_s, u"virtualisation"_s, u"load_1min"_s, u"is_root"_s,
                            u"on_battery"_s, u"disks"_s, u"pressure_io_percent"_s, u"qt_version"_s})
        QVERIFY2(environment.contains(key), qPrintable(key));
    QCOMPARE(environment[u"is_root"_s].toBool(), ::geteuid() == 0);
    QVERIFY(environment[u"memory_total_bytes"_s].toInteger() > 1 << 20);
    QVERIFY(environment[u"memory_available_bytes"_s].toInteger()
            <= environment[u"memory_total_bytes"_s].toInteger());
    QVERIFY(environment[u"cpu_threads"_s].toInteger() >= 1);
    QVERIFY(!environment[u"kernel"_s].toString().isEmpty());
    if (!QFile::exists(u"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"_s))
        QVERIFY(environment[u"cpu_governor"_s].isNull());
}

QTEST_GUILESS_MAIN(TestMachine)
#include "tst_machine.moc"
