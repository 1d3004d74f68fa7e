// SPDX-License-Identifier: GPL-3.0-or-later
// Qt targets as a whole: on somebody's databases, and through the speed comparison.
#include "qt_targets.h"
#include "run/workbench.h"
#include "store/store.h"
#include "workloads/workload.h"
#include <QElapsedTimer>
#include <array>
#include <thread>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestQtSqlWhole : public QObject
{
    Q_OBJECT
    QtTargets m_targets;

    /// A file of ODBC data sources with one. Names differ: unixODBC remembers them for a while.
    void dataSource(const QByteArray &name, const QByteArray &lines)
    {
        QFile file(m_targets.data.path() + u"/odbc.ini"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write('[' + name + "]\n" + lines);
        qputenv("ODBCINI", file.fileName().toUtf8());
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_targets.data.path().toUtf8()); }
    void cleanup() { m_targets.close(); }

    void cornerOfSomebodysServer_data()
    {
        QTest::addColumn<QString>("native");
        QTest::addColumn<QString>("driver");
        QTest::newRow("QPSQL") << u"postgres"_s << u"QPSQL"_s;
        QTest::newRow("QMYSQL") << u"mariadb"_s << u"QMYSQL"_s;
        QTest::newRow("QODBC") << u"postgres"_s << u"QODBC"_s;
    }
    void cornerOfSomebodysServer()
    {
        QFETCH(QString, native);
        QFETCH(QString, driver);
        m_targets.open(native);
        const auto admin = m_targets.session();
        QVERIFY(admin->execute("CREATE TABLE t1(a INTEGER)").has_value());
        const ServerAddress at = *m_targets.installation->address();
        dataSource("some_postgres", "Driver=PostgreSQL Unicode\nServername=" + at.host.toUtf8()
                   + "\nDatabase=" + at.database.toUtf8() + "\nUsername=" + at.user.toUtf8()
                   + '\n');
        const QString target = driver == "QODBC"_L1
            ? u"qt:QODBC?dsn=some_postgres"_s
            : u"qt:%1?host=%2&user=%3&database=%4"_s.arg(driver, at.host, at.user, at.database);
        const auto spec = parseTarget(target);
        QVERIFY(spec->isSomebodysServer());
        QVERIFY(engineOf(*spec).checkOptions(*spec, {}).empty());
        const Faults faults = engineOf(*spec).preflight(*spec, {}, {}, {});
        QVERIFY2(faults.empty(), qPrintable(faults.empty() ? QString() : faults[0].detail));
        Place place;
        place.tag = u"drivetrain_x1"_s;
        const std::string schemas = "SELECT count(*) FROM information_schema.schemata WHERE "
                                    "schema_name='drivetrain_x1'";
        {
            auto corner = m_targets.make(target, place);
            QVERIFY(read(*admin, schemas) == std::vector<std::string>{"1"});
            auto s = std::move(*corner->connect({}));
            QVERIFY(s->execute("CREATE TABLE t1(a INTEGER, b VARCHAR(9))").has_value());
            auto insert = s->prepare("INSERT INTO t1 VALUES(?,?)");
            const std::array values{Value(std::int64_t{5}), Value(std::string_view("ä"))};
            QCOMPARE((*insert)->execute(values, nullptr)->rows_affected, 1);
            insert->reset();
            QVERIFY(read(*s, "SELECT a, b FROM t1") == (std::vector<std::string>{"5", "ä"}));
            QCOMPARE(s->execute("UPDATE t1 SET a=a")->rows_affected, 1);
            QVERIFY(s->begin() && s->execute("DELETE FROM t1") && s->rollback());
            QVERIFY(read(*s, "SELECT a FROM t1") == std::vector<std::string>{"5"});
            QVERIFY(corner->size_bytes().value_or(0) > 0);
            QCOMPARE(int(corner->facts().durability), int(Durability::Durable));
            std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(300));
                s->cancel();
            });
            QElapsedTimer timer;
            timer.start();
            const auto done = s->execute(longStatement(target));
            QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
            QVERIFY2(timer.elapsed() < 1300, qPrintable(QString::number(timer.elapsed())));
            s.reset();
            QVERIFY(corner->drop().has_value());
        }
        QVERIFY(read(*admin, schemas) == std::vector<std::string>{"0"});
        QVERIFY(read(*admin, "SELECT count(*) FROM t1") == std::vector<std::string>{"0"});
    }

    void onlyAnEmptySqliteFileIsUsed_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("QODBC") << u"qt:QODBC?dsn=some_sqlite"_s;
        QTest::newRow("QSQLITE") << u"qt:QSQLITE?database=%1/some.db"_s.arg(m_targets.data.path());
    }
    void onlyAnEmptySqliteFileIsUsed()
    {
        QFETCH(QString, target);
        const QString path = m_targets.data.path() + u"/some.db"_s;
        dataSource("some_sqlite", "Driver=SQLite3\nDatabase=" + path.toUtf8() + "\n");
        QFile::remove(path);
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
        const auto spec = parseTarget(target);
        const Faults none = engineOf(*spec).preflight(*spec, {}, {}, {});
        QVERIFY2(none.empty(), qPrintable(none.empty() ? QString() : none[0].detail));
        Place place;
        place.tag = u"drivetrain_x2"_s;
        m_targets.installation = m_targets.make(target, place);
        auto s = m_targets.session();
        QVERIFY(s->execute("CREATE TABLE t(a INTEGER)").has_value());
        const Faults faults = engineOf(*spec).preflight(*spec, {}, {}, {});
        QCOMPARE(int(faults.at(0).code), int(FaultCode::MissingRight));
        s.reset();
        QVERIFY(m_targets.installation->drop().has_value());
        QVERIFY(engineOf(*spec).preflight(*spec, {}, {}, {}).empty());   // empty again
    }

    void speedComparisonAgrees_data()
    {
        QTest::addColumn<int>("transport");
        QTest::newRow("literal") << int(Transport::Literal);
        QTest::newRow("prepared") << int(Transport::Prepared);
    }
    void speedComparisonAgrees()
    {
        QFETCH(int, transport);
        QTemporaryDir drive(u"/var/tmp/tst_qtsql-XXXXXX"_s);
        QFile::setPermissions(drive.path(), QFile::Permissions(0x7755));
        Plan plan;
        for (const auto &target : {u"sqlite"_s, u"qt:QSQLITE"_s, u"qt:QPSQL"_s, u"qt:QMYSQL"_s})
            plan.targets.push_back(*parseTarget(target));
        plan.drives = {drive.path()};
        plan.workloads = {u"speed-comparison"_s};
        plan.scale = 0.01;
        plan.laps = 1;
        plan.transport = Transport(transport);
        const QString store = drive.path() + u"/results.sqlite"_s;
        Workbench workbench(EngineRegistry::standard(), WorkloadRegistry::standard(), {store, {}});
        const PlanCheck check = workbench.check(plan);
        QVERIFY2(check.faults.empty(),
                 qPrintable(check.faults.empty() ? QString() : check.faults[0].detail));
        QVERIFY(workbench.start(plan).has_value());
        workbench.wait();
        const auto results = Store::open(store);
        const auto run = (*results)->run((*results)->runs()->front().id);
        QCOMPARE(run->laps.size(), 4U);
        for (const Lap &lap : run->laps) {
            QVERIFY2(lap.status == LapStatus::Finished,
                     qPrintable(lap.error ? lap.error->words : QString::number(lap.target)));
            for (std::size_t i = 0; i < lap.steps.size(); ++i) {
                QVERIFY(lap.steps[i].isVerified());
                QVERIFY(lap.steps[i].tables == run->laps[0].steps[i].tables);
                QCOMPARE(lap.steps[i].answers_digest, run->laps[0].steps[i].answers_digest);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestQtSqlWhole)
#include "tst_qtsql_whole.moc"
