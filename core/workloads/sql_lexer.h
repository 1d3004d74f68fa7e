// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/dialect.h"
#include <cstdint>
#include <string_view>

namespace drivetrain {

/// A piece of SQL: a word, a literal, a sign. White space and comments are none.
struct SqlToken
{
    enum class Kind { Word, QuotedName, Text, Number, Sign, End };
    Kind kind = Kind::End;
    std::size_t begin = 0, end = 0;   ///< in the text, quotes included
    [[nodiscard]] std::string_view of(std::string_view text) const
    { return text.substr(begin, end - begin); }
};

/// Where a text ends before its token does.
enum class SqlOpen { Nothing, Text, Name, Comment, DollarText };
[[nodiscard]] const char *sqlOpenName(SqlOpen open);   ///< English: "a string"

/// Reads SQL token by token, by the rules of the engine: '' and, in MySQL, \\' inside a string;
/// E'...' and dollar quoting in PostgreSQL; `name` and [name] in SQLite; comments that nest in
/// PostgreSQL; # comments and "--" only before white space in MySQL, /*! ... */ being SQL there.
/// Holds no memory. Sources: sqlite.org/lang_comment.html, PostgreSQL manual 4.1, MySQL manual 9.
class SqlLexer
{
public:
    SqlLexer(std::string_view text, ScriptStyle style, std::size_t from = 0) noexcept
        : m_text(text), m_at(from), m_style(style) {}
    /// The next token; End at the end of the text, and where a token is not closed: open() then
    /// tells which, and openAt() where it began.
    [[nodiscard]] SqlToken next() noexcept;
    [[nodiscard]] SqlOpen open() const noexcept { return m_open; }
    [[nodiscard]] std::size_t openAt() const noexcept { return m_openAt; }
    [[nodiscard]] std::size_t at() const noexcept { return m_at; }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept
    { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    [[nodiscard]] bool skipBlank() noexcept;
    [[nodiscard]] bool skipLine() noexcept;
    [[nodiscard]] bool skipComment() noexcept;
    [[nodiscard]] SqlToken quoted(SqlToken::Kind kind, char close, bool backslash,
                                  SqlOpen what) noexcept;
    [[nodiscard]] SqlToken dollarText() noexcept;
    [[nodiscard]] SqlToken number() noexcept;
    [[nodiscard]] SqlToken word() noexcept;
    [[nodiscard]] SqlToken ended(SqlOpen what, std::size_t begin) noexcept;
    std::string_view m_text;
    std::size_t m_at, m_openAt = 0;
    ScriptStyle m_style;
    SqlOpen m_open = SqlOpen::Nothing;
};

/// Case-insensitive equality of ASCII words; `upper` in upper case.
[[nodiscard]] bool isWord(std::string_view word, std::string_view upper) noexcept;

} // namespace drivetrain
