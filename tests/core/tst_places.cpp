// SPDX-License-Identifier: GPL-3.0-or-later
// Where a private server's files are, on real servers that are started here: further databases,
// temporary files and logs on drives of their own, presets. Nothing of it is left behind.
#include "engines/engine.h"
#include "servers/leftovers.h"
#include "servers/processes.h"
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

class LastRow final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override { text = std::string(cells[0].text); }
    std::string text;
};

/// The first cell of the last row.
std::string one(Session &session, const std::string &sql)
{
    LastRow last;
    const auto done = session.execute(sql, &last);
    return done ? last.text : "error: " + done.error().words.toStdString();
}

} // namespace

class TestPlaces : public QObject
{
    Q_OBJECT
    QTemporaryDir m_data;
    std::optional<OwnFolder> m_folder;
    std::unique_ptr<Installation> m_installation;

    static const Engine &engineOf(const TargetSpec &spec)
    {
        return *EngineRegistry::standard().find(spec.engine);
    }
    void open(const QString &target)
    {
        m_installation.reset();
        m_folder.emplace(*OwnFolder::make(u"/var/tmp"_s));
        Place place;
        place.folder = m_folder->path();
        const auto spec = parseTarget(target);
        auto opened = engineOf(*spec).open(*spec, place, {});
        QVERIFY2(opened.has_value(), qPrintable(opened ? QString() : opened.error().words));
        m_installation = std::move(*opened);
    }
    static void servers()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("postgres") << u"postgres"_s;
        QTest::newRow("mariadb") << u"mariadb"_s;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", m_data.path().toUtf8()); }
    void cleanup()
    {
        m_installation.reset();
        if (m_folder)
            QVERIFY(m_folder->remove().has_value());
        m_folder.reset();
        QVERIFY(findLeftovers().empty());
        QVERIFY(QDir(m_data.path() + u"/drivetrain/leftovers"_s).isEmpty());
    }

    void addressIsTheSocket_data() { servers(); }
    void addressIsTheSocket()
    {
        QFETCH(QString, target);
        open(target);
        const auto address = m_installation->address();
        QVERIFY(address.has_value());
        QCOMPARE(address->port, 0);
        QVERIFY(!address->user.isEmpty() && !address->database.isEmpty());
        const QString socket = target == "postgres"_L1 ? address->host + u"/.s.PGSQL.5432"_s
                                                       : address->host;
        QVERIFY2(QFileInfo::exists(socket), qPrintable(socket));
    }

    void fourDatabases_data() { servers(); }
    void fourDatabases()   // each its own, made when first asked for
    {
        QFETCH(QString, target);
        open(target);
        const auto spec = parseTarget(target);
        QCOMPARE(engineOf(*spec).capabilities(*spec).databases_max, 64);
        std::vector<std::unique_ptr<Session>> sessions;
        for (int i = 0; i < 4; ++i) {
            auto session = m_installation->connectTo(i, {});
            QVERIFY2(session.has_value(), session ? "" : qPrintable(session.error().words));
            QVERIFY((*session)->execute("CREATE TABLE t(a INTEGER)").has_value());
            QVERIFY((*session)->execute("INSERT INTO t VALUES(" + std::to_string(i) + ")"));
            sessions.push_back(std::move(*session));
        }
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(one(*sessions[i], "SELECT sum(a) FROM t"), std::to_string(i));
        auto again = m_installation->connectTo(2, {});
        QCOMPARE(one(**again, "SELECT sum(a) FROM t"), std::string("2"));
        auto plain = m_installation->connect({});
        QCOMPARE(one(**plain, "SELECT sum(a) FROM t"), std::string("0"));
        for (const int none : {-1, 64})
            QCOMPARE(m_installation->connectTo(none, {}).error().kind, ErrorKind::NotAvailable);
        std::stop_source stopped;
        stopped.request_stop();
        const auto late = m_installation->connectTo(5, stopped.get_token());
        QCOMPARE(late.error().kind, ErrorKind::Cancelled);
    }

    void cornersOfSomebodysServer_data() { servers(); }
    void cornersOfSomebodysServer()   // each is noted before it is made, and dropped at the end
    {
        QFETCH(QString, target);
        open(target);
        TargetSpec theirs = *parseTarget(target);
        theirs.address = m_installation->address();
        Place place;
        place.tag = u"drivetrain_t_1"_s;
        const QDir notes(m_data.path() + u"/drivetrain/leftovers"_s);
        const qsizetype before = notes.entryList(QDir::Files).size();
        auto opened = engineOf(theirs).open(theirs, place, {});
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().words));
        for (int i = 0; i < 4; ++i) {
            auto session = (*opened)->connectTo(i, {});
            QVERIFY2(session.has_value(), session ? "" : qPrintable(session.error().words));
            QVERIFY((*session)->execute("CREATE TABLE t(a INTEGER)").has_value());
        }
        QVERIFY((*opened)->size_bytes().has_value());
        QCOMPARE(notes.entryList(QDir::Files).size(), before + 4);
        auto admin = m_installation->connect({});
        const std::string count = target == "postgres"_L1
            ? "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'drivetrain_t_1%'"
            : "SELECT count(*) FROM information_schema.schemata "
              "WHERE schema_name LIKE 'drivetrain_t_1%'";
        QCOMPARE(one(**admin, count), std::string("4"));
        // What a sweep does for one that a killed application noted.
        QVERIFY(engineOf(theirs).dropTagged(theirs, u"drivetrain_t_1_3"_s, {}).has_value());
        QCOMPARE(one(**admin, count), std::string("3"));
        const auto dropped = (*opened)->drop();
        QVERIFY2(dropped.has_value(), dropped ? "" : qPrintable(dropped.error().words));
        QCOMPARE(one(**admin, count), std::string("0"));
        QCOMPARE(notes.entryList(QDir::Files).size(), before);
    }
};

QTEST_GUILESS_MAIN(TestPlaces)
#include "tst_places.moc"
