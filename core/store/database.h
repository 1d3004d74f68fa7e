// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariantList>

namespace drivetrain {

/// One connection of Qt Sql to an SQLite file, under a name of its own, with failures as Error.
/// Used by the thread that made it.
class Database
{
public:
    enum class Mode {
        ReadWrite,   ///< made where missing
        ReadOnly,
        Immutable,   ///< read-only, and as if nobody could change it: needs no -shm beside the file
        /// read-only, as far as a damaged file can be read: one that was cut off as well
        Salvage,
    };
    static constexpr int busyLimit_ms = 10'000;   ///< so long another writer is waited for

    [[nodiscard]] static Expected<Database> open(const QString &path, Mode mode);
    Database(Database &&other) noexcept;
    Database &operator=(Database &&other) noexcept;
    ~Database();

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Runs one statement; rows are read with next().
    [[nodiscard]] Expected<QSqlQuery> execute(const QString &sql,
                                              const QVariantList &values = {}) const;
    /// True: a row stands ready; false: the end.
    [[nodiscard]] Expected<bool> next(QSqlQuery &query) const;
    /// The first column of the first row, as a whole number; 0 where there is no row.
    [[nodiscard]] Expected<qint64> number(const QString &sql,
                                          const QVariantList &values = {}) const;

private:
    Database(QString name, QString path) : m_name(std::move(name)), m_path(std::move(path)) {}
    void close() noexcept;
    QString m_name, m_path;
};

/// A write transaction, taken at once (BEGIN IMMEDIATE: no deadlock of two readers that want to
/// write), undone by the destructor where commit() was not called.
class Transaction
{
public:
    enum class Kind { Read, Write };
    [[nodiscard]] static Expected<Transaction> begin(const Database &database, Kind kind);
    Transaction(Transaction &&other) noexcept : m_database(std::exchange(other.m_database, nullptr))
    {
    }
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();
    [[nodiscard]] Expected<void> commit();

private:
    explicit Transaction(const Database &database) : m_database(&database) {}
    const Database *m_database;
};

/// Texts and blobs for NOT NULL columns: Qt Sql stores a null QString as NULL.
[[nodiscard]] QVariant textValue(const QString &text);
[[nodiscard]] QVariant blobValue(const QByteArray &bytes);

/// An Error for errno on a path.
[[nodiscard]] Error errnoError(int code, const QString &path);

} // namespace drivetrain
