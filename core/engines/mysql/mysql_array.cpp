// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/mysql/mysql_array.h"
#include "engines/mysql/mysql_calls.h"

namespace drivetrain {

bool MysqlArray::isKnownBy([[maybe_unused]] MYSQL *connection) noexcept
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    unsigned long extended = 0;
    if (mariadb_get_infov(connection, MARIADB_CONNECTION_EXTENDED_SERVER_CAPABILITIES, &extended))
        return false;
    return (static_cast<std::uint64_t>(extended) & (MARIADB_CLIENT_STMT_BULK_OPERATIONS >> 32))
           != 0;
#else
    return false;
#endif
}

MysqlArray::MysqlArray(MysqlSession &session, MysqlStatementHandle statement)
    : m_session(session), m_statement(std::move(statement)),
      m_columns(mysql_stmt_param_count(m_statement.get())), m_binds(m_columns.size())
{
}

Expected<std::unique_ptr<MysqlArray>> MysqlArray::make(MysqlSession &session, std::string_view sql)
{
    MysqlStatementHandle statement(mysql_stmt_init(session.handle()));
    int failed = 0;
    if (!DRIVETRAIN_MYSQL_CALL(session, failed, mysql_stmt_prepare, statement.get(), sql.data(),
                               sql.size()))
        return session.gaveUp();
    if (failed)
        return tl::unexpected(session.statementError(statement.get()));
    return std::unique_ptr<MysqlArray>(new MysqlArray(session, std::move(statement)));
}

MysqlArray::Type MysqlArray::typeOf(const Value &value)
{
    if (std::holds_alternative<std::int64_t>(value))
        return Type::Integer;
    if (std::holds_alternative<double>(value))
        return Type::Real;
    return std::holds_alternative<std::string_view>(value) ? Type::Text : Type::Unknown;
}

void MysqlArray::append(Column &column, const Value &value)
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    const bool isNull = std::holds_alternative<std::monostate>(value);
    column.indicators.push_back(isNull ? STMT_INDICATOR_NULL : STMT_INDICATOR_NONE);
#endif
    const auto *integer = std::get_if<std::int64_t>(&value);
    const auto *real = std::get_if<double>(&value);
    const auto *text = std::get_if<std::string_view>(&value);
    column.integers.push_back(integer ? *integer : 0);
    column.reals.push_back(real ? *real : 0);
    column.offsets.push_back(m_text.size());
    column.lengths.push_back(text ? text->size() : 0);
    if (text)
        m_text.append(*text);
}

bool MysqlArray::add(std::span<const Value> values, std::int64_t sent_ns)
{
    if (rows() >= rowsMax || m_text.size() >= textMax_bytes || values.size() != m_columns.size())
        return rows() == 0 && values.size() != m_columns.size();   // execute() will name the fault
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Type type = typeOf(values[i]), known = m_columns[i].type;
        if (known != Type::Unknown && type != Type::Unknown && type != known)
            return false;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (m_columns[i].type == Type::Unknown)
            m_columns[i].type = typeOf(values[i]);
        append(m_columns[i], values[i]);
    }
    m_sent_ns.push_back(sent_ns);
    return true;
}

void MysqlArray::bind()
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        Column &column = m_columns[i];
        MYSQL_BIND &bind = m_binds[i];
        bind = {};
        switch (column.type) {
        case Type::Integer:
            bind.buffer_type = MYSQL_TYPE_LONGLONG;
            bind.buffer = column.integers.data();
            break;
        case Type::Real:
            bind.buffer_type = MYSQL_TYPE_DOUBLE;
            bind.buffer = column.reals.data();
            break;
        default:
            column.texts.clear();
            for (const std::size_t offset : column.offsets)
                column.texts.push_back(m_text.data() + offset);
            bind.buffer_type = MYSQL_TYPE_STRING;
            bind.buffer = column.texts.data();
            bind.length = column.lengths.data();
        }
#ifdef MARIADB_PACKAGE_VERSION_ID
        bind.u.indicator = column.indicators.data();
#endif
    }
}

void MysqlArray::clear()
{
    for (Column &column : m_columns) {
        column.type = Type::Unknown;
        column.integers.clear();
        column.reals.clear();
        column.offsets.clear();
        column.lengths.clear();
        column.indicators.clear();
    }
    m_sent_ns.clear();
    m_text.clear();
}

Expected<void> MysqlArray::execute(OutcomeSink &sink)
{
    if (m_session.isCancelled())
        return failure(ErrorKind::Cancelled);
    if (rows() == 0)
        return {};
#ifdef MARIADB_PACKAGE_VERSION_ID
    auto count = static_cast<unsigned>(rows());
    mysql_stmt_attr_set(m_statement.get(), STMT_ATTR_ARRAY_SIZE, &count);
#endif
    bind();
    if (mysql_stmt_bind_param(m_statement.get(), m_binds.data()))
        return tl::unexpected(m_session.statementError(m_statement.get()));
    int failed = 0;
    if (!DRIVETRAIN_MYSQL_CALL(m_session, failed, mysql_stmt_execute, m_statement.get()))
        return m_session.gaveUp();
    if (failed)
        return tl::unexpected(m_session.statementError(m_statement.get()));
    // The server tells the sum; what a row more than the others had goes to the first ones.
    const auto all = static_cast<std::int64_t>(mysql_stmt_affected_rows(m_statement.get()));
    const auto each = all / static_cast<std::int64_t>(rows());
    auto more = all % static_cast<std::int64_t>(rows());
    for (const std::int64_t sent_ns : m_sent_ns)
        sink.done({each + (more-- > 0 ? 1 : 0), 0}, sent_ns);
    clear();
    return {};
}

} // namespace drivetrain
