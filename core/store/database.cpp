// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/database.h"
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QUrl>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr unsigned long leastFree_bytes = 256 * 1024;   // SQLite's -shm and a page or two

// Primary result codes, sqlite.org/rescode.html. Written out, so that the store needs no SQLite
// header.
enum SqliteCode {
    CodePerm = 3,
    CodeBusy = 5,
    CodeLocked = 6,
    CodeReadOnly = 8,
    CodeIo = 10,
    CodeCorrupt = 11,
    CodeFull = 13,
    CodeCannotOpen = 14,
    CodeAuth = 23,
    CodeNotADatabase = 26
};

bool isFull(const QString &path)
{
    struct statvfs space{};
    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    return ::statvfs(folder.constData(), &space) == 0
           && space.f_bavail * space.f_frsize < leastFree_bytes;
}

ErrorKind kindOf(int code, const QString &path)
{
    switch (code) {
    case CodePerm: case CodeAuth: return ErrorKind::Permission;
    case CodeBusy: case CodeLocked: return ErrorKind::Busy;
    case CodeReadOnly: return ErrorKind::ReadOnly;
    case CodeCorrupt: case CodeNotADatabase: return ErrorKind::Damaged;
    case CodeFull: return ErrorKind::DiskFull;
    case CodeIo: return isFull(path) ? ErrorKind::DiskFull : ErrorKind::Io;
    case CodeCannotOpen:
        if (isFull(path))
            return ErrorKind::DiskFull;
        return ::access(QFile::encodeName(QFileInfo(path).absolutePath()).constData(), W_OK) == 0
            ? ErrorKind::Io : ErrorKind::Permission;
    default: return ErrorKind::Io;
    }
}

Error sqlError(const QSqlError &error, const QString &path)
{
    bool isNumber = false;
    const int code = error.nativeErrorCode().toInt(&isNumber) & 0xff;
    const QString words =
        error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return {isNumber ? kindOf(code, path) : ErrorKind::Internal,
            isNumber ? u"SQLite %1"_s.arg(code) : QString(), words, path, {}};
}

} // namespace

QVariant textValue(const QString &text) { return text.isNull() ? QVariant(u""_s) : QVariant(text); }

QVariant blobValue(const QByteArray &bytes)
{
    return bytes.isNull() ? QVariant(QByteArray("")) : QVariant(bytes);
}

Error errnoError(int code, const QString &path)
{
    const ErrorKind kind = [code] {
        switch (code) {
        case EACCES: case EPERM: return ErrorKind::Permission;
        case EROFS: return ErrorKind::ReadOnly;
        case ENOSPC: case EDQUOT: return ErrorKind::DiskFull;
        case EEXIST: return ErrorKind::Exists;
        case ENOENT: case ENOTDIR: return ErrorKind::NotFound;
        default: return ErrorKind::Io;
        }
    }();
    return {kind,
            QString::fromLatin1(strerrorname_np(code)),
            QString::fromLocal8Bit(std::strerror(code)),
            path,
            {}};
}

Expected<Database> Database::open(const QString &path, Mode mode)
{
    static std::atomic<int> number{0};
    Database made(u"drivetrain-store-%1"_s.arg(++number), path);
    QSqlDatabase connection = QSqlDatabase::addDatabase(u"QSQLITE"_s, made.m_name);
    if (!connection.isValid())
        return failure(ErrorKind::NotAvailable, connection.lastError().driverText(), u"QSQLITE"_s,
                       {}, u"apt-get install libqt6sql6-sqlite"_s);
    QString options = u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(busyLimit_ms);
    QString name = path;
    if (mode == Mode::ReadOnly || mode == Mode::Salvage)
        options += ";QSQLITE_OPEN_READONLY"_L1;
    if (mode == Mode::Immutable) {
        options += ";QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"_L1;
        name = QString::fromLatin1(QUrl::fromLocalFile(path).toEncoded()) + "?immutable=1"_L1;
    }
    connection.setConnectOptions(options);
    connection.setDatabaseName(name);
    if (!connection.open())
        return tl::unexpected(sqlError(connection.lastError(), path));
    connection = {};
    // With it SQLite reads a file that is shorter than its header says (what the .recover command
    // does).
    if (mode == Mode::Salvage && !made.execute(u"PRAGMA writable_schema = ON"_s))
        return failure(ErrorKind::Damaged, u"not a database"_s, path);
    // Opening touches nothing yet: reading does, and tells whether this is a database at all.
    if (const auto version = made.number(u"PRAGMA schema_version"_s); !version)
        return tl::unexpected(version.error());
    return made;
}

Database::Database(Database &&other) noexcept
    : m_name(std::exchange(other.m_name, {})), m_path(std::exchange(other.m_path, {})) {}

Database &Database::operator=(Database &&other) noexcept
{
    std::swap(m_name, other.m_name);
    std::swap(m_path, other.m_path);
    return *this;
}

Database::~Database() { close(); }

void Database::close() noexcept
{
    if (m_name.isEmpty())
        return;
    QSqlDatabase::database(m_name, false).close();
    QSqlDatabase::removeDatabase(m_name);
}

Expected<QSqlQuery> Database::execute(const QString &sql, const QVariantList &values) const
{
    QSqlQuery query(QSqlDatabase::database(m_name, false));
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return tl::unexpected(sqlError(query.lastError(), m_path));
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return tl::unexpected(sqlError(query.lastError(), m_path));
    return query;
}

Expected<bool> Database::next(QSqlQuery &query) const
{
    if (query.next())
        return true;
    if (query.lastError().isValid())
        return tl::unexpected(sqlError(query.lastError(), m_path));
    return false;
}

Expected<qint64> Database::number(const QString &sql, const QVariantList &values) const
{
    auto query = execute(sql, values);
    if (!query)
        return tl::unexpected(query.error());
    const auto row = next(*query);
    if (!row)
        return tl::unexpected(row.error());
    return *row ? query->value(0).toLongLong() : 0;
}

Expected<Transaction> Transaction::begin(const Database &database, Kind kind)
{
    const auto begun = database.execute(kind == Kind::Write ? u"BEGIN IMMEDIATE"_s : u"BEGIN"_s);
    if (!begun)
        return tl::unexpected(begun.error());
    return Transaction(database);
}

Transaction::~Transaction()
{
    // Where SQLite has rolled back by itself (disk full) this fails, and there is nothing left to
    // undo.
    if (m_database)
        (void)m_database->execute(u"ROLLBACK"_s);
}

Expected<void> Transaction::commit()
{
    const auto done = m_database->execute(u"COMMIT"_s);
    if (!done)
        return tl::unexpected(done.error());
    m_database = nullptr;
    return {};
}

} // namespace drivetrain
