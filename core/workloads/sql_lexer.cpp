// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/sql_lexer.h"
#include <array>

namespace drivetrain {
namespace {

/// isalpha and its kin ask the locale; this is ASCII and fast.
enum : std::uint8_t { blank = 1, letter = 2, digit = 4 };
constexpr std::array<std::uint8_t, 256> classes = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 'a'; c <= 'z'; ++c)
        table[c] = letter;
    for (std::size_t c = 'A'; c <= 'Z'; ++c)
        table[c] = letter;
    for (std::size_t c = 128; c < 256; ++c)   // UTF-8
        table[c] = letter;
    for (std::size_t c = '0'; c <= '9'; ++c)
        table[c] = digit;
    table['_'] = letter;
    for (const std::size_t c : {' ', '\t', '\n', '\r', '\f', '\v'})
        table[c] = blank;
    return table;
}();

bool is(char c, int kinds) { return (classes[static_cast<unsigned char>(c)] & kinds) != 0; }

} // namespace

const char *sqlOpenName(SqlOpen open)
{
    switch (open) {
    case SqlOpen::Text: return "a string";
    case SqlOpen::Name: return "a quoted name";
    case SqlOpen::Comment: return "a comment";
    case SqlOpen::DollarText: return "a dollar-quoted string";
    case SqlOpen::Nothing: break;
    }
    return "nothing";
}

bool isWord(std::string_view word, std::string_view upper) noexcept
{
    if (word.size() != upper.size())
        return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) != upper[i])
            return false;
    }
    return true;
}

SqlToken SqlLexer::ended(SqlOpen what, std::size_t begin) noexcept
{
    m_open = what;
    m_openAt = begin;
    m_at = m_text.size();
    return {SqlToken::Kind::End, m_at, m_at};
}

/// To the end of the line, whose break may not be there yet.
bool SqlLexer::skipLine() noexcept
{
    const std::size_t end = m_text.find('\n', m_at);
    if (end == std::string_view::npos) {
        static_cast<void>(ended(SqlOpen::Nothing, m_at));
        return false;
    }
    m_at = end + 1;
    return true;
}

bool SqlLexer::skipComment() noexcept
{
    const std::size_t begin = m_at;
    int depth = 1;
    for (m_at += 2; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '*' && peek(1) == '/') {
            ++m_at;
            if (--depth == 0) {
                ++m_at;
                return true;
            }
        } else if (m_style == ScriptStyle::Postgres && m_text[m_at] == '/' && peek(1) == '*') {
            ++depth;
            ++m_at;
        }
    }
    if (m_style == ScriptStyle::Sqlite)   // the end of the text closes it
        return false;
    static_cast<void>(ended(SqlOpen::Comment, begin));
    return false;
}

/// Past white space and comments; false at the end.
bool SqlLexer::skipBlank() noexcept
{
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (is(c, blank)) {
            ++m_at;
        } else if (c == '-' && peek(1) == '-'
                   && (m_style != ScriptStyle::Mysql || m_at + 2 >= m_text.size()
                       || is(peek(2), blank))) {
            if (!skipLine())
                return false;
        } else if (c == '#' && m_style == ScriptStyle::Mysql) {
            if (!skipLine())
                return false;
        } else if (c == '/' && peek(1) == '*'
                   && !(m_style == ScriptStyle::Mysql && (peek(2) == '!' || peek(2) == 'M'))) {
            if (!skipComment())
                return false;
        } else {
            return true;
        }
    }
    return false;
}

SqlToken SqlLexer::quoted(SqlToken::Kind kind, char close, bool backslash, SqlOpen what) noexcept
{
    const std::size_t begin = m_at;
    if (!backslash) {   // the usual case, as fast as memory is read
        for (++m_at; m_at < m_text.size(); m_at += 2) {
            m_at = m_text.find(close, m_at);
            if (m_at == std::string_view::npos)
                break;
            if (close == ']' || peek(1) != close)
                return {kind, begin, ++m_at};
        }
        return ended(what, begin);
    }
    for (++m_at; m_at < m_text.size(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '\\') {
            ++m_at;
        } else if (c == close) {
            ++m_at;
            if (close == ']' || peek() != close)
                return {kind, begin, m_at};
        }
    }
    return ended(what, begin);
}

/// $tag$ ... $tag$; a $ that begins none is a sign (or a parameter's).
SqlToken SqlLexer::dollarText() noexcept
{
    const std::size_t begin = m_at;
    std::size_t at = m_at + 1;
    if (at < m_text.size() && is(m_text[at], digit)) {
        while (at < m_text.size() && is(m_text[at], digit))
            ++at;
        m_at = at;
        return {SqlToken::Kind::Sign, begin, m_at};
    }
    while (at < m_text.size() && is(m_text[at], letter | digit))
        ++at;
    if (at >= m_text.size() || m_text[at] != '$') {
        ++m_at;
        return {SqlToken::Kind::Sign, begin, m_at};
    }
    const std::string_view tag = m_text.substr(begin, at + 1 - begin);
    const std::size_t end = m_text.find(tag, at + 1);
    if (end == std::string_view::npos)
        return ended(SqlOpen::DollarText, begin);
    m_at = end + tag.size();
    return {SqlToken::Kind::Text, begin, m_at};
}

SqlToken SqlLexer::number() noexcept
{
    const std::size_t begin = m_at;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
        m_at += 2;
        while (is(peek(), letter | digit))
            ++m_at;
        return {SqlToken::Kind::Number, begin, m_at};
    }
    while (is(peek(), digit) || peek() == '.')
        ++m_at;
    if (peek() == 'e' || peek() == 'E') {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
        if (is(peek(sign), digit)) {
            m_at += sign;
            while (is(peek(), digit))
                ++m_at;
        }
    }
    return {SqlToken::Kind::Number, begin, m_at};
}

SqlToken SqlLexer::word() noexcept
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && (is(m_text[m_at], letter | digit) || m_text[m_at] == '$'))
        ++m_at;
    // E'...', X'...', N'...', B'...': the prefix belongs to the string
    if (m_at - begin == 1 && peek() == '\'') {
        const char prefix = m_text[begin];
        const bool escapes = (prefix == 'e' || prefix == 'E') && m_style == ScriptStyle::Postgres;
        SqlToken text = quoted(SqlToken::Kind::Text, '\'', escapes || m_style == ScriptStyle::Mysql,
                               SqlOpen::Text);
        if (text.kind == SqlToken::Kind::Text)
            text.begin = begin;
        return text;
    }
    return {SqlToken::Kind::Word, begin, m_at};
}

SqlToken SqlLexer::next() noexcept
{
    if (!skipBlank())
        return {SqlToken::Kind::End, m_text.size(), m_text.size()};
    const bool mysql = m_style == ScriptStyle::Mysql;
    const char c = m_text[m_at];
    if (is(c, letter))
        return word();
    if (is(c, digit) || (c == '.' && is(peek(1), digit)))
        return number();
    switch (c) {
    case '\'': return quoted(SqlToken::Kind::Text, c, mysql, SqlOpen::Text);
    case '"':
        return quoted(mysql ? SqlToken::Kind::Text : SqlToken::Kind::QuotedName, c, mysql,
                      mysql ? SqlOpen::Text : SqlOpen::Name);
    case '`':
        if (m_style == ScriptStyle::Postgres)
            break;
        return quoted(SqlToken::Kind::QuotedName, c, false, SqlOpen::Name);
    case '[':
        if (m_style != ScriptStyle::Sqlite)
            break;
        return quoted(SqlToken::Kind::QuotedName, ']', false, SqlOpen::Name);
    case '$':
        if (m_style != ScriptStyle::Postgres)
            break;
        return dollarText();
    default: break;
    }
    const std::size_t begin = m_at++;
    return {SqlToken::Kind::Sign, begin, m_at};
}

} // namespace drivetrain
