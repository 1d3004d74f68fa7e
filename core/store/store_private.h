// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "store/store.h"
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

namespace drivetrain {

struct Store::Private
{
    QString path, name;
    QSqlDatabase database;
    QStringList notices;
    ~Private();
    [[nodiscard]] Expected<void> connect();
    [[nodiscard]] Expected<QSqlQuery> execute(const QString &sql, const QVariantList &values = {}) const;
};

[[nodiscard]] inline QString timeText(const QDateTime &time)
{ return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : QString(); }
[[nodiscard]] inline QDateTime timeFrom(const QVariant &text)
{ return QDateTime::fromString(text.toString(), Qt::ISODateWithMs); }

/// A transaction that is rolled back unless it was committed.
class Transaction
{
public:
    explicit Transaction(QSqlDatabase database) : m_database(std::move(database)) { m_database.transaction(); }
    ~Transaction()
    {
        if (!m_done)
            m_database.rollback();
    }
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    [[nodiscard]] bool commit() { return m_done = m_database.commit(); }
private:
    QSqlDatabase m_database;
    bool m_done = false;
};

} // namespace drivetrain
