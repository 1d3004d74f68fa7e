// SPDX-License-Identifier: GPL-3.0-or-later
// Every way out: stopped at random moments, killed, started twice.
#include "program.h"
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>
#include <csignal>
#include <sys/types.h>

using namespace Qt::StringLiterals;

namespace {

QStringList planOf(const QString &target, const QString &drive)
{
    return {u"run"_s,     u"--workload"_s, u"speed-comparison"_s, u"--target"_s, target,
            u"--drive"_s, drive,           u"--laps"_s,           u"50"_s,       u"--quiet"_s};
}

} // namespace

class TestStopping : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void atRandomMoments()
    {
        const QStringList targets{u"sqlite"_s, u"postgres"_s, u"mariadb"_s,
                                  u"mariadb:engine=myisam"_s, u"sqlite:sync=off"_s};
        // The goal is one second; a loaded machine is given two, and the longest is printed.
        constexpr int moments = 30, latest_ms = 4500, idleWithin_ms = 2000, startUp_ms = 250;
        QRandomGenerator random(20240501);
        const Program program;
        qint64 longest = 0;
        for (int i = 0; i < moments; ++i) {
            const QString target = targets[i % targets.size()];
            QProcess process;
            program.prepare(process);
            process.setArguments(planOf(target, program.drive()));
            process.start();
            QVERIFY(process.waitForStarted());
            const int moment = startUp_ms + static_cast<int>(random.bounded(latest_ms));
            QTest::qWait(moment);
            ::kill(static_cast<pid_t>(process.processId()), i % 2 ? SIGTERM : SIGINT);
            QElapsedTimer timer;
            timer.start();
            QVERIFY2(process.waitForFinished(10'000), qPrintable(target));
            longest = std::max(longest, timer.elapsed());
            const QString where =
                u"%1 at %2 ms: %3 ms"_s.arg(target).arg(moment).arg(timer.elapsed());
            const QString words = QString::fromUtf8(process.readAllStandardError());
            QVERIFY2(process.exitStatus() == QProcess::NormalExit, qPrintable(where));
            QVERIFY2(process.exitCode() == 3, qPrintable(where + words));
            QVERIFY2(timer.elapsed() <= idleWithin_ms, qPrintable(where));
            QVERIFY2(program.leftovers().isEmpty(),
                     qPrintable(where + program.leftovers().join(u' ')));
        }
        qInfo("idle within %lld ms at most", static_cast<long long>(longest));
    }

    void killed_data()
    {
        QTest::addColumn<QString>("target");
        for (const char *target : {"sqlite", "postgres", "mariadb"})
            QTest::newRow(target) << QString::fromLatin1(target);
    }
    void killed()
    {
        QFETCH(QString, target);
        const Program program;
        QProcess process;
        program.prepare(process);
        process.setArguments(planOf(target, program.drive()) << u"--scale"_s << u"0.05"_s);
        process.start();
        QVERIFY(process.waitForStarted());
        const auto runs = [&program] {
            return QJsonDocument::fromJson(
                       program.run({u"list"_s, u"runs"_s, u"--json"_s}).out.toUtf8())
                .array();
        };
        const auto lapDone = [&runs] { return runs().at(0)["laps_finished"_L1].toInt() > 0; };
        QVERIFY(QTest::qWaitFor(lapDone, 60'000));
        QTest::qWait(400);   // in the midst of the next one
        process.kill();
        process.waitForFinished();
        const auto dry = program.run({u"clean"_s, u"--dry-run"_s});
        QCOMPARE(dry.status, 0);
        QVERIFY2(dry.out.contains(program.drive()), qPrintable(dry.out));
        QVERIFY(!program.leftovers().isEmpty());
        QCOMPARE(program.run({u"clean"_s}).status, 0);
        QCOMPARE(program.leftovers(), QStringList());
        QCOMPARE(runs().size(), 1);
        QCOMPARE(runs().at(0)["status"_L1].toString(), u"interrupted"_s);
        QVERIFY(runs().at(0)["laps_finished"_L1].toInt() > 0);
    }

    void oneMeasuresAtATime()
    {
        const Program program;
        QProcess first;
        program.prepare(first);
        first.setArguments(planOf(u"sqlite"_s, program.drive()));
        first.start();
        QVERIFY(first.waitForStarted());
        QTest::qWait(1500);
        const auto second = program.run(planOf(u"sqlite"_s, program.drive()), 20'000);
        ::kill(static_cast<pid_t>(first.processId()), SIGTERM);
        QVERIFY(first.waitForFinished(5000));
        QCOMPARE(second.status, 2);
        QVERIFY2(second.err.contains("another Drivetrain"_L1), qPrintable(second.err));
        QCOMPARE(first.exitCode(), 3);
    }
};

QTEST_GUILESS_MAIN(TestStopping)
#include "tst_stopping.moc"
