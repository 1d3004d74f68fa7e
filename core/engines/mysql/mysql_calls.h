// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/mysql/mysql_session.h"

namespace drivetrain {

// Each call once: suspended and resumed with MariaDB's library, blocking with Oracle's. `false`
// where the session was abandoned meanwhile; otherwise `result` is what the plain call returns.

#ifdef MARIADB_PACKAGE_VERSION_ID
template <typename Result, typename Start, typename Continue>
[[nodiscard]] bool suspended(MysqlSession &session, Result &result, Start start, Continue resume)
{
    int status = start(&result);
    while (status) {
        const auto ready = session.wait(status);
        if (!ready)
            return false;
        status = resume(&result, *ready);
    }
    return true;
}
#define DRIVETRAIN_MYSQL_CALL(session, result, function, handle, ...)                              \
    suspended(                                                                                     \
        session, result,                                                                           \
        [&](auto *to) { return function##_start(to, handle __VA_OPT__(, ) __VA_ARGS__); },         \
        [&](auto *to, int ready) { return function##_cont(to, handle, ready); })
#else
#define DRIVETRAIN_MYSQL_CALL(session, result, function, handle, ...)                              \
    ((result) = function(handle __VA_OPT__(, ) __VA_ARGS__), !(session).isCancelled())
#endif

} // namespace drivetrain
