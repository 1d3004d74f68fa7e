// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/qtsql/qtsql_session.h"
#include "engines/sqlite/counting_vfs.h"
#include "measure/clock.h"
#include <QDateTime>
#include <QSqlRecord>
#include <QThread>
#include <QVariant>
#include <array>
#include <sqlite3.h>
#include <strings.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

constexpr int columnsMax = 64;   // of a result that goes to a sink; more are cut off
constexpr int busyPause_us = 200;

std::int64_t ioOfThread_ns()
{
    return threadIo().read_ns + threadIo().write_ns + threadIo().sync_ns;
}

/// Adds the time until its end to a phase, less what file calls of SQLite took meanwhile.
class PhaseTimer
{
public:
    PhaseTimer(PhaseTotals &totals, Phase phase)
        : m_totals(totals), m_phase(phase), m_begin_ns(tick_ns()), m_io_ns(ioOfThread_ns()) {}
    ~PhaseTimer()
    { m_totals.add(m_phase, tick_ns() - m_begin_ns - (ioOfThread_ns() - m_io_ns)); }
    PhaseTimer(const PhaseTimer &) = delete;
    PhaseTimer &operator=(const PhaseTimer &) = delete;
private:
    PhaseTotals &m_totals;
    Phase m_phase;
    std::int64_t m_begin_ns, m_io_ns;
};

/// Only these have rows to tell of: after any other statement SQLite keeps an older figure.
bool changesRows(std::string_view sql)
{
    const std::size_t begin = sql.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return false;
    sql.remove_prefix(begin);
    for (const std::string_view word : {"INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "WITH"}) {
        if (sql.size() > word.size() && strncasecmp(sql.data(), word.data(), word.size()) == 0)
            return true;
    }
    return false;
}

QByteArray realText(double number, Speech speech)
{
    if (speech != Speech::Sqlite)
        return QByteArray::number(number, 'g', QLocale::FloatingPointShortest);
    QByteArray text = QByteArray::number(number, 'g', 15);   // as SQLite's %!.15g
    const bool isWhole = std::all_of(text.begin(), text.end(), [](char c) {
        return c == '-' || (c >= '0' && c <= '9');
    });
    return isWhole ? text + ".0" : text;
}

/// A cell as the engine itself would write it, as near as a QVariant lets one.
QByteArray textOf(const QVariant &value, Speech speech)
{
    switch (value.typeId()) {
    case QMetaType::QString: return value.toString().toUtf8();
    case QMetaType::Double:
    case QMetaType::Float: return realText(value.toDouble(), speech);
    case QMetaType::Bool:
        return speech == Speech::Postgres ? (value.toBool() ? "t" : "f")
                                          : (value.toBool() ? "1" : "0");
    case QMetaType::QByteArray:
        return speech == Speech::Postgres ? "\\x" + value.toByteArray().toHex()
                                          : value.toByteArray();
    case QMetaType::QDateTime: {
        const QDateTime time = value.toDateTime();
        const bool whole = time.time().msec() == 0;
        return time.toString(whole ? u"yyyy-MM-dd HH:mm:ss"_s : u"yyyy-MM-dd HH:mm:ss.zzz"_s)
            .toLatin1();
    }
    default: return value.toString().toUtf8();
    }
}

QVariant variantOf(const Value &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return QVariant(static_cast<qlonglong>(*number));
    if (const auto *real = std::get_if<double>(&value))
        return QVariant(*real);
    if (const auto *text = std::get_if<std::string_view>(&value))
        return QVariant(QString::fromUtf8(text->data(), static_cast<qsizetype>(text->size())));
    return QVariant(QMetaType(QMetaType::QString));
}

class QtStatement final : public Statement
{
public:
    QtStatement(QtSession &session, QSqlQuery query, bool changes)
        : m_session(session), m_query(std::move(query)), m_changes(changes) {}

    Expected<Outcome> execute(std::span<const Value> values, RowSink *sink) override
    {
        if (m_session.isCancelled())
            return failure(ErrorKind::Cancelled);
        int index = 0;
        for (const Value &value : values)
            m_query.bindValue(index++, variantOf(value));
        if (!m_query.exec())
            return tl::unexpected(m_session.error(m_query.lastError()));
        return m_session.read(m_query, m_changes, sink);
    }

private:
    QtSession &m_session;
    QSqlQuery m_query;
    bool m_changes;
};

} // namespace

QtSession::QtSession(std::unique_ptr<Connection> connection, FileCalls fileCalls)
    : m_connection(std::move(connection)), m_stopper(*m_connection), m_fileCalls(fileCalls),
      m_query(m_connection->database())
{
    m_query.setForwardOnly(true);
    if (m_stopper.sqlite())   // waits as long as it takes, and for no longer than a cancel
        sqlite3_busy_handler(m_stopper.sqlite(), &QtSession::busy, this);
}

QtSession::~QtSession() = default;   // the query before its connection

int QtSession::busy(void *self, int) noexcept
{
    if (static_cast<QtSession *>(self)->isCancelled())
        return 0;
    usleep(busyPause_us);
    return 1;
}

Error QtSession::error(const QSqlError &from, std::string_view sql) const
{
    Error error = sqlError(from, m_connection->speech(), sql);
    if (isCancelled())
        error.kind = ErrorKind::Cancelled;
    return error;
}

Expected<Outcome> QtSession::read(QSqlQuery &query, bool changes, RowSink *sink)
{
    Outcome outcome;
    if (!query.isSelect()) {
        if (changes)
            outcome.rows_affected = std::max(0, query.numRowsAffected());
        query.finish();
        return outcome;
    }
    std::array<QByteArray, columnsMax> texts;
    std::array<Cell, columnsMax> cells;
    const int columns = sink ? std::min(query.record().count(), columnsMax) : 0;
    while (query.next()) {
        ++outcome.rows_returned;
        if (isCancelled())
            return failure(ErrorKind::Cancelled);
        if (!sink)
            continue;
        for (int i = 0; i < columns; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const QVariant value = query.value(i);
            texts[at] = value.isNull() ? QByteArray() : textOf(value, m_connection->speech());
            cells[at] = {{texts[at].constData(), static_cast<std::size_t>(texts[at].size())},
                         value.isNull()};
        }
        sink->row(std::span(cells.data(), static_cast<std::size_t>(columns)));
    }
    if (query.lastError().isValid())
        return tl::unexpected(error(query.lastError()));
    query.finish();
    return outcome;
}

Expected<Outcome> QtSession::execute(const std::string &sql, RowSink *sink)
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    if (!m_query.exec(QString::fromUtf8(sql.data(), static_cast<qsizetype>(sql.size()))))
        return tl::unexpected(error(m_query.lastError(), sql));
    return read(m_query, changesRows(sql), sink);
}

Expected<std::unique_ptr<Statement>> QtSession::prepare(std::string_view sql)
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    const PhaseTimer timer(m_phases, Phase::Prepare);
    QSqlQuery query(m_connection->database());
    query.setForwardOnly(true);
    if (!query.prepare(QString::fromUtf8(sql.data(), static_cast<qsizetype>(sql.size()))))
        return tl::unexpected(error(query.lastError(), sql));
    return std::make_unique<QtStatement>(*this, std::move(query), changesRows(sql));
}

Expected<void> QtSession::simple(bool (QSqlDatabase::*call)())
{
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    QSqlDatabase &database = m_connection->database();
    if (!(database.*call)())
        return tl::unexpected(error(database.lastError()));
    return {};
}

Expected<void> QtSession::begin() { return simple(&QSqlDatabase::transaction); }
Expected<void> QtSession::rollback() { return simple(&QSqlDatabase::rollback); }

Expected<void> QtSession::commit()
{
    const PhaseTimer timer(m_phases, Phase::CommitWait);
    return simple(&QSqlDatabase::commit);
}

Expected<void> QtSession::ready()
{
    static_cast<void>(QThread::currentThread());   // Qt makes its data of a thread when first asked
    if (isCancelled())
        return failure(ErrorKind::Cancelled);
    return {};
}

void QtSession::cancel() noexcept
{
    if (!m_cancelled.exchange(true))
        m_stopper.interrupt();
}

void QtSession::abandon() noexcept
{
    m_cancelled = true;
    m_stopper.cutOff();
}

PhaseTotals QtSession::phases() const noexcept
{
    PhaseTotals totals = m_phases;
    if (m_fileCalls == FileCalls::Counted) {
        totals.add(Phase::Read, threadIo().read_ns);
        totals.add(Phase::Write, threadIo().write_ns);
        totals.add(Phase::Sync, threadIo().sync_ns);
    }
    return totals;
}

} // namespace drivetrain::qtsql
