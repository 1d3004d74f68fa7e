// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/speed_streams.h"
#include "workloads/number_words.h"
#include "workloads/random.h"
#include <charconv>

namespace drivetrain::speed {
namespace {

void append(std::string &to, std::int64_t number)
{
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    to.append(digits.data(), end);
}

/// Statements before the body (DDL), the body's i-th statement for i in [from, to), all in one
/// transaction or none. One class a shape of statement makes the body.
class Stream : public StatementStream
{
public:
    struct Frame
    {
        std::vector<std::string> before;
        bool transaction = false, ddlCommits = false;
        std::int64_t from = 0, to = 0;
        bool prepared = false;
        RowSink *sink = nullptr;
    };
    Stream(Frame frame, std::vector<std::string> shapes)
        : m_frame(std::move(frame)), m_shapes(std::move(shapes)), m_next(m_frame.from)
    {
        // Where DDL ends a transaction, BEGIN has to come after it, or each row would be committed
        // alone.
        m_beginAt = m_frame.ddlCommits ? m_frame.before.size() : 0;
    }

    bool next(Request &request) final
    {
        request.kind = Request::Kind::Statement;
        if (m_frame.transaction && !m_begun && m_done == m_beginAt) {
            m_begun = true;
            request.kind = Request::Kind::Begin;
            return true;
        }
        request.shape = -1;
        if (m_done < m_frame.before.size()) {
            request.sql = m_frame.before[m_done++];
            return true;
        }
        if (m_next < m_frame.to) {
            request.sql.clear();
            request.values.clear();
            body(m_next++, request);
            m_inBody = true;
            return true;
        }
        if (m_frame.transaction && m_begun && !m_committed) {
            m_committed = true;
            request.kind = Request::Kind::Commit;
            return true;
        }
        return false;
    }
    const std::vector<std::string> &shapes() const final { return m_shapes; }
    RowSink *sink() final { return m_inBody ? m_frame.sink : nullptr; }

protected:
    virtual void body(std::int64_t i, Request &request) = 0;
    [[nodiscard]] bool prepared() const { return m_frame.prepared; }

private:
    Frame m_frame;
    std::vector<std::string> m_shapes;
    std::int64_t m_next;
    std::size_t m_done = 0, m_beginAt = 0;
    bool m_begun = false, m_committed = false, m_inBody = false;
};

/// INSERT INTO table VALUES(i, r, 'words of r')
class Inserts final : public Stream
{
public:
    Inserts(Frame frame, const Dialect &dialect, const std::string &table, std::uint32_t bRange,
            Random random)
        : Stream(std::move(frame),
                 {"INSERT INTO " + table + " VALUES(" + dialect.placeholder(1) + ","
                  + dialect.placeholder(2) + "," + dialect.placeholder(3) + ")"}),
          m_head("INSERT INTO " + table + " VALUES("), m_bRange(bRange), m_random(random)
    {
    }

private:
    void body(std::int64_t i, Request &request) override
    {
        const std::uint32_t b = m_random.below(m_bRange);
        if (prepared()) {
            request.shape = 0;
            request.text.clear();
            appendNumberWords(request.text, b);
            request.values.assign(
                {Value(i), Value(std::int64_t{b}), Value(std::string_view(request.text))});
            return;
        }
        request.sql += m_head;
        append(request.sql, i);
        request.sql += ',';
        append(request.sql, b);
        request.sql += ",'";
        appendNumberWords(request.sql, b);
        request.sql += "')";
    }
    std::string m_head;
    std::uint32_t m_bRange;
    Random m_random;
};

/// ... WHERE column >= step*i AND column < step*i + width
class Ranges final : public Stream
{
public:
    Ranges(Frame frame, const Dialect &dialect, const std::string &head, const std::string &column,
           std::int64_t step, std::int64_t width)
        : Stream(std::move(frame), {head + " WHERE " + column + ">=" + dialect.placeholder(1)
                                    + " AND " + column + "<" + dialect.placeholder(2)}),
          m_head(head + " WHERE " + column + ">="), m_middle(" AND " + column + "<"), m_step(step),
          m_width(width)
    {
    }

private:
    void body(std::int64_t i, Request &request) override
    {
        const std::int64_t from = m_step * i;
        if (prepared()) {
            request.shape = 0;
            request.values.assign({Value(from), Value(from + m_width)});
            return;
        }
        request.sql += m_head;
        append(request.sql, from);
        request.sql += m_middle;
        append(request.sql, from + m_width);
    }
    std::string m_head, m_middle;
    std::int64_t m_step, m_width;
};

/// SELECT ... WHERE c LIKE '%words of i%'
class LikeSelects final : public Stream
{
public:
    LikeSelects(Frame frame, const Dialect &dialect)
        : Stream(std::move(frame),
                 {"SELECT count(*), avg(b) FROM t2 WHERE c LIKE " + dialect.placeholder(1)}) {}

private:
    void body(std::int64_t i, Request &request) override
    {
        std::string &to = prepared() ? request.text : request.sql;
        to = prepared() ? "%" : "SELECT count(*), avg(b) FROM t2 WHERE c LIKE '%";
        appendNumberWords(to, static_cast<std::uint32_t>(i));
        to += prepared() ? "%" : "%'";
        if (prepared()) {
            request.shape = 0;
            request.values.assign({Value(std::string_view(request.text))});
        }
    }
};

/// UPDATE t2 SET b=r WHERE a=i, or c='words of r'
class PointUpdates final : public Stream
{
public:
    PointUpdates(Frame frame, const Dialect &dialect, bool words, Random random)
        : Stream(std::move(frame),
                 {std::string("UPDATE t2 SET ") + (words ? "c=" : "b=") + dialect.placeholder(1)
                  + " WHERE a=" + dialect.placeholder(2)}),
          m_words(words), m_random(random)
    {
    }

private:
    void body(std::int64_t i, Request &request) override
    {
        const std::uint32_t value = m_random.below(updateRange);
        if (prepared()) {
            request.shape = 0;
            request.text.clear();
            if (m_words)
                appendNumberWords(request.text, value);
            request.values.assign({m_words ? Value(std::string_view(request.text))
                                           : Value(std::int64_t{value}),
                                   Value(i)});
            return;
        }
        request.sql += m_words ? "UPDATE t2 SET c='" : "UPDATE t2 SET b=";
        if (m_words)
            appendNumberWords(request.sql, value);
        else
            append(request.sql, value);
        request.sql += m_words ? "' WHERE a=" : " WHERE a=";
        append(request.sql, i);
    }
    bool m_words;
    Random m_random;
};

/// A few whole statements, always as literal text.
class Whole final : public Stream
{
public:
    explicit Whole(Frame frame) : Stream(std::move(frame), {}) {}
private:
    void body(std::int64_t, Request &) override {}
};

template <typename Number>
void read(std::string_view text, Number &to)
{
    std::from_chars(text.data(), text.data() + text.size(), to);
}

} // namespace

void AnswerSink::row(std::span<const Cell> cells)
{
    Given given;
    if (cells.size() == 2) {
        read(cells[0].text, given.count);
        if (!cells[1].isNull)
            read(cells[1].text, given.average.emplace());
    }
    m_given.push_back(given);
}

std::unique_ptr<StatementStream> makeStream(int number, const Counts &counts,
                                            const WorkloadSettings &settings, std::uint32_t bRange,
                                            AnswerSink &answers)
{
    const Dialect &dialect = settings.dialect;
    const auto create = [&dialect](const std::string &table) {
        return "CREATE TABLE " + table + "(a INTEGER, b INTEGER, c VARCHAR(100))"
               + dialect.table_suffix;
    };
    const Random random(settings.seed, static_cast<std::uint64_t>(number));
    Stream::Frame frame;
    frame.prepared = settings.transport != Transport::Literal;
    frame.ddlCommits = dialect.ddl_commits;
    frame.transaction = number != 1 && number != 6 && number != 7 && number != 12 && number != 13
        && number != 14 && number != 16;
    const auto range = [&frame](std::int64_t from, std::int64_t to) {
        frame.from = from;
        frame.to = to;
    };
    const auto inserts = [&](const std::string &table, std::int64_t rows) {
        range(1, rows + 1);
        return std::make_unique<Inserts>(frame, dialect, table, bRange, random);
    };
    const auto whole = [&frame](std::vector<std::string> statements) {
        frame.before = std::move(statements);
        frame.ddlCommits = false;
        return std::make_unique<Whole>(frame);
    };
    const std::string select = "SELECT count(*), avg(b) FROM t2";
    switch (number) {
    case 1: frame.before = {create("t1")}; return inserts("t1", counts.t1_rows);
    case 2: frame.before = {create("t2")}; return inserts("t2", counts.t2_rows);
    case 3:
        frame.before = {create("t3"), "CREATE INDEX i3 ON t3(c)"};
        return inserts("t3", counts.t2_rows);
    case 4:
        range(0, counts.scans);
        frame.sink = &answers;
        return std::make_unique<Ranges>(frame, dialect, select, "b", 100, 1000);
    case 5:
        range(1, counts.like_scans + 1);
        frame.sink = &answers;
        return std::make_unique<LikeSelects>(frame, dialect);
    case 6: return whole({"CREATE INDEX i2a ON t2(a)", "CREATE INDEX i2b ON t2(b)"});
    case 7:
        range(0, counts.index_selects);
        frame.sink = &answers;
        return std::make_unique<Ranges>(frame, dialect, select, "b", 100, 100);
    case 8:
        range(0, counts.t1_updates);
        return std::make_unique<Ranges>(frame, dialect, "UPDATE t1 SET b=b*2", "a", 10, 10);
    case 9:
        range(1, counts.t2_rows + 1);
        return std::make_unique<PointUpdates>(frame, dialect, false, random);
    case 10:
        range(1, counts.t2_rows + 1);
        return std::make_unique<PointUpdates>(frame, dialect, true, random);
    case 11:
        return whole(
            {"INSERT INTO t1 SELECT b,a,c FROM t2", "INSERT INTO t2 SELECT b,a,c FROM t1"});
    case 12: return whole({"DELETE FROM t2 WHERE c LIKE '%fifty%'"});
    case 13:
        return whole({"DELETE FROM t2 WHERE a>10 AND a<" + std::to_string(counts.delete_below)});
    case 14: return whole({"INSERT INTO t2 SELECT * FROM t1"});
    case 15:
        frame.before = {"DELETE FROM t1"};
        frame.ddlCommits = false;
        return inserts("t1", counts.refill_rows);
    default: return whole({"DROP TABLE t1", "DROP TABLE t2", "DROP TABLE t3"});
    }
}

} // namespace drivetrain::speed
