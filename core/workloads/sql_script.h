// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "workloads/sql_lexer.h"
#include <QFile>
#include <memory>
#include <string>

namespace drivetrain {

/// A file of SQL, split into statements as the engine's own client would: a semicolon ends one but
/// inside of strings, names, comments, parentheses (PostgreSQL), the body of a trigger (SQLite's
/// ;END;), a routine's BEGIN ATOMIC (PostgreSQL), or where DELIMITER says otherwise (MySQL).
/// Streamed: memory holds a block and the longest statement. One object a thread.
class SqlScript
{
public:
    static constexpr qint64 block_bytes = 1 << 20;
    static constexpr std::size_t statementMax_bytes = 1 << 28;
    struct Item
    {
        /// Step: a line "-- drivetrain: step NAME". Command: the client's own (\\copy, .mode).
        enum class Kind { Statement, Step, Command };
        Kind kind = Kind::Statement;
        std::string_view text;      ///< without its end; valid until the next call
        std::int64_t line = 1;      ///< 1-based, where it begins
    };
    /// Reads from `offset`, which is on `line`.
    [[nodiscard]] static Expected<std::unique_ptr<SqlScript>>
    open(const QString &path, ScriptStyle style, qint64 offset = 0, std::int64_t line = 1);
    /// False at the end. Errors: a string, name or comment that is not closed (subject: line and
    /// column of its beginning), a statement beyond `statementMax_bytes`, reading that fails.
    [[nodiscard]] Expected<bool> next(Item &item);
    /// Where the item that next() gave ends, to open() at later.
    [[nodiscard]] qint64 offset() const { return m_bufferAt + static_cast<qint64>(m_at); }
    [[nodiscard]] std::int64_t line() const { return m_line; }

private:
    explicit SqlScript(ScriptStyle style) : m_style(style) {}
    struct Found { bool whole = false; std::size_t end = 0, next = 0; };
    [[nodiscard]] Expected<bool> more();
    [[nodiscard]] bool takeMarker(std::size_t until, Item &item);
    [[nodiscard]] bool isCommand(std::size_t at) const;
    [[nodiscard]] Expected<bool> takeCommand(std::size_t at, Item &item);
    [[nodiscard]] Found findPlainEnd(std::size_t from) const;
    [[nodiscard]] Found findEnd(std::size_t from, SqlLexer &lexer) const;
    [[nodiscard]] Error unclosed(const SqlLexer &lexer) const;
    void advance(std::size_t to);

    QFile m_file;
    ScriptStyle m_style;
    std::string m_buffer, m_delimiter = ";";
    std::size_t m_at = 0;           ///< in the buffer: what is before has been given
    qint64 m_bufferAt = 0;          ///< of the buffer in the file
    std::int64_t m_line = 1;        ///< of m_at
    qint64 m_lineAt = 0;            ///< in the file: where that line begins
    bool m_atEnd = false;
};

} // namespace drivetrain
