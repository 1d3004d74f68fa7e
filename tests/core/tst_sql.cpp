// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting scripts as the engines' clients do, and taking literals out of statements.
#include "engines/dialects.h"
#include "workloads/script_index.h"
#include "workloads/script_stream.h"
#include "workloads/sql_script.h"
#include "workloads/sql_shape.h"
#include <QTemporaryDir>
#include <QTest>

using namespace drivetrain;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(drivetrain::ScriptStyle)

namespace {

/// A file with that text; lives as long as the object.
class ScriptFile
{
public:
    explicit ScriptFile(const QByteArray &text)
    {
        QFile file(path());
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
    }
    [[nodiscard]] QString path() const { return m_folder.filePath(u"script.sql"_s); }

private:
    QTemporaryDir m_folder;
};

struct Reading { QStringList items; QString error; };

/// Statements as they stand, steps as "step: NAME", commands as "command: TEXT", each with its line.
Reading read(const QByteArray &text, ScriptStyle style)
{
    const ScriptFile file(text);
    auto script = SqlScript::open(file.path(), style);
    Reading reading;
    SqlScript::Item item;
    while (script) {
        const auto more = (*script)->next(item);
        if (!more) {
            reading.error = more.error().subject + u": "_s + more.error().words;
            break;
        }
        if (!*more)
            break;
        const QString kind = item.kind == SqlScript::Item::Kind::Step ? u"step: "_s
            : item.kind == SqlScript::Item::Kind::Command           ? u"command: "_s
                                                                    : QString();
        reading.items << u"%1 "_s.arg(item.line) + kind
                + QString::fromUtf8(item.text.data(), static_cast<qsizetype>(item.text.size()))
                      .trimmed();
    }
    return reading;
}

} // namespace

class TestSql : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void splits_data();
    void splits();
    void unclosedIsPlaced_data();
    void unclosedIsPlaced();
    void blocksDoNotMatter();
    void shapes_data();
    void shapes();
    void bulkTables();
    void indexCounts();
    void streamsFrameTransactions();
    void clientCommandsAreRefusedByLine();
};

void TestSql::splits_data()
{
    QTest::addColumn<ScriptStyle>("style");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("items");
    const auto lite = ScriptStyle::Sqlite, pg = ScriptStyle::Postgres, my = ScriptStyle::Mysql;
    const auto row = [](const char *name, ScriptStyle style, const QByteArray &text,
                        const QStringList &items) {
        QTest::newRow(name) << style << text << items;
    };
    row("plain", lite, "SELECT 1;\n\nSELECT 2;", {u"1 SELECT 1"_s, u"3 SELECT 2"_s});
    row("last without its end", pg, "SELECT 1;\nSELECT 2\n", {u"1 SELECT 1"_s, u"2 SELECT 2"_s});
    row("empty ones", lite, ";;\n;SELECT 1;;", {u"2 SELECT 1"_s});
    row("semicolon in a string", lite, "SELECT 'a;b''c;';SELECT 2;",
        {u"1 SELECT 'a;b''c;'"_s, u"1 SELECT 2"_s});
    row("backslash in MySQL", my, "SELECT 'a\\';b';SELECT 2;",
        {u"1 SELECT 'a\\';b'"_s, u"1 SELECT 2"_s});
    row("backslash elsewhere", lite, "SELECT 'a\\';SELECT 2;",
        {u"1 SELECT 'a\\'"_s, u"1 SELECT 2"_s});
    row("E string", pg, "SELECT E'a\\';b';SELECT 2;",
        {u"1 SELECT E'a\\';b'"_s, u"1 SELECT 2"_s});
    row("quoted names", pg, "SELECT \"a;b\";SELECT 2;", {u"1 SELECT \"a;b\""_s, u"1 SELECT 2"_s});
    row("names in SQLite", lite, "SELECT [a;b], `c;d`;", {u"1 SELECT [a;b], `c;d`"_s});
    row("line comment", lite, "SELECT 1 -- no; end\n;SELECT 2;",
        {u"1 SELECT 1 -- no; end"_s, u"2 SELECT 2"_s});
    row("minus minus in MySQL", my, "SELECT 5--1;SELECT 2;", {u"1 SELECT 5--1"_s, u"1 SELECT 2"_s});
    row("hash in MySQL", my, "SELECT 1 # no; end\n;", {u"1 SELECT 1 # no; end"_s});
    row("comments nest in PostgreSQL", pg, "/* a /* b; */ c; */ SELECT 1;", {u"1 SELECT 1"_s});
    row("and not in SQLite", lite, "/* a /* b; */ SELECT 1;", {u"1 SELECT 1"_s});
    row("SQL in a MySQL comment", my, "/*!40101 SET NAMES utf8 */;",
        {u"1 /*!40101 SET NAMES utf8 */"_s});
    row("dollar quoting", pg, "DO $x$ a; $$ b; $x$;SELECT $1;",
        {u"1 DO $x$ a; $$ b; $x$"_s, u"1 SELECT $1"_s});
    row("parentheses in psql", pg, "CREATE RULE r AS DO (SELECT 1; SELECT 2);",
        {u"1 CREATE RULE r AS DO (SELECT 1; SELECT 2)"_s});
    row("atomic body", pg, "CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT 2; END;SELECT 3;",
        {u"1 CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; SELECT 2; END"_s, u"1 SELECT 3"_s});
    row("trigger", lite,
        "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM b;"
        " END;SELECT 3;",
        {u"1 CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; "
         "DELETE FROM b; END"_s, u"1 SELECT 3"_s});
    row("DELIMITER", my, "DELIMITER //\nCREATE TRIGGER t BEGIN SELECT 1; END//\nDELIMITER ;\n"
        "SELECT 2;", {u"2 CREATE TRIGGER t BEGIN SELECT 1; END"_s, u"4 SELECT 2"_s});
    row("DELIMITER that touches a word", my, "delimiter $$\nSELECT 1; END$$\ndelimiter ;\nSELECT 2;",
        {u"2 SELECT 1; END"_s, u"4 SELECT 2"_s});
    row("psql's commands", pg, "\\timing on\nSELECT 1;\n\\copy t from x\n",
        {u"1 command: \\timing on"_s, u"2 SELECT 1"_s, u"3 command: \\copy t from x"_s});
    row("the shell's commands", lite, ".mode csv\nSELECT .5;",
        {u"1 command: .mode csv"_s, u"2 SELECT .5"_s});
    row("steps", lite, "-- drivetrain: step Load it\nSELECT 1;\n-- other\n"
        "-- drivetrain: step Ask\r\nSELECT 2;",
        {u"1 step: Load it"_s, u"2 SELECT 1"_s, u"4 step: Ask"_s, u"5 SELECT 2"_s});
    row("byte order mark", lite, "\xef\xbb\xbfSELECT 1;", {u"1 SELECT 1"_s});
}

void TestSql::splits()
{
    QFETCH(ScriptStyle, style);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, items);
    const Reading reading = read(text, style);
    QCOMPARE(reading.error, QString());
    QCOMPARE(reading.items, items);
}

void TestSql::unclosedIsPlaced_data()
{
    QTest::addColumn<ScriptStyle>("style");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("string") << ScriptStyle::Sqlite << QByteArray("SELECT 1;\nSELECT 2,\n  'abc")
                            << u"line 3, column 3: the script ends inside of a string"_s;
    QTest::newRow("comment") << ScriptStyle::Postgres << QByteArray("SELECT 1; /* a")
                             << u"line 1, column 11: the script ends inside of a comment"_s;
    QTest::newRow("name") << ScriptStyle::Postgres << QByteArray("\nSELECT \"a")
                          << u"line 2, column 8: the script ends inside of a quoted name"_s;
    QTest::newRow("dollar") << ScriptStyle::Postgres << QByteArray("DO $a$ b $b$")
                            << u"line 1, column 4: the script ends inside of a dollar-quoted "
                               "string"_s;
}

void TestSql::unclosedIsPlaced()
{
    QFETCH(ScriptStyle, style);
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QCOMPARE(read(text, style).error, place);
}

/// A file of several blocks, whose statements lie across their borders, one of them longer than a
/// block.
void TestSql::blocksDoNotMatter()
{
    QByteArray text;
    QStringList expected;
    for (int i = 0; i < 40'000; ++i) {
        const QByteArray value(1 + i * 37 % 90, 'x');
        const QByteArray sql = "INSERT INTO t VALUES (" + QByteArray::number(i) + ", '" + value
            + ";')";
        text += sql + ";\n";
        expected << u"%1 "_s.arg(i + 1) + QString::fromLatin1(sql);
    }
    const QByteArray large = "SELECT '" + QByteArray(3'000'000, 'y') + "'";
    text += large + ";";
    expected << u"40001 "_s + QString::fromLatin1(large);
    QVERIFY(text.size() > 2 * SqlScript::block_bytes);
    const Reading reading = read(text, ScriptStyle::Mysql);
    QCOMPARE(reading.error, QString());
    QVERIFY(reading.items == expected);
}

void TestSql::shapes_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("shape");   // empty: none
    QTest::addColumn<int>("values");
    const auto row = [](const char *name, const QString &sql, const QString &shape, int values) {
        QTest::newRow(name) << sql << shape << values;
    };
    row("insert", u"INSERT INTO t VALUES (1,'a',-2.5,NULL)"_s,
        u"INSERT INTO t VALUES (?,?,?,NULL)"_s, 3);
    row("several rows", u"insert into t (a, b) values (1,2), (3,4);"_s,
        u"insert into t (a, b) values (?,?), (?,?);"_s, 4);
    row("an expression", u"INSERT INTO t VALUES (1+1)"_s, {}, 0);
    row("a function", u"INSERT INTO t VALUES (now())"_s, {}, 0);
    row("more behind", u"INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING"_s, {}, 0);
    row("update", u"UPDATE t SET b=5 WHERE a>=10 AND a<20"_s,
        u"UPDATE t SET b=? WHERE a>=? AND a<?"_s, 3);
    row("limit", u"SELECT a FROM t WHERE b=5 LIMIT 3"_s, {}, 0);
    row("arithmetic", u"UPDATE t SET b=5*b"_s, {}, 0);
    row("ddl", u"CREATE TABLE t (a VARCHAR(10))"_s, {}, 0);
    row("hexadecimal", u"INSERT INTO t VALUES (0xff)"_s, {}, 0);
    row("blob", u"INSERT INTO t VALUES (X'ff')"_s, {}, 0);
}

void TestSql::shapes()
{
    QFETCH(QString, sql);
    QFETCH(QString, shape);
    QFETCH(int, values);
    const Dialect dialect = sqliteDialect();
    SqlShape lifter(dialect, ScriptStyle::Sqlite);
    const std::string text = sql.toStdString();
    QCOMPARE(lifter.lift(text), !shape.isEmpty());
    if (shape.isEmpty())
        return;
    QCOMPARE(QString::fromStdString(lifter.shape()), shape);
    QCOMPARE(static_cast<int>(lifter.values().size()), values);
    const Dialect numbered = postgresDialect();
    SqlShape other(numbered, ScriptStyle::Postgres);
    QVERIFY(other.lift("INSERT INTO t VALUES ('it''s', 7)"));
    QCOMPARE(other.shape(), std::string("INSERT INTO t VALUES ($1, $2)"));
    QVERIFY(std::get<std::string_view>(other.values()[0]) == "it's");
    QCOMPARE(std::get<std::int64_t>(other.values()[1]), std::int64_t{7});
}

void TestSql::bulkTables()
{
    const auto table = bulkTableOf("INSERT INTO s.t (a, \"b c\") VALUES ($1, $2)");
    QVERIFY(table);
    QCOMPARE(table->table, std::string("s.t"));
    QCOMPARE(table->columns, (std::vector<std::string>{"a", "\"b c\""}));
    QCOMPARE(table->values, std::size_t{2});
    QVERIFY(bulkTableOf("INSERT INTO t VALUES (?,?,?)"));
    QVERIFY(!bulkTableOf("INSERT INTO t VALUES (?,1)"));
    QVERIFY(!bulkTableOf("INSERT INTO t VALUES (?),(?)"));
    QVERIFY(!bulkTableOf("INSERT INTO t SELECT ?"));
    QVERIFY(!bulkTableOf("UPDATE t SET a=?"));
}

void TestSql::indexCounts()
{
    const ScriptFile file("CREATE TABLE IF NOT EXISTS a (x INTEGER);\nBEGIN;\n"
                          "INSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);\nCOMMIT;\n"
                          "-- drivetrain: step Second\nCREATE TEMP TABLE \"b\" (y TEXT);\n"
                          "START TRANSACTION;\nDELETE FROM a;\nROLLBACK;\n");
    const auto index = ScriptIndex::of(file.path(), ScriptStyle::Postgres);
    QVERIFY(index);
    QCOMPARE((*index)->steps.size(), std::size_t{2});
    const auto &first = (*index)->steps[0], &second = (*index)->steps[1];
    QCOMPARE(first.name, u"script.sql"_s);
    QCOMPARE(first.statements, std::int64_t{3});
    QCOMPARE(first.commits, std::int64_t{2});
    QCOMPARE(first.tables, std::vector<std::string>{"a"});
    QCOMPARE(second.name, u"Second"_s);
    QCOMPARE(second.statements, std::int64_t{3});   // CREATE, DELETE, ROLLBACK
    QCOMPARE(second.tables, std::vector<std::string>{"\"b\""});
}

void TestSql::streamsFrameTransactions()
{
    QByteArray text = "BEGIN;\n";
    for (int i = 0; i < 7; ++i)
        text += "INSERT INTO t VALUES (" + QByteArray::number(i) + ");\n";
    const ScriptFile file(text + "COMMIT;\n");
    const auto kinds = [&file](std::int64_t transaction) {
        const auto index = ScriptIndex::of(file.path(), ScriptStyle::Sqlite);
        ScriptStream::Settings settings;
        settings.path = file.path();
        settings.dialect = sqliteDialect();
        settings.lifts = true;
        settings.transaction = transaction;
        ScriptStream stream(settings, (*index)->steps[0]);
        QString kinds;
        Request request;
        while (stream.next(request))
            kinds += request.kind == Request::Kind::Begin ? u'B'
                : request.kind == Request::Kind::Commit   ? u'C'
                                                          : u's';
        return kinds + u' ' + QString::number(stream.shapes().size());
    };
    QCOMPARE(kinds(0), u"BsssssssC 1"_s);
    QCOMPARE(kinds(3), u"BsssCBsssCBsC 1"_s);
    QCOMPARE(kinds(7), u"BsssssssC 1"_s);
}

void TestSql::clientCommandsAreRefusedByLine()
{
    const ScriptFile file("\\timing\nSELECT 1;\n\\copy t from 'x'\nSELECT 2;\n");
    const auto index = ScriptIndex::of(file.path(), ScriptStyle::Postgres);
    QVERIFY(index);
    ScriptStream::Settings settings;
    settings.path = file.path();
    settings.dialect = postgresDialect();
    ScriptStream stream(settings, (*index)->steps[0]);
    Request request;
    QVERIFY(stream.next(request));
    QCOMPARE(stream.where(0), u"line 2, statement 1"_s);
    QVERIFY(!stream.next(request));
    QVERIFY(stream.failure());
    QCOMPARE(stream.failure()->subject, u"line 3"_s);
    QVERIFY(stream.failure()->words.contains("\\copy"_L1));
}

QTEST_APPLESS_MAIN(TestSql)
#include "tst_sql.moc"
