// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan.h"
#include <QJsonDocument>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

class TestPlan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void targetsRoundTrip_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const QString &text, const QString &canonical) {
            QTest::newRow(qPrintable(text)) << text << canonical;
        };
        row(u"sqlite"_s, u"sqlite"_s);
        row(u"SQLite:Journal=wal, sync=normal"_s, u"sqlite:journal=wal,sync=normal"_s);
        row(u"mysql:engine=myisam"_s, u"mariadb:engine=myisam"_s);
        row(u"postgres:shared_buffers=1GB"_s, u"postgres:shared_buffers=1GB"_s);
        row(u"postgres:search_path=a%2Cb"_s, u"postgres:search_path=a%2Cb"_s);
        row(u"postgresql://me@db.example:5433/test?sslmode=verify-full"_s,
            u"postgres://me@db.example:5433/test?sslmode=verify-full"_s);
        row(u"mysql://me@db.example/test"_s, u"mysql://me@db.example/test"_s);
        row(u"postgres://me@%2Fvar%2Frun%2Fpostgresql/db"_s,
            u"postgres://me@%2Fvar%2Frun%2Fpostgresql/db"_s);
        row(u"postgres:///db?host=/var/run/postgresql"_s,
            u"postgres://%2Fvar%2Frun%2Fpostgresql/db"_s);
        row(u"postgres://u@[::1]:5432/db"_s, u"postgres://u@[::1]:5432/db"_s);
    }
    void targetsRoundTrip()
    {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto spec = parseTarget(text);
        QVERIFY2(spec.has_value(), spec ? "" : qPrintable(spec.error().words));
        QCOMPARE(spec->text(), canonical);
        const auto again = parseTarget(canonical);
        QVERIFY(again.has_value());
        QVERIFY(*again == *spec);
    }
    void socketIsAHost()
    {
        const auto spec = parseTarget(u"postgres://me@%2Frun%2Fpg/db"_s);
        QVERIFY(spec && spec->address);
        QCOMPARE(spec->address->host, u"/run/pg"_s);
        QCOMPARE(spec->address->user, u"me"_s);
    }
    void badTargets_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", ":x=1", "sqlite:journal", "sqlite:=1", "sqlite:a=1,a=2",
                                 "postgres://", "postgres://u:secret@h/db", "sqlite:password=x",
                                 "postgres://h/db?password=secret"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void badTargets()
    {
        QFETCH(QString, text);
        const auto spec = parseTarget(text);
        QVERIFY(!spec);
        QVERIFY(!spec.error().words.isEmpty());
        QVERIFY(!(spec.error().subject + spec.error().words).contains("secret"_L1));
    }
    void planRoundTrip()
    {
        Plan plan = demoPlan(u"/home/x"_s);
        plan.seed = 18446744073709551615ULL;
        plan.scale = 0.25;
        plan.transport = Transport::Prepared;
        plan.parameters = {{u"speed-comparison"_s, QJsonObject{{u"b_range"_s, 500000}}}};
        const PlanReading reading = planFromJson(QJsonDocument(planToJson(plan)).toJson());
        QVERIFY(reading.faults.empty());
        QVERIFY(reading.plan == plan);
        QCOMPARE(plan.targets.at(1).text(), u"sqlite:durability=unsafe"_s);
    }
    void everyFaultAtOnce()
    {
        const PlanReading reading = planFromJson(
            "{\"targets\": [\"sqlite\", \"sqlite\", 5, \"x://u:p@h/d\"], \"drives\": \"/\", "
            "\"scale\": 0, "
            "\"laps\": 2.5, \"durability\": \"maybe\", \"colour\": 1, \"clients\": 1e9}");
        QStringList fields;
        for (const Fault &fault : reading.faults)
            fields << fault.field;
        for (const auto &field :
             {u"targets[1]"_s, u"targets[2]"_s, u"targets[3]"_s, u"drives"_s, u"scale"_s, u"laps"_s,
              u"durability"_s, u"colour"_s, u"clients"_s, u"workloads"_s})
            QVERIFY2(fields.contains(field), qPrintable(field + u" in "_s + fields.join(u' ')));
    }
    void notJson()
    {
        const PlanReading reading = planFromJson("{\"targets\": [");
        QCOMPARE(reading.faults.size(), 1U);
        QCOMPARE(reading.faults[0].code, FaultCode::NotJson);
        QVERIFY(reading.faults[0].detail.contains("byte"_L1));
    }
    void scaleLimits()
    {
        Plan plan = demoPlan(u"/"_s);
        for (const double scale : {0.0, 1e9, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
            plan.scale = scale;
            QCOMPARE(validate(plan).size(), 1U);
        }
        plan.scale = 1;
        QVERIFY(validate(plan).empty());
    }
};

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
