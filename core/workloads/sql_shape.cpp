// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/sql_shape.h"
#include <charconv>

namespace drivetrain {
namespace {

using Kind = SqlToken::Kind;

bool isSign(const SqlToken &token, std::string_view sql, char c)
{
    return token.kind == Kind::Sign && sql[token.begin] == c;
}

bool isSign(const SqlToken &token, std::string_view sql, std::string_view any)
{
    return token.kind == Kind::Sign && any.find(sql[token.begin]) != std::string_view::npos;
}

/// The first words of INSERT up to VALUES: the table and its columns. Leaves the lexer behind
/// VALUES.
std::optional<BulkTable> insertHead(SqlLexer &lexer, std::string_view sql)
{
    BulkTable table;
    SqlToken token = lexer.next();
    if (!isWord(token.of(sql), "INTO"))
        return std::nullopt;
    token = lexer.next();
    const std::size_t begin = token.begin;
    std::size_t end = token.end;
    if (token.kind != Kind::Word && token.kind != Kind::QuotedName)
        return std::nullopt;
    for (token = lexer.next(); isSign(token, sql, '.'); token = lexer.next()) {   // schema.table
        end = lexer.next().end;
    }
    table.table = sql.substr(begin, end - begin);
    if (isSign(token, sql, '(')) {
        for (token = lexer.next(); !isSign(token, sql, ')'); token = lexer.next()) {
            if (token.kind == Kind::End)
                return std::nullopt;
            if (!isSign(token, sql, ','))
                table.columns.emplace_back(token.of(sql));
        }
        token = lexer.next();
    }
    if (token.kind != Kind::Word || !isWord(token.of(sql), "VALUES"))
        return std::nullopt;
    return table;
}

} // namespace

std::optional<BulkTable> bulkTableOf(std::string_view sql)
{
    SqlLexer lexer(sql, ScriptStyle::Postgres);
    if (!isWord(lexer.next().of(sql), "INSERT"))
        return std::nullopt;
    auto table = insertHead(lexer, sql);
    if (!table || !isSign(lexer.next(), sql, '('))
        return std::nullopt;
    while (true) {
        const SqlToken value = lexer.next();
        if (!isSign(value, sql, "?$"))
            return std::nullopt;
        ++table->values;
        const SqlToken after = lexer.next();
        if (isSign(after, sql, ')'))
            break;
        if (!isSign(after, sql, ','))
            return std::nullopt;
    }
    SqlToken last = lexer.next();
    if (isSign(last, sql, ';'))
        last = lexer.next();
    return last.kind == Kind::End ? table : std::nullopt;
}

SqlShape::Verb SqlShape::verbOf(std::string_view word)
{
    if (isWord(word, "INSERT") || isWord(word, "REPLACE"))
        return Verb::Insert;
    if (isWord(word, "UPDATE") || isWord(word, "DELETE") || isWord(word, "SELECT"))
        return Verb::Change;
    return Verb::Other;
}

/// VALUES (literal, ...) [, (...)]: every value a literal or NULL, nothing behind.
bool SqlShape::collectInsert(SqlLexer &lexer, std::string_view sql)
{
    if (!insertHead(lexer, sql))
        return false;
    SqlToken token;
    do {
        if (!isSign(lexer.next(), sql, '('))
            return false;
        do {
            token = lexer.next();
            const bool negative = isSign(token, sql, '-');
            const std::size_t begin = token.begin;
            if (negative)
                token = lexer.next();
            if (token.kind == Kind::Text && !negative)
                m_literals.push_back({begin, token.end, true, false});
            else if (token.kind == Kind::Number)
                m_literals.push_back({begin, token.end, false, negative});
            else if (token.kind != Kind::Word || negative || !isWord(token.of(sql), "NULL"))
                return false;
            token = lexer.next();
        } while (isSign(token, sql, ','));
        if (!isSign(token, sql, ')'))
            return false;
        token = lexer.next();
    } while (isSign(token, sql, ','));
    if (isSign(token, sql, ';'))
        token = lexer.next();
    return token.kind == Kind::End;
}

/// Literals after a comparison (or SET's =) and before the end of that expression.
bool SqlShape::collectChange(SqlLexer &lexer, std::string_view sql)
{
    SqlToken before, token = lexer.next();
    while (token.kind != Kind::End) {
        const SqlToken after = lexer.next();
        if (token.kind == Kind::Text || token.kind == Kind::Number) {
            const bool compared = isSign(before, sql, "=<>");
            const std::string_view next = after.of(sql);
            const bool ends = after.kind == Kind::End || isSign(after, sql, ",);")
                || isWord(next, "AND") || isWord(next, "OR") || isWord(next, "WHERE");
            if (!compared || !ends)
                return false;
            m_literals.push_back({token.begin, token.end, token.kind == Kind::Text, false});
        }
        before = token;
        token = after;
    }
    return true;
}

bool SqlShape::collect(std::string_view sql)
{
    m_literals.clear();
    SqlLexer lexer(sql, m_style);
    const SqlToken verb = lexer.next();
    switch (verbOf(verb.of(sql))) {
    case Verb::Insert: return collectInsert(lexer, sql);
    case Verb::Change: return collectChange(lexer, sql);
    case Verb::Other: break;
    }
    return false;
}

/// 'it''s' as its bytes; false for strings with a prefix or backslashes, whose rules differ.
bool SqlShape::addText(std::string_view quoted)
{
    const char quote = quoted.front();
    if (quote != '\'' && quote != '"')
        return false;
    const std::string_view inner = quoted.substr(1, quoted.size() - 2);
    if (m_dialect.backslash_escapes && inner.find('\\') != std::string_view::npos)
        return false;
    if (inner.find(quote) == std::string_view::npos) {
        m_values.emplace_back(inner);
        return true;
    }
    m_spans.push_back({m_values.size(), m_texts.size(), 0});
    for (std::size_t i = 0; i < inner.size(); ++i) {
        m_texts += inner[i];
        if (inner[i] == quote)
            ++i;
    }
    m_spans.back().size = m_texts.size() - m_spans.back().offset;
    m_values.emplace_back(std::string_view());
    return true;
}

bool SqlShape::addValue(std::string_view sql, const Literal &literal)
{
    const std::string_view text = sql.substr(literal.begin, literal.end - literal.begin);
    if (literal.isText)
        return addText(text);
    std::int64_t whole = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) {
        m_values.emplace_back(whole);
        return true;
    }
    if (text.find_first_of("xX ") != std::string_view::npos)
        return false;
    if (m_style != ScriptStyle::Sqlite) {   // exact decimals: the server reads the digits itself
        m_values.emplace_back(text);
        return true;
    }
    double real = 0;
    const auto decimal = std::from_chars(text.data(), text.data() + text.size(), real);
    if (decimal.ec != std::errc() || decimal.ptr != text.data() + text.size())
        return false;
    m_values.emplace_back(real);
    return true;
}

/// A one-row INSERT whose values are of the same kinds as those of the statement before, read in one
/// pass: nearly all of a large script. False: it is not quite so, and m_values are lost.
bool SqlShape::liftAsBefore(std::string_view sql)
{
    if (m_head.empty() || !sql.starts_with(m_head))
        return false;
    const std::size_t count = m_values.size();
    std::size_t at = m_head.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (at >= sql.size())
            return false;
        std::size_t end = at;
        if (sql[at] == '\'') {
            end = sql.find('\'', at + 1);
            if (end == std::string_view::npos)
                return false;
            const std::string_view inner = sql.substr(at + 1, end - at - 1);
            if (m_dialect.backslash_escapes && inner.find('\\') != std::string_view::npos)
                return false;
            m_values[i] = inner;
            ++end;
        } else {
            std::int64_t number = 0;
            const auto read = std::from_chars(sql.data() + at, sql.data() + sql.size(), number);
            if (read.ec != std::errc())
                return false;
            end = static_cast<std::size_t>(read.ptr - sql.data());
            m_values[i] = number;
        }
        if (end >= sql.size() || sql[end] != (i + 1 < count ? ',' : ')'))
            return false;
        at = end + 1;
    }
    return at == sql.size();
}

bool SqlShape::lift(std::string_view sql)
{
    m_same = liftAsBefore(sql);
    return m_same || liftAnew(sql);
}

bool SqlShape::liftAnew(std::string_view sql)
{
    m_head.clear();
    if (!collect(sql))
        return false;
    m_shape.clear();
    m_values.clear();
    m_texts.clear();
    m_spans.clear();
    std::size_t from = 0;
    int number = 0;
    for (const Literal &literal : m_literals) {
        if (!addValue(sql, literal))
            return false;
        m_shape.append(sql, from, literal.begin - from);
        if (m_dialect.numbered_placeholders)
            m_shape += m_dialect.placeholder(++number);
        else
            m_shape += '?';
        from = literal.end;
    }
    m_shape.append(sql, from, sql.size() - from);
    for (const Span &span : m_spans)
        m_values[span.value] = std::string_view(m_texts).substr(span.offset, span.size);
    keepHead(sql);
    return true;
}

/// Where the values are all there is between "(" and ")", the next statement may be of this shape.
void SqlShape::keepHead(std::string_view sql)
{
    m_head.clear();
    if (m_literals.empty() || sql.back() != ')' || m_literals.back().end + 1 != sql.size())
        return;
    for (std::size_t i = 1; i < m_literals.size(); ++i) {
        if (m_literals[i].begin != m_literals[i - 1].end + 1 || sql[m_literals[i - 1].end] != ',')
            return;
    }
    if (sql[m_literals.front().begin - 1] == '(' && (sql[0] == 'I' || sql[0] == 'i'))
        m_head = sql.substr(0, m_literals.front().begin);
}

} // namespace drivetrain
