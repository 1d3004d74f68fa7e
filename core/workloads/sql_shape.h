// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/dialect.h"
#include "engines/session.h"
#include "workloads/sql_lexer.h"
#include <optional>
#include <string>
#include <vector>

namespace drivetrain {

/// The table that a prepared INSERT INTO t [(columns)] VALUES (?, ?, ...) fills; nothing for any
/// other statement. Placeholders are ? or $1, one a value and nothing but them.
[[nodiscard]] std::optional<BulkTable> bulkTableOf(std::string_view sql);

/// Takes the literals out of a statement, so that statements of one shape are prepared once.
///
/// Only where a parameter means the same on every engine: whole values of INSERT ... VALUES, and
/// the right side of a comparison or of SET in UPDATE, DELETE and SELECT. A statement in which any
/// other literal stands, or that is none of these, has no shape and goes as it is. Reuses its
/// memory; one object a thread.
class SqlShape
{
public:
    SqlShape(const Dialect &dialect, ScriptStyle style) : m_dialect(dialect), m_style(style) {}
    /// False: no shape. Otherwise shape() and values() hold until the next call.
    [[nodiscard]] bool lift(std::string_view sql);
    [[nodiscard]] const std::string &shape() const { return m_shape; }
    /// Whether the latest shape is the one before it.
    [[nodiscard]] bool isSame() const { return m_same; }
    [[nodiscard]] const std::vector<Value> &values() const { return m_values; }

private:
    enum class Verb { Insert, Change, Other };
    struct Literal { std::size_t begin, end; bool isText, isNegative; };
    [[nodiscard]] static Verb verbOf(std::string_view word);
    [[nodiscard]] bool collect(std::string_view sql);
    [[nodiscard]] bool collectInsert(SqlLexer &lexer, std::string_view sql);
    [[nodiscard]] bool collectChange(SqlLexer &lexer, std::string_view sql);
    [[nodiscard]] bool addValue(std::string_view sql, const Literal &literal);
    [[nodiscard]] bool addText(std::string_view quoted);
    [[nodiscard]] bool liftAsBefore(std::string_view sql);
    [[nodiscard]] bool liftAnew(std::string_view sql);
    void keepHead(std::string_view sql);
    const Dialect &m_dialect;
    ScriptStyle m_style;
    std::vector<Literal> m_literals;
    std::string m_shape, m_texts;
    struct Span { std::size_t value, offset, size; };
    std::vector<Span> m_spans;      ///< texts that were unescaped into m_texts
    std::vector<Value> m_values;
    std::string m_head;             ///< of the latest one-row INSERT, up to its first value
    bool m_same = false;
};

} // namespace drivetrain
