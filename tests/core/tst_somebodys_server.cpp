// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that are not ours: started here as private ones, then reached by their address like
// anybody's.
#include "engines/engine.h"
#include "servers/leftovers.h"
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

class Count final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override { value = std::string(cells[0].text); }
    std::string value;
};

std::string one(Session &session, const std::string &sql)
{
    Count count;
    const auto done = session.execute(sql, &count);
    return done ? count.value : "error: " + done.error().words.toStdString();
}

QString argumentOf(const Installation &server, const QByteArray &name)
{
    for (const pid_t process : server.processes()) {
        QFile file(u"/proc/%1/cmdline"_s.arg(process));
        const QList<QByteArray> words =
            file.open(QIODevice::ReadOnly) ? file.readAll().split('\0') : QList<QByteArray>();
        for (qsizetype i = 0; i < words.size(); ++i) {
            if (words[i] == name)
                return QString::fromLocal8Bit(words.value(i + 1));
            if (name.endsWith('=') && words[i].startsWith(name))
                return QString::fromLocal8Bit(words[i].mid(name.size()));
        }
    }
    return {};
}

} // namespace

class TestSomebodysServer : public QObject
{
    Q_OBJECT
    QTemporaryDir m_data;
    std::optional<OwnFolder> m_folder;
    std::unique_ptr<Installation> m_server;
    std::unique_ptr<Session> m_admin;

    const Engine &engine(const QString &name) { return *EngineRegistry::standard().find(name); }

    /// A running server of `name` with a table t1 of the user's; the address prefix up to the user.
    TargetSpec start(const QString &name)
    {
        m_admin.reset();
        m_server.reset();
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        Place place;
        place.folder = m_folder->path();
        auto opened = engine(name).open(*parseTarget(name), place, {});
        if (!opened)
            qFatal("%s", qPrintable(opened.error().words));
        m_server = std::move(*opened);
        m_admin = std::move(*m_server->connect({}));
        static_cast<void>(m_admin->execute("CREATE TABLE t1(a INTEGER)"));
        static_cast<void>(m_admin->execute("INSERT INTO t1 VALUES(42)"));
        TargetSpec target;
        target.engine = name;
        target.address = ServerAddress{};
        target.address->host = name == "postgres"_L1 ? argumentOf(*m_server, "-k")
                                                     : argumentOf(*m_server, "--socket=");
        target.address->user = name == "postgres"_L1 ? u"drivetrain"_s : u"root"_s;
        target.address->database = name == "postgres"_L1 ? u"postgres"_s : u"drivetrain"_s;
        return target;
    }
    /// Those that are about `tag`.
    QStringList notes(const QByteArray &tag) const
    {
        QStringList found;
        const QDir folder(m_data.path() + u"/drivetrain/leftovers"_s);
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(tag))
                found << name;
        }
        return found;
    }
    static Place placeWith(const QString &tag)
    {
        Place place;
        place.tag = tag;
        return place;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toUtf8()); }
    void cleanup()
    {
        m_admin.reset();
        m_server.reset();
        m_folder.reset();
        QVERIFY(findLeftovers().empty());
    }

    void ownCornerOnly_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("postgres") << u"postgres"_s;
        QTest::newRow("mariadb") << u"mariadb"_s;
    }
    void ownCornerOnly()
    {
        QFETCH(QString, name);
        const TargetSpec target = start(name);
        QVERIFY(*parseTarget(target.text()) == target);
        const Faults faults = engine(name).preflight(target, {}, {}, u"targets[0]"_s);
        QVERIFY2(faults.empty(), faults.empty() ? "" : qPrintable(faults[0].detail));
        const std::string there =
            name == "postgres"_L1
                ? "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'drivetrain_%'"
                : "SELECT count(*) FROM information_schema.schemata WHERE schema_name LIKE "
                  "'drivetrain\\_%'";
        {
            auto opened = engine(name).open(target, placeWith(u"drivetrain_t_1"_s), {});
            QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().words));
            QCOMPARE(one(*m_admin, there), std::string("1"));
            QCOMPARE((*opened)->facts().durability, Durability::Durable);
            QVERIFY((*opened)->processes().empty());
            auto session = (*opened)->connect({});
            QVERIFY(session.has_value());
            QVERIFY((*session)
                        ->execute("CREATE TABLE t1(a INTEGER)")
                        .has_value()); // ours, beside the user's
            QVERIFY((*session)->execute("INSERT INTO t1 VALUES(1)").has_value());
            QCOMPARE(one(**session, "SELECT a FROM t1"), std::string("1"));
            QVERIFY((*opened)->size_bytes().value_or(0) > 0);
        }
        QCOMPARE(one(*m_admin, there), std::string("0"));
        QCOMPARE(one(*m_admin, "SELECT a FROM t1"), std::string("42"));
    }

    void namesakeIsNotDropped_data() { ownCornerOnly_data(); }
    void namesakeIsNotDropped()   // the name alone does not make it ours
    {
        QFETCH(QString, name);
        const TargetSpec target = start(name);
        const std::string make = name == "postgres"_L1 ? "CREATE SCHEMA drivetrain_mine"
                                                       : "CREATE DATABASE drivetrain_mine";
        QVERIFY(m_admin->execute(make).has_value());
        QVERIFY(m_admin->execute("CREATE TABLE drivetrain_mine.x(a INTEGER)").has_value());
        QVERIFY(!engine(name).dropTagged(target, u"drivetrain_mine"_s, {}).has_value());
        QCOMPARE(one(*m_admin, "SELECT count(*) FROM drivetrain_mine.x"), std::string("0"));
        QVERIFY(!engine(name).open(target, placeWith(u"drivetrain_mine"_s), {}).has_value());
        QCOMPARE(one(*m_admin, "SELECT count(*) FROM drivetrain_mine.x"), std::string("0"));
        QCOMPARE(notes("drivetrain_mine"), QStringList());   // nor is it swept at the next start
    }

    void missingRight_data() { ownCornerOnly_data(); }
    void missingRight()
    {
        QFETCH(QString, name);
        TargetSpec target = start(name);
        const std::string make =
            name == "postgres"_L1 ? "CREATE ROLE poor LOGIN" : "CREATE USER poor@localhost";
        QVERIFY(m_admin->execute(make).has_value());
        if (name != "postgres"_L1)
            QVERIFY(m_admin->execute("GRANT SELECT ON drivetrain.* TO poor@localhost").has_value());
        target.address->user = u"poor"_s;
        const Faults faults = engine(name).preflight(target, {}, {}, u"targets[0]"_s);
        QCOMPARE(faults.size(), 1U);
        QCOMPARE(faults[0].code, FaultCode::MissingRight);
        QVERIFY2(faults[0].remedy.startsWith("GRANT"_L1), qPrintable(faults[0].remedy));
    }

    void noSuchAccount_data() { ownCornerOnly_data(); }
    void noSuchAccount()   // the host was reached: it is not to be looked for there
    {
        QFETCH(QString, name);
        TargetSpec target = start(name);
        target.address->user = u"stranger"_s;
        const Faults faults = engine(name).preflight(target, {}, {}, u"targets[0]"_s);
        QCOMPARE(faults.size(), 1U);
        QVERIFY2(faults[0].code == FaultCode::ServerRefused
                     || faults[0].code == FaultCode::WrongPassword,
                 qPrintable(faults[0].detail));
        const auto opened = engine(name).open(target, placeWith(u"drivetrain_t_1"_s), {});
        QVERIFY(!opened);
        QVERIFY(opened.error().kind != ErrorKind::Connection);
        QCOMPARE(notes("drivetrain_t_1"), QStringList());   // nothing was made: nothing to sweep
    }

    void noSuchDatabase_data() { ownCornerOnly_data(); }
    void noSuchDatabase()
    {
        QFETCH(QString, name);
        TargetSpec target = start(name);
        target.address->database = u"nowhere"_s;
        const Faults faults = engine(name).preflight(target, {}, {}, u"targets[0]"_s);
        QCOMPARE(faults.size(), 1U);
        QVERIFY2(faults[0].code == FaultCode::ServerRefused, qPrintable(faults[0].detail));
    }

    void wrongPassword()
    {
        TargetSpec target = start(u"mariadb"_s);
        QVERIFY(m_admin->execute("CREATE USER safe@localhost IDENTIFIED BY 'right'").has_value());
        QVERIFY(m_admin->execute("GRANT ALL ON *.* TO safe@localhost").has_value());
        target.address->user = u"safe"_s;
        const auto with = [](const char *password) {
            return [password](const TargetSpec &) {
                return std::optional(QString::fromLatin1(password));
            };
        };
        QVERIFY(engine(u"mariadb"_s).preflight(target, {}, with("right"), {}).empty());
        const Faults faults =
            engine(u"mariadb"_s).preflight(target, {}, with("hunter2"), u"targets[0]"_s);
        QCOMPARE(faults.size(), 1U);
        QCOMPARE(faults[0].code, FaultCode::WrongPassword);
        QVERIFY(!(faults[0].detail + faults[0].value).contains("hunter2"_L1));
    }

    void wrongPasswordOfPostgres()
    {
        TargetSpec target = start(u"postgres"_s);
        QVERIFY(m_admin
                    ->execute("CREATE ROLE safe LOGIN PASSWORD 'right'; GRANT CREATE ON DATABASE "
                              "postgres TO safe")
                    .has_value());
        QFile hba(m_server->dataFolder() + u"/pg_hba.conf"_s);
        QVERIFY(hba.open(QIODevice::WriteOnly | QIODevice::Truncate));
        hba.write("local all drivetrain trust\nlocal all all scram-sha-256\n");
        hba.close();
        QCOMPARE(one(*m_admin, "SELECT pg_reload_conf()"), std::string("t"));
        QTest::qWait(300);
        target.address->user = u"safe"_s;
        const auto with = [](const char *password) {
            return [password](const TargetSpec &) {
                return std::optional(QString::fromLatin1(password));
            };
        };
        QVERIFY(engine(u"postgres"_s).preflight(target, {}, with("right"), {}).empty());
        for (const auto &source : {PasswordSource(with("hunter2")), PasswordSource()}) {
            const Faults faults =
                engine(u"postgres"_s).preflight(target, {}, source, u"targets[0]"_s);
            QCOMPARE(faults.size(), 1U);
            QCOMPARE(faults[0].code, FaultCode::WrongPassword);
        }
    }

    void unreachable_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<bool>("listens");
        for (const char *scheme : {"postgres", "mysql"}) {
            QTest::addRow("%s closed", scheme) << QString::fromLatin1(scheme) << false;
            QTest::addRow("%s silent", scheme) << QString::fromLatin1(scheme) << true;
        }
    }
    void unreachable()
    {
        QFETCH(QString, scheme);
        QFETCH(bool, listens);
        QTcpServer silent;   // takes connections, and says nothing
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const quint16 port = silent.serverPort();
        if (!listens)
            silent.close();
        const auto target = parseTarget(u"%1://u@127.0.0.1:%2/db"_s.arg(scheme).arg(port));
        QElapsedTimer timer;
        timer.start();
        const Faults faults = engine(target->engine).preflight(*target, {}, {}, u"targets[0]"_s);
        QCOMPARE(faults.size(), 1U);
        QCOMPARE(faults[0].code, FaultCode::HostUnreachable);
        QVERIFY2(timer.elapsed() < 8000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestSomebodysServer)
#include "tst_somebodys_server.moc"
