// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/script_stream.h"
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Commands of the clients that change how things are shown, not what is there.
bool isHarmless(std::string_view command)
{
    for (const std::string_view word :
         {"\\echo", "\\timing", "\\set", "\\pset", "\\x", "\\t", "\\a", "\\encoding", ".echo",
          ".headers", ".header", ".mode", ".timer", ".bail", ".print", ".separator", ".width"}) {
        if (command.substr(0, command.find(' ')) == word)
            return true;
    }
    return false;
}

} // namespace

ScriptStream::ScriptStream(Settings settings, const ScriptIndex::Step &step)
    : m_settings(std::move(settings)), m_shape(m_settings.dialect, m_settings.dialect.script)
{
    auto script = SqlScript::open(m_settings.path, m_settings.dialect.script, step.offset,
                                  step.line);
    if (script)
        m_script = std::move(*script);
    else
        m_failure = script.error();
}

QString ScriptStream::where(std::size_t behind) const
{
    if (behind >= m_made || behind >= linesKept)
        return {};
    return u"line %1, statement %2"_s.arg(m_lines[(m_made - 1 - behind) % linesKept])
        .arg(m_made - behind);
}

void ScriptStream::refuseCommand(const SqlScript::Item &item)
{
    const QString text =
        QString::fromUtf8(item.text.data(), static_cast<qsizetype>(item.text.size()));
    m_failure = Error{ErrorKind::InvalidInput, {},
                      u"'%1' is a command of the engine's own client, and cannot be carried out"_s
                          .arg(text),
                      u"line %1"_s.arg(item.line), u"take it out of the script"_s};
}

void ScriptStream::lift(Request &request, std::string_view sql)
{
    request.shape = -1;
    if (m_settings.lifts && m_shape.lift(sql)) {
        if (m_shape.isSame() && m_number >= 0) {
            request.shape = m_number;
        } else if (const auto at = m_numbers.find(m_shape.shape()); at != m_numbers.end()) {
            request.shape = at->second;
        } else if (m_shapes.size() < shapesMax) {
            request.shape = static_cast<int>(m_shapes.size());
            m_shapes.push_back(m_shape.shape());
            m_numbers.emplace(m_shape.shape(), request.shape);
        }
    }
    m_number = request.shape;
    if (request.shape >= 0)
        request.values.assign(m_shape.values().begin(), m_shape.values().end());
    else
        request.sql.assign(sql);
}

/// The file's next statement; BEGIN and COMMIT by their kinds.
bool ScriptStream::take(Request &request)
{
    SqlScript::Item item;
    while (!m_over && !m_failure) {
        const auto more = m_script->next(item);
        if (!more) {
            m_failure = more.error();
            return false;
        }
        if (!*more || item.kind == SqlScript::Item::Kind::Step)
            break;
        if (item.kind == SqlScript::Item::Kind::Command) {
            if (isHarmless(item.text))
                continue;
            refuseCommand(item);
            return false;
        }
        const TransactionWord word = transactionWord(item.text, m_settings.dialect.script);
        request.kind = word == TransactionWord::Begin ? Request::Kind::Begin
            : word == TransactionWord::Commit         ? Request::Kind::Commit
                                                      : Request::Kind::Statement;
        if (request.kind != Request::Kind::Statement) {
            if (m_settings.transaction > 0)   // the plan has its own
                continue;
            return true;
        }
        lift(request, item.text);
        m_lines[m_made++ % linesKept] = item.line;
        return true;
    }
    m_over = true;
    return false;
}

/// Transactions of the plan's size around the file's statements.
bool ScriptStream::framed(Request &request)
{
    if (m_inTransaction == m_settings.transaction) {
        m_inTransaction = 0;
        m_open = false;
        request.kind = Request::Kind::Commit;
        return true;
    }
    if (!m_open && !m_over) {   // only where there is a statement to follow
        m_held = take(m_next);
        m_open = m_held;
        request.kind = Request::Kind::Begin;
        return m_held;
    }
    if (m_held || take(request)) {
        if (std::exchange(m_held, false))
            std::swap(request, m_next);
        ++m_inTransaction;
        return true;
    }
    if (m_failure || !m_open)
        return false;
    m_open = false;
    request.kind = Request::Kind::Commit;
    return true;
}

bool ScriptStream::next(Request &request)
{
    return m_settings.transaction > 0 ? framed(request) : take(request);
}

} // namespace drivetrain
