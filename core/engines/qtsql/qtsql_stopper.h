// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/qtsql/qtsql_connection.h"
#include <libpq-fe.h>
#include <optional>
#include <string>

struct sqlite3;

namespace drivetrain::qtsql {

/// Ends what a connection is doing, from any other thread and without waiting, by the means of the
/// engine behind the driver: Qt itself has none. Where a driver gives no handle (ODBC), a second
/// connection asks the server; for other engines a statement ends by itself.
class Stopper
{
public:
    explicit Stopper(Connection &connection);
    void interrupt() const noexcept;
    /// Closes the socket under the driver, whose call then fails; without one, only interrupts.
    void cutOff() const noexcept;
    /// Null unless the library is the one that we link.
    [[nodiscard]] sqlite3 *sqlite() const noexcept { return m_sqlite; }

private:
    sqlite3 *m_sqlite = nullptr;
    std::shared_ptr<PGcancel> m_cancel;
    std::optional<Parameters> m_second;
    QString m_kill;
    int m_socket = -1;
};

} // namespace drivetrain::qtsql
