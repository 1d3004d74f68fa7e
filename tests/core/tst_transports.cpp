// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines and bulk rows on real servers: what arrives, in which transactions, and what an error
// leaves.
#include "engines/engine.h"
#include "measure/clock.h"
#include "servers/leftovers.h"
#include "workloads/row_checksum.h"
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

class Outcomes final : public OutcomeSink
{
public:
    void done(const Outcome &outcome, std::int64_t sent_ns) override
    {
        rows += outcome.rows_affected + outcome.rows_returned;
        ++count;
        late = late || sent_ns > tick_ns();
    }
    std::int64_t rows = 0, count = 0;
    bool late = false;
};

class Numbers final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    { last = QByteArray(cells[0].text.data(), static_cast<qsizetype>(cells[0].text.size())); }
    QByteArray last;
};

/// A value of each kind, with what bulk formats must escape.
std::vector<Value> rowOf(std::int64_t i, std::string &text)
{
    text = i % 3 ? "tab\there, back\\slash, new\nline, 'quote' " + std::to_string(i) : "";
    if (i % 7 == 0)
        return {Value(i), Value(std::monostate()), Value(0.5 * static_cast<double>(i))};
    return {Value(i), Value(std::string_view(text)), Value(0.5 * static_cast<double>(i))};
}

} // namespace

class TestTransports : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void bulkRowsArriveAsTheyAre_data() { engines(true); }
    void bulkRowsArriveAsTheyAre();
    void pipelineKeepsOrderAndCounts_data() { engines(false); }
    void pipelineKeepsOrderAndCounts();
    void outsideOfATransactionEachIsItsOwn_data() { engines(false); }
    void outsideOfATransactionEachIsItsOwn();
    void anErrorEndsIt_data() { engines(false); }
    void anErrorEndsIt();
    void aServerGetsNoFileOfOurs();

private:
    static void engines(bool embedded)
    {
        QTest::addColumn<QString>("target");
        if (embedded)
            QTest::newRow("sqlite") << u"sqlite"_s;
        for (const char *name : {"postgres", "mariadb", "mariadb:engine=myisam"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    QByteArray one(const std::string &sql)
    {
        Numbers numbers;
        const auto done = m_session->execute(sql, &numbers);
        return done ? numbers.last : done.error().words.toUtf8();
    }
    std::string placeholders(int n) const
    {
        std::string all;
        for (int i = 1; i <= n; ++i)
            all += (i > 1 ? "," : "") + m_installation->dialect().placeholder(i);
        return all;
    }
    std::optional<OwnFolder> m_folder;
    std::unique_ptr<Installation> m_installation;
    std::unique_ptr<Session> m_session;
};

void TestTransports::init()
{
    QString text = u"mariadb"_s;
    if (QTest::currentDataTag()) {
        QFETCH(QString, target);
        text = target;
    }
    const auto spec = parseTarget(text);
    auto folder = OwnFolder::make(u"/var/tmp"_s);
    QVERIFY(spec && folder);
    m_folder.emplace(std::move(*folder));
    Place place;
    place.folder = m_folder->path();
    place.durability = Durability::Unsafe;
    auto opened = EngineRegistry::standard().find(spec->engine)->open(*spec, place, {});
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().words));
    m_installation = std::move(*opened);
    auto session = m_installation->connect({});
    QVERIFY(session);
    m_session = std::move(*session);
    QVERIFY(m_session->execute("CREATE TABLE t (a BIGINT PRIMARY KEY, b VARCHAR(100), "
                               "c DOUBLE PRECISION)"
                               + m_installation->dialect().table_suffix));
}

void TestTransports::cleanup()
{
    m_session.reset();
    m_installation.reset();
    m_folder.reset();
}

void TestTransports::bulkRowsArriveAsTheyAre()
{
    constexpr std::int64_t rows = 2345;   // not a multiple of any block
    std::string text;
    {
        auto writer = m_session->bulk({"t", {"a", "b", "c"}, 3});
        QVERIFY2(writer, writer ? "" : qPrintable(writer.error().words));
        for (std::int64_t i = 0; i < rows; ++i)
            QVERIFY((*writer)->row(rowOf(i, text)));
        const auto outcome = (*writer)->finish();
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().words));
        QCOMPARE(outcome->rows_affected, rows);
    }
    ChecksumSink sink;
    QVERIFY(m_session->execute("SELECT a, b FROM t", &sink));
    TableCheck right;
    for (std::int64_t i = 0; i < rows; ++i) {
        const auto values = rowOf(i, text);
        RowHash hash;
        hash.cell(std::to_string(i));
        hash.cell(i % 7 ? text : std::string(), i % 7 == 0);
        ++right.rows;
        right.checksum += hash.value();
    }
    QVERIFY(sink.check() == right);
    QCOMPARE(one("SELECT count(*) FROM t WHERE c = 0.5 * a").toLongLong(), rows);
    auto again = m_session->bulk({"t", {}, 3});   // a key that is there: refused, said
    QVERIFY(again);
    auto taken = (*again)->row(rowOf(1, text));
    const auto outcome = taken ? (*again)->finish() : tl::unexpected(taken.error());
    QVERIFY(!outcome || outcome->rows_affected == 0);
}

void TestTransports::pipelineKeepsOrderAndCounts()
{
    constexpr std::int64_t rows = 3000;
    Outcomes outcomes;
    Numbers answer;
    {
        auto pipeline = m_session->pipeline(outcomes);
        QVERIFY(pipeline);
        const std::string insert = "INSERT INTO t VALUES (" + placeholders(3) + ")";
        const std::string update =
            "UPDATE t SET c=c+1 WHERE a=" + m_installation->dialect().placeholder(1);
        std::string text;
        QVERIFY((*pipeline)->begin());
        for (std::int64_t i = 0; i < rows; ++i) {
            QVERIFY((*pipeline)->prepared(0, insert, rowOf(i, text), nullptr));
            if (i % 500 == 0) {   // another shape, and a text, amid them
                const std::vector<Value> key{Value(i)};
                QVERIFY((*pipeline)->prepared(1, update, key, nullptr));
                QVERIFY((*pipeline)->literal("SELECT count(*) FROM t", &answer));
            }
        }
        QVERIFY((*pipeline)->commit());
        QVERIFY((*pipeline)->drain());
    }
    QCOMPARE(outcomes.count, rows + 12);
    QCOMPARE(outcomes.rows, rows + 12);
    QVERIFY(!outcomes.late);
    QCOMPARE(answer.last.toLongLong(), std::int64_t{2501});   // what was before it, all there
    QCOMPARE(one("SELECT count(*) FROM t").toLongLong(), rows);
    QCOMPARE(one("SELECT count(*) FROM t WHERE c = 0.5 * a + 1").toLongLong(), std::int64_t{6});
}

/// The third of five breaks: the first two stay, each having been a transaction of its own.
void TestTransports::outsideOfATransactionEachIsItsOwn()
{
    Outcomes outcomes;
    {
        auto pipeline = m_session->pipeline(outcomes);
        QVERIFY(pipeline);
        bool refused = false;
        for (const int key : {1, 2, 1, 4, 5}) {
            refused = refused
                || !(*pipeline)->literal("INSERT INTO t VALUES (" + std::to_string(key) + ",'',0)",
                                         nullptr);
        }
        refused = refused || !(*pipeline)->drain();
        QVERIFY(refused);
    }
    QCOMPARE(outcomes.count, std::int64_t{2});
    auto other = m_installation->connect({});
    QVERIFY(other);
    m_session = std::move(*other);
    QVERIFY(one("SELECT count(*) FROM t WHERE a IN (1, 2)").toInt() == 2);
}

void TestTransports::anErrorEndsIt()
{
    Outcomes outcomes;
    auto pipeline = m_session->pipeline(outcomes);
    QVERIFY(pipeline);
    QVERIFY((*pipeline)->begin());
    auto sent = (*pipeline)->literal("INSERT INTO nothing VALUES (1)", nullptr);
    if (sent)
        sent = (*pipeline)->drain();
    QVERIFY(!sent);
    QCOMPARE(sent.error().kind, ErrorKind::Engine);
    QVERIFY2(sent.error().words.contains("nothing"_L1), qPrintable(sent.error().words));
}

/// LOAD DATA LOCAL of a file's name, as a rogue server would ask: the handler has nothing for it.
void TestTransports::aServerGetsNoFileOfOurs()
{
    const auto outcome =
        m_session->execute("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t (b)");
    QVERIFY(!outcome);
    QCOMPARE(one("SELECT count(*) FROM t").toInt(), 0);
}

QTEST_MAIN(TestTransports)
#include "tst_transports.moc"
