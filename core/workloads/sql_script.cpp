// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/sql_script.h"
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr std::string_view marker = "-- drivetrain: step ";

/// Follows the words of a statement to know whether a semicolon ends it.
class Body
{
public:
    explicit Body(ScriptStyle style) : m_style(style) {}

    void token(const SqlToken &token, std::string_view text)
    {
        const std::string_view word = token.of(text);
        if (token.kind == SqlToken::Kind::Sign) {
            m_depth += word == "(" ? 1 : word == ")" ? -1 : 0;
        } else if (token.kind == SqlToken::Kind::Word) {
            head(word);
            if (m_routine && (isWord(word, "BEGIN") || (m_blocks > 0 && isWord(word, "CASE"))))
                ++m_blocks;
            else if (m_blocks > 0 && isWord(word, "END"))
                --m_blocks;
        }
        m_endsBody = m_wasSemicolon && isWord(word, "END");
        m_wasSemicolon = word == ";";
    }
    /// Whether a semicolon after what was seen ends the statement.
    [[nodiscard]] bool ends() const
    {
        switch (m_style) {
        case ScriptStyle::Sqlite: return !m_trigger || m_endsBody;
        case ScriptStyle::Postgres: return m_depth <= 0 && m_blocks == 0;
        case ScriptStyle::Mysql: break;
        }
        return true;
    }

private:
    /// CREATE [OR REPLACE] [TEMP] TRIGGER | FUNCTION | PROCEDURE
    void head(std::string_view word)
    {
        ++m_words;
        if (m_words == 1)
            m_creates = isWord(word, "CREATE");
        if (!m_creates || m_words > 4)
            return;
        m_trigger = m_trigger || (m_words <= 3 && isWord(word, "TRIGGER"));
        m_routine = m_routine || isWord(word, "FUNCTION") || isWord(word, "PROCEDURE");
    }
    ScriptStyle m_style;
    int m_words = 0, m_depth = 0, m_blocks = 0;
    bool m_creates = false, m_trigger = false, m_routine = false;
    bool m_wasSemicolon = false, m_endsBody = false;
};

} // namespace

Expected<std::unique_ptr<SqlScript>> SqlScript::open(const QString &path, ScriptStyle style,
                                                     qint64 offset, std::int64_t line)
{
    std::unique_ptr<SqlScript> script(new SqlScript(style));
    script->m_file.setFileName(path);
    if (!script->m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(ErrorKind::Io, script->m_file.errorString(), path);
    if (!script->m_file.seek(offset))
        return failure(ErrorKind::Io, script->m_file.errorString(), path);
    script->m_bufferAt = script->m_lineAt = offset;
    script->m_line = line;
    if (offset == 0) {
        if (auto read = script->more(); !read)
            return tl::unexpected(read.error());
        if (script->m_buffer.starts_with("\xef\xbb\xbf"))   // a byte order mark
            script->m_at = 3;
    }
    return script;
}

/// Drops what was given and reads on: as much again as is held, so that a long statement is not
/// read over and over. False at the end of the file.
Expected<bool> SqlScript::more()
{
    if (m_atEnd)
        return false;
    m_buffer.erase(0, m_at);
    m_bufferAt += static_cast<qint64>(m_at);
    m_at = 0;
    const std::size_t held = m_buffer.size();
    if (held > statementMax_bytes)
        return failure(ErrorKind::InvalidInput, u"a statement is longer than %1 MiB"_s.arg(
                                                    statementMax_bytes >> 20),
                       u"line %1"_s.arg(m_line));
    const auto wanted = std::max<qint64>(block_bytes, static_cast<qint64>(held));
    m_buffer.resize(held + static_cast<std::size_t>(wanted));
    const qint64 read = m_file.read(m_buffer.data() + held, wanted);
    m_buffer.resize(held + static_cast<std::size_t>(std::max<qint64>(0, read)));
    if (read < 0)
        return failure(ErrorKind::Io, m_file.errorString(), m_file.fileName());
    m_atEnd = read == 0;
    return !m_atEnd;
}

void SqlScript::advance(std::size_t to)
{
    const std::string_view passed = std::string_view(m_buffer).substr(0, to);
    for (std::size_t at = passed.find('\n', m_at); at != std::string_view::npos;
         at = passed.find('\n', at + 1)) {
        ++m_line;
        m_lineAt = m_bufferAt + static_cast<qint64>(at + 1);
    }
    m_at = to;
}

/// The first step marker among the comments before a statement.
bool SqlScript::takeMarker(std::size_t until, Item &item)
{
    const std::string_view blank = std::string_view(m_buffer).substr(m_at, until - m_at);
    std::size_t at = blank.find(marker);
    while (at != std::string_view::npos && at > 0 && blank[at - 1] != '\n')
        at = blank.find(marker, at + 1);
    if (at == std::string_view::npos)
        return false;
    const std::size_t end = std::min(m_buffer.find('\n', m_at + at), m_buffer.size());
    if (end == m_buffer.size() && !m_atEnd)   // its line is not all there yet
        return false;
    advance(m_at + at);
    std::string_view name =
        std::string_view(m_buffer).substr(m_at + marker.size(), end - m_at - marker.size());
    while (!name.empty() && (name.back() == '\r' || name.back() == ' '))
        name.remove_suffix(1);
    item = {Item::Kind::Step, name, m_line};
    advance(std::min(end + 1, m_buffer.size()));
    return true;
}

bool SqlScript::isCommand(std::size_t at) const
{
    const char c = m_buffer[at];
    const bool lineStart = m_bufferAt + static_cast<qint64>(at) == m_lineAt
        || (at > 0 && m_buffer[at - 1] == '\n');
    switch (m_style) {
    case ScriptStyle::Sqlite: return c == '.' && lineStart;
    case ScriptStyle::Postgres: return c == '\\';
    case ScriptStyle::Mysql: break;
    }
    constexpr std::string_view word = "DELIMITER";
    return c == '\\'
        || (isWord(std::string_view(m_buffer).substr(at, word.size()), word)
            && at + word.size() < m_buffer.size() && m_buffer[at + word.size()] == ' ');
}

/// The line; DELIMITER is carried out here. False: it was one, nothing to give.
Expected<bool> SqlScript::takeCommand(std::size_t at, Item &item)
{
    std::size_t end = m_buffer.find('\n', at);
    while (end == std::string::npos) {
        advance(at);
        const auto read = more();
        if (!read)
            return tl::unexpected(read.error());
        at = m_at;
        end = *read ? m_buffer.find('\n', at) : m_buffer.size();
    }
    advance(at);
    std::string_view text = std::string_view(m_buffer).substr(at, end - at);
    while (!text.empty() && (text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    item = {Item::Kind::Command, text, m_line};
    const bool delimiter = m_style == ScriptStyle::Mysql && text.front() != '\\';
    if (delimiter)
        m_delimiter = text.substr(text.rfind(' ') + 1);
    advance(std::min(end + 1, m_buffer.size()));
    return !delimiter;
}

/// The end of a statement in which nothing but its strings could hide a semicolon, found without
/// reading its words: nearly all of a large script. Not found where there is anything else (a
/// comment, a backslash, a dollar, a parenthesis that stays open, CREATE): findEnd() then.
SqlScript::Found SqlScript::findPlainEnd(std::size_t from) const
{
    static constexpr auto looked = [] {
        std::array<bool, 256> table{};
        for (const unsigned char c : {';', '\'', '"', '`', '[', '-', '/', '#', '$', '\\', '(', ')'})
            table[c] = true;
        return table;
    }();
    const std::string_view text = m_buffer;
    if (m_delimiter != ";" || from >= text.size() || text[from] == 'c' || text[from] == 'C')
        return {};
    int depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (!looked[static_cast<unsigned char>(c)])
            continue;
        if (c == ';')
            return depth == 0 ? Found{true, at, at + 1} : Found{};
        if (c == '(' || c == ')') {
            depth += c == '(' ? 1 : -1;
        } else if (c == '\'') {
            const std::size_t end = text.find('\'', at + 1);
            const bool plain = end != std::string_view::npos
                && (m_style == ScriptStyle::Sqlite
                    || (text.substr(at, end - at).find('\\') == std::string_view::npos));
            if (!plain)
                return {};
            at = end;   // '' is the end of one string and the beginning of another
        } else if (c != '-' || (at + 1 < text.size() && text[at + 1] == '-')) {
            return {};
        }
    }
    return {};
}

SqlScript::Found SqlScript::findEnd(std::size_t from, SqlLexer &lexer) const
{
    const std::string_view text = m_buffer;
    Body body(m_style);
    bool any = false;
    while (true) {
        const SqlToken token = lexer.next();
        if (token.kind == SqlToken::Kind::End)
            return {false, any ? text.size() : from, text.size()};
        const bool plain = m_delimiter == ";";
        if (plain && token.kind == SqlToken::Kind::Sign && text[token.begin] == ';') {
            if (body.ends())
                return {true, token.begin, token.end};
        } else if (!plain && token.kind != SqlToken::Kind::Text) {
            const std::size_t at = text.substr(token.begin, token.end - token.begin
                                                                + m_delimiter.size())
                                       .find(m_delimiter);
            if (at != std::string_view::npos && token.begin + at <= token.end
                && (at == 0 || token.kind == SqlToken::Kind::Word))
                return {true, token.begin + at, token.begin + at + m_delimiter.size()};
        }
        any = true;
        body.token(token, text);
    }
}

Error SqlScript::unclosed(const SqlLexer &lexer) const
{
    const auto begin = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at);
    const auto at = m_buffer.begin() + static_cast<std::ptrdiff_t>(lexer.openAt());
    const auto line = m_line + std::count(begin, at, '\n');
    const std::size_t before =
        std::string_view(m_buffer).substr(m_at, lexer.openAt() - m_at).rfind('\n');
    const qint64 lineAt = before == std::string_view::npos
        ? m_lineAt : m_bufferAt + static_cast<qint64>(m_at + before + 1);
    const qint64 column = m_bufferAt + static_cast<qint64>(lexer.openAt()) - lineAt;
    return {ErrorKind::InvalidInput, {},
            u"the script ends inside of %1"_s.arg(
                QString::fromLatin1(sqlOpenName(lexer.open()))),
            u"line %1, column %2"_s.arg(line).arg(column + 1), {}};
}

Expected<bool> SqlScript::next(Item &item)
{
    while (true) {
        SqlLexer first(m_buffer, m_style, m_at);
        const SqlToken token = first.next();
        const std::size_t begin = token.begin;
        if (takeMarker(begin, item))
            return true;
        if (begin < m_buffer.size() && isCommand(begin)) {
            const auto command = takeCommand(begin, item);
            if (!command || *command)
                return command;
            continue;
        }
        SqlLexer lexer(m_buffer, m_style, begin);
        Found found = findPlainEnd(begin);
        if (!found.whole)
            found = findEnd(begin, lexer);
        const bool open = lexer.open() != SqlOpen::Nothing || first.open() != SqlOpen::Nothing;
        if (found.whole || (m_atEnd && !open)) {
            advance(begin);
            item = {Item::Kind::Statement,
                    std::string_view(m_buffer).substr(begin, found.end - begin), m_line};
            advance(found.next);
            if (!item.text.empty())
                return true;
            if (!found.whole)
                return false;
            continue;
        }
        if (m_atEnd)
            return tl::unexpected(unclosed(first.open() != SqlOpen::Nothing ? first : lexer));
        if (const auto read = more(); !read)
            return tl::unexpected(read.error());
    }
}

} // namespace drivetrain
