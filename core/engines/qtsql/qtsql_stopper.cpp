// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/qtsql/qtsql_stopper.h"
#include <QSqlDriver>
#include <QSqlQuery>
#include <QVariant>
#include <array>
#include <cstring>
#include <link.h>
#include <mysql.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <thread>

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

/// The client library's own object; null: of another type. Qt names the type by the typedef that it
/// documents ("PGconn*", "pg_conn*"), or by what the compiler makes of that ("pg_conn*").
template <typename T>
T *handleOf(const QVariant &handle, const char *type, const char *behind)
{
    if (!handle.isValid())
        return nullptr;
    const char *name = handle.typeName();
    return std::strcmp(name, type) == 0 || std::strcmp(name, behind) == 0
        ? *static_cast<T *const *>(handle.data()) : nullptr;
}

/// MariaDB's and Oracle's client libraries share the names of their types, not their layout.
bool isOurMysqlLibrary()
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    constexpr const char *other = "libmysqlclient";
#else
    constexpr const char *other = "libmariadb";
#endif
    return dl_iterate_phdr([](dl_phdr_info *info, std::size_t, void *name) {
               return std::strstr(info->dlpi_name, static_cast<const char *>(name)) ? 1 : 0;
           }, const_cast<char *>(other)) == 0;
}

int socketOf(MYSQL *connection)
{
#ifdef MARIADB_PACKAGE_VERSION_ID
    return static_cast<int>(mysql_get_socket(connection));
#else
    return connection->net.fd;
#endif
}

/// The parameters of a connection that only carries a short order.
Parameters forOrders(Parameters parameters)
{
    parameters.first.clear();
    if (parameters.driver == "QMYSQL"_L1 || parameters.driver == "QMARIADB"_L1)
        parameters.options.replace(u"MYSQL_OPT_CONNECT_TIMEOUT=%1"_s.arg(connectWithin_s),
                                   "MYSQL_OPT_CONNECT_TIMEOUT=1;MYSQL_OPT_READ_TIMEOUT=1;"
                                   "MYSQL_OPT_WRITE_TIMEOUT=1"_L1);
    return parameters;
}

} // namespace

Stopper::Stopper(Connection &connection)
{
    const QVariant handle = connection.database().driver()->handle();
    if (auto *sqlite = handleOf<sqlite3>(handle, "sqlite3*", "sqlite3*");
        sqlite && isOurSqlite(connection)) {
        m_sqlite = sqlite;
    } else if (auto *postgres = handleOf<PGconn>(handle, "PGconn*", "pg_conn*")) {
        m_cancel = std::shared_ptr<PGcancel>(PQgetCancel(postgres), PQfreeCancel);
        m_socket = PQsocket(postgres);
    } else if (connection.speech() == Speech::Postgres) {
        m_second = forOrders(connection.parameters());
        m_kill =
            u"SELECT pg_cancel_backend(%1)"_s.arg(connection.one(u"SELECT pg_backend_pid()"_s));
    } else if (connection.speech() == Speech::Mysql) {
        m_second = forOrders(connection.parameters());
        m_kill = u"KILL QUERY %1"_s.arg(connection.one(u"SELECT connection_id()"_s));
        if (auto *mysql = handleOf<MYSQL>(handle, "MYSQL*", "st_mysql*");
            mysql && isOurMysqlLibrary())
            m_socket = socketOf(mysql);
    }
}

void Stopper::interrupt() const noexcept
{
    if (m_sqlite)
        sqlite3_interrupt(m_sqlite);
    if (m_cancel) {   // connects and waits: never here
        std::thread([cancel = m_cancel] {
            std::array<char, 256> words{};
            PQcancel(cancel.get(), words.data(), static_cast<int>(words.size()));
        }).detach();
    }
    if (m_second) {
        std::thread([parameters = *m_second, order = m_kill] {
            if (const auto other = Connection::open(parameters, {}))
                QSqlQuery((*other)->database()).exec(order);
        }).detach();
    }
}

void Stopper::cutOff() const noexcept
{
    if (m_socket >= 0)
        shutdown(m_socket, SHUT_RDWR);
    else
        interrupt();
}

} // namespace drivetrain::qtsql
