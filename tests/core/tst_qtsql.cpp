// SPDX-License-Identifier: GPL-3.0-or-later
// Targets through Qt's SQL drivers, on files and private servers that are started here.
#include "qt_targets.h"
#include <QElapsedTimer>
#include <array>
#include <csignal>
#include <thread>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestQtSql : public QObject
{
    Q_OBJECT
    QtTargets m_targets;

    static void targets()
    {
        QTest::addColumn<QString>("target");
        for (const char *target : {"qt:QSQLITE", "qt:QPSQL", "qt:QMYSQL"})
            QTest::newRow(target) << QString::fromLatin1(target);
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_targets.data.path().toUtf8()); }
    void cleanup() { m_targets.close(); }

    void valuesAndCounts_data() { targets(); }
    void valuesAndCounts()
    {
        QFETCH(QString, target);
        m_targets.open(target);
        const auto owner = m_targets.session();
        Session &s = *owner;
        const auto affected = [&s](const std::string &sql) {
            const auto done = s.execute(sql);
            return done ? done->rows_affected : -1;
        };
        QVERIFY(!m_targets.installation->dialect().numbered_placeholders);
        QCOMPARE(affected("CREATE TABLE t(a INTEGER, b VARCHAR(100))"), 0);
        QCOMPARE(affected("INSERT INTO t VALUES(1,'one'),(2,NULL),(3,'Grüße – 日本')"), 3);
        QCOMPARE(affected("CREATE INDEX i ON t(a)"), 0);
        QCOMPARE(affected("UPDATE t SET a=a WHERE a<3"), 2);   // found, though nothing changed
        QCOMPARE(affected("UPDATE t SET a=4 WHERE a=99"), 0);
        QCOMPARE(affected("SELECT a FROM t"), 0);
        const std::vector<std::string> expected{"1", "one", "2", "NULL", "3", "Grüße – 日本"};
        QVERIFY(read(s, "SELECT a, b FROM t ORDER BY a") == expected);
        auto insert = s.prepare("INSERT INTO t VALUES(?,?)");
        QVERIFY(insert.has_value());
        for (const Value &text : {Value(std::string_view("zwölf 'x' \\ ?")), Value()}) {
            const std::array values{Value(std::int64_t{12}), text};
            QCOMPARE((*insert)->execute(values, nullptr)->rows_affected, 1);
        }
        auto select = s.prepare("SELECT a, b FROM t WHERE a=?");
        Rows prepared;
        const std::array key{Value(std::int64_t{12})};
        QCOMPARE((*select)->execute(key, &prepared)->rows_returned, 2);
        std::sort(prepared.texts.begin(), prepared.texts.end());
        const std::vector<std::string> both{"12", "12", "NULL", "zwölf 'x' \\ ?"};
        QVERIFY(prepared.texts == both);
        QVERIFY(s.begin().has_value());
        QCOMPARE(affected("DELETE FROM t"), 5);
        QVERIFY(s.rollback().has_value());
        QVERIFY(read(s, "SELECT count(*) FROM t") == std::vector<std::string>{"5"});
        const auto wrong = s.execute("SELEC 1");
        QVERIFY(!wrong && wrong.error().kind == ErrorKind::Engine);
        QVERIFY(!wrong.error().code.isEmpty() && !wrong.error().words.isEmpty());
        QVERIFY(s.execute("SELECT 1").has_value());   // the session goes on
        QVERIFY(m_targets.installation->size_bytes().value_or(0) > 0);
        QVERIFY(m_targets.installation->dataFolder().startsWith(m_targets.folder->path()));
        QCOMPARE(m_targets.installation->processes().empty(), target == "qt:QSQLITE"_L1);
        QVERIFY(m_targets.installation->address().has_value());
    }

    void textsAreTheEnginesOwn_data()
    {
        QTest::addColumn<QString>("native");
        QTest::addColumn<QString>("target");
        QTest::newRow("sqlite") << u"sqlite"_s << u"qt:QSQLITE"_s;
        QTest::newRow("postgres") << u"postgres"_s << u"qt:QPSQL"_s;
        QTest::newRow("mariadb") << u"mariadb"_s << u"qt:QMYSQL"_s;
    }
    void textsAreTheEnginesOwn()
    {
        QFETCH(QString, native);
        QFETCH(QString, target);
        std::vector<std::vector<std::string>> answers;
        for (const QString &which : {native, target}) {
            m_targets.open(which);
            const auto s = m_targets.session();
            QVERIFY(s->execute("CREATE TABLE t(i INTEGER, n NUMERIC(12,3), d DOUBLE PRECISION, "
                               "x TIMESTAMP, v VARCHAR(20))").has_value());
            QVERIFY(s->execute("INSERT INTO t VALUES(-7, 12.5, 0.1, '2024-02-03 04:05:06', ''),"
                               "(2147483647, 100, 3, NULL, 'ä')").has_value());
            answers.push_back(read(*s, "SELECT i, n, d, x, v, i>0, i/2.0 FROM t ORDER BY i"));
            const auto more = read(*s, "SELECT count(*), sum(n), avg(i), avg(d), max(d) FROM t");
            answers.back().insert(answers.back().end(), more.begin(), more.end());
        }
        for (std::size_t i = 0; i < answers[0].size(); ++i)
            QCOMPARE(QString::fromStdString(answers[1].at(i)),
                     QString::fromStdString(answers[0][i]));
    }

    void durabilityIsReadBack_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<int>("wished");
        for (const auto &target : {u"qt:QSQLITE"_s, u"qt:QPSQL"_s, u"qt:QMYSQL"_s}) {
            for (const Durability wished :
                 {Durability::Durable, Durability::Relaxed, Durability::Unsafe})
                QTest::newRow(qPrintable(target + u' ' + durabilityName(wished)))
                    << target << int(wished);
        }
    }
    void durabilityIsReadBack()
    {
        QFETCH(QString, target);
        QFETCH(int, wished);
        m_targets.open(target, Durability(wished));
        const EngineFacts facts = m_targets.installation->facts();
        QCOMPARE(int(facts.durability), wished);
        const auto spec = parseTarget(target);
        QCOMPARE(int(engineOf(*spec).effectiveDurability(*spec, Durability(wished))), wished);
        QVERIFY(!facts.version.isEmpty() && facts.settings.size() > 3);
        QCOMPARE(facts.client_library, u"Qt %1, driver %2"_s.arg(QString::fromLatin1(qVersion()),
                                                                 spec->subject));
        if (target != "qt:QSQLITE"_L1)
            return;
        const std::array<std::string, 3> numbers{"2", "1", "0"};   // each connection sets it anew
        QVERIFY(read(*m_targets.session(), "PRAGMA synchronous")
                == std::vector{numbers[static_cast<std::size_t>(wished)]});
        QVERIFY(read(*m_targets.session(), "PRAGMA journal_mode")
                == std::vector<std::string>{"wal"});
    }

    void fileCallsAreCounted()
    {
        m_targets.open(u"qt:QSQLITE"_s);
        const auto s = m_targets.session();
        const IoTotals before = m_targets.installation->io();
        QVERIFY(s->execute("CREATE TABLE t(a INTEGER)").has_value());
        const IoTotals after = m_targets.installation->io();
        QVERIFY(after.write_bytes.value_or(0) > before.write_bytes.value_or(0));
        QVERIFY(after.syncs.value_or(0) > before.syncs.value_or(0));
        QVERIFY(s->phases().of(Phase::Sync) > 0);
    }

    void oneConnectionForAllThreads_data() { targets(); }
    void oneConnectionForAllThreads()   // made here, used by workers, verified here
    {
        QFETCH(QString, target);
        m_targets.open(target);
        const auto s = m_targets.session();
        QVERIFY(s->execute("CREATE TEMPORARY TABLE own(a INTEGER)").has_value());
        for (int i = 0; i < 3; ++i) {
            std::jthread([&s] {
                static_cast<void>(s->ready());
                static_cast<void>(s->begin());
                static_cast<void>(s->execute("INSERT INTO own VALUES(1)"));
                auto insert = s->prepare("INSERT INTO own VALUES(?)");
                const std::array two{Value(std::int64_t{2})};
                static_cast<void>((*insert)->execute(two, nullptr));
                static_cast<void>(s->commit());
            }).join();
        }
        QVERIFY(read(*s, "SELECT sum(a) FROM own") == std::vector<std::string>{"9"});
    }

    void cancelled_data() { targets(); }
    void cancelled()
    {
        QFETCH(QString, target);
        m_targets.open(target);
        const auto s = m_targets.session();
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            s->cancel();
        });
        QElapsedTimer timer;
        timer.start();
        const auto done = s->execute(longStatement(target));
        QVERIFY2(timer.elapsed() < 1300, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
        const auto later = s->execute("SELECT 1");   // a cancel is remembered
        QVERIFY(!later && later.error().kind == ErrorKind::Cancelled);
        QVERIFY(!s->ready() && !s->begin() && !s->prepare("SELECT 1"));
    }

    void abandonedWhileTheServerIsFrozen_data() { targets(); }
    void abandonedWhileTheServerIsFrozen()
    {
        QFETCH(QString, target);
        m_targets.open(target);
        auto s = m_targets.session();
        for (const pid_t process : m_targets.installation->processes())
            kill(process, SIGSTOP);
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            s->cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            s->abandon();
        });
        QElapsedTimer timer;
        timer.start();
        const auto done = s->execute(longStatement(target));
        QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
        stopper.join();
        s.reset();
        m_targets.installation.reset();   // also the end of the frozen server
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }

    void busyFileIsWaitedForUntilCancelled()
    {
        m_targets.open(u"qt:QSQLITE"_s);
        const auto holder = m_targets.session(), waiter = m_targets.session();
        QVERIFY(holder->execute("CREATE TABLE t(a INTEGER)").has_value());
        QVERIFY(holder->begin().has_value());
        QVERIFY(holder->execute("INSERT INTO t VALUES(1)").has_value());
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            waiter->cancel();
        });
        QElapsedTimer timer;
        timer.start();
        const auto done = waiter->execute("INSERT INTO t VALUES(2)");
        QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
        QVERIFY(timer.elapsed() >= 150 && timer.elapsed() < 1000);
    }

    void missingDriverIsGreyed()
    {
        const auto spec = parseTarget(u"qt:QNOSUCH?dsn=x"_s);
        const Availability none = engineOf(*spec).availability(*spec);
        QVERIFY(!none.available);
        QCOMPARE(none.reason, u"the Qt driver QNOSUCH is not installed"_s);
        for (const QString &text : engineOf(*spec).suggestions()) {
            const auto offered = parseTarget(text);
            QVERIFY2(engineOf(*spec).availability(*offered).available, qPrintable(text));
            QVERIFY(engineOf(*spec).checkOptions(*offered, u"targets[0]"_s).empty());
        }
    }

    void optionsAreChecked_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<int>("code");
        const auto row = [](const char *target, FaultCode code) {
            QTest::newRow(target) << QString::fromLatin1(target) << int(code);
        };
        row("qt:QSQLITE?journal=wal", FaultCode::UnknownOption);
        row("qt:QODBC?dns=x", FaultCode::UnknownOption);
        row("qt:QODBC?dsn=DRIVER%3DX;PWD%3Dsecret", FaultCode::PasswordInTarget);
        row("qt:QPSQL?host=h&port=x", FaultCode::BadOptionValue);
        row("qt:QPSQL?database=d", FaultCode::BadValue);   // whose host is missing
        row("qt:QODBC", FaultCode::BadValue);
    }
    void optionsAreChecked()
    {
        QFETCH(QString, target);
        QFETCH(int, code);
        const auto spec = parseTarget(target);
        QVERIFY(spec.has_value());
        QCOMPARE(*parseTarget(spec->text()), *spec);
        const Faults faults = engineOf(*spec).checkOptions(*spec, u"targets[0]"_s);
        QVERIFY(!faults.empty());
        QCOMPARE(int(faults.front().code), code);
        QVERIFY(!faults.front().value.contains("secret"_L1));
        if (faults.front().code == FaultCode::UnknownOption)
            QVERIFY(faults.front().detail.contains("durability"_L1));
        for (const auto key : {"password"_L1, "pwd"_L1})
            QCOMPARE(parseTarget(u"qt:QODBC?dsn=x&%1=y"_s.arg(key)).error().code, u"password"_s);
    }
};

QTEST_GUILESS_MAIN(TestQtSql)
#include "tst_qtsql.moc"
