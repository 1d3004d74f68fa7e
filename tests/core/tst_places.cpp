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
};

QTEST_GUILESS_MAIN(TestPlaces)
#include "tst_places.moc"
