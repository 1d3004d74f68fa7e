// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/script_index.h"
#include <QDateTime>
#include <QFileInfo>
#include <map>
#include <mutex>
#include <tuple>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr std::size_t indexesKept = 8;

/// The name behind CREATE [TEMP] TABLE [IF NOT EXISTS]; empty: it is no such statement.
std::string createdTable(std::string_view sql, ScriptStyle style)
{
    SqlLexer lexer(sql, style);
    if (!isWord(lexer.next().of(sql), "CREATE"))
        return {};
    SqlToken token = lexer.next();
    if (isWord(token.of(sql), "TEMP") || isWord(token.of(sql), "TEMPORARY"))
        token = lexer.next();
    if (!isWord(token.of(sql), "TABLE"))
        return {};
    token = lexer.next();
    if (isWord(token.of(sql), "IF")) {
        static_cast<void>(lexer.next());
        static_cast<void>(lexer.next());
        token = lexer.next();
    }
    const std::size_t begin = token.begin;
    std::size_t end = token.end;
    for (token = lexer.next(); token.of(sql) == "."; token = lexer.next())
        end = lexer.next().end;
    return std::string(sql.substr(begin, end - begin));
}

void count(ScriptIndex::Step &step, std::string_view sql, ScriptStyle style, bool &inTransaction)
{
    switch (transactionWord(sql, style)) {
    case TransactionWord::Begin: inTransaction = true; return;
    case TransactionWord::Commit:
        inTransaction = false;
        ++step.commits;
        return;
    case TransactionWord::Rollback: inTransaction = false; break;
    case TransactionWord::None: break;
    }
    ++step.statements;
    step.commits += inTransaction ? 0 : 1;
    if (sql.front() == 'c' || sql.front() == 'C') {
        if (std::string table = createdTable(sql, style); !table.empty())
            step.tables.push_back(std::move(table));
    }
}

Expected<std::shared_ptr<const ScriptIndex>> read(const QString &path, ScriptStyle style)
{
    auto script = SqlScript::open(path, style);
    if (!script)
        return tl::unexpected(script.error());
    auto index = std::make_shared<ScriptIndex>();
    index->bytes = QFileInfo(path).size();
    index->steps.push_back({QFileInfo(path).fileName(), 0, 1, 0, 0, 0, {}});
    bool inTransaction = false;
    SqlScript::Item item;
    while (true) {
        const auto more = (*script)->next(item);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
        if (item.kind == SqlScript::Item::Kind::Step) {
            const QString name = QString::fromUtf8(
                item.text.data(), static_cast<qsizetype>(item.text.size()));
            index->steps.push_back(
                {name, (*script)->offset(), (*script)->line(), 0, 0, 0, {}});
        } else if (item.kind == SqlScript::Item::Kind::Command) {
            ++index->steps.back().commands;
        } else {
            count(index->steps.back(), item.text, style, inTransaction);
        }
    }
    if (index->steps.size() > 1 && index->steps[0].statements + index->steps[0].commands == 0)
        index->steps.erase(index->steps.begin());
    return index;
}

} // namespace

TransactionWord transactionWord(std::string_view statement, ScriptStyle style)
{
    const char first = statement.empty() ? '\0' : statement.front();
    if (std::string_view("bBcCeErRsS").find(first) == std::string_view::npos)
        return TransactionWord::None;
    SqlLexer lexer(statement, style);
    const SqlToken word = lexer.next(), second = lexer.next();
    const std::string_view one = word.of(statement), two = second.of(statement);
    const bool alone = second.kind == SqlToken::Kind::End;
    const bool plain = alone || isWord(two, "TRANSACTION") || isWord(two, "WORK");
    if (isWord(one, "BEGIN"))
        return plain ? TransactionWord::Begin : TransactionWord::None;
    if (isWord(one, "START") && isWord(two, "TRANSACTION"))
        return TransactionWord::Begin;
    if (isWord(one, "COMMIT") || (isWord(one, "END") && style != ScriptStyle::Mysql))
        return plain ? TransactionWord::Commit : TransactionWord::None;
    return isWord(one, "ROLLBACK") && plain ? TransactionWord::Rollback : TransactionWord::None;
}

Expected<std::shared_ptr<const ScriptIndex>> ScriptIndex::of(const QString &path,
                                                             ScriptStyle style)
{
    using Key = std::tuple<QString, qint64, qint64, ScriptStyle>;
    static std::mutex mutex;
    static std::map<Key, std::shared_ptr<const ScriptIndex>> known;
    const QFileInfo file(path);
    const Key key{file.absoluteFilePath(), file.size(),
                  file.lastModified().toMSecsSinceEpoch(), style};
    {
        const std::lock_guard lock(mutex);
        if (const auto at = known.find(key); at != known.end())
            return at->second;
    }
    auto index = read(path, style);
    if (!index)
        return index;
    const std::lock_guard lock(mutex);
    if (known.size() >= indexesKept)
        known.clear();
    known[key] = *index;
    return index;
}

} // namespace drivetrain
