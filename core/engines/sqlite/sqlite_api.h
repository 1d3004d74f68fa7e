// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <sqlite3.h>

// Every function of SQLite that is called in this folder: a further one is one more word here.
#define DRIVETRAIN_SQLITE_CALLS(CALL) \
    CALL(bind_double) \
    CALL(bind_int64) \
    CALL(bind_null) \
    CALL(bind_text64) \
    CALL(busy_handler) \
    CALL(busy_timeout) \
    CALL(close_v2) \
    CALL(column_bytes) \
    CALL(column_count) \
    CALL(column_text) \
    CALL(errmsg) \
    CALL(errstr) \
    CALL(exec) \
    CALL(extended_errcode) \
    CALL(finalize) \
    CALL(interrupt) \
    CALL(libversion) \
    CALL(libversion_number) \
    CALL(open_v2) \
    CALL(prepare_v2) \
    CALL(prepare_v3) \
    CALL(reset) \
    CALL(sql) \
    CALL(step) \
    CALL(stmt_readonly) \
    CALL(threadsafe) \
    CALL(total_changes64) \
    CALL(vfs_find) \
    CALL(vfs_register) \
    CALL(vfs_unregister)

namespace drivetrain {

/// One SQLite library: the functions through which all that is in this folder speaks to it, named
/// as its own without "sqlite3_". Handles of one library are nothing to another. Constant once
/// filled, so any thread may use it; a call costs what one into a shared library costs anyway.
struct SqliteApi
{
#define DRIVETRAIN_SQLITE_MEMBER(name) decltype(&sqlite3_##name) name;
    DRIVETRAIN_SQLITE_CALLS(DRIVETRAIN_SQLITE_MEMBER)
#undef DRIVETRAIN_SQLITE_MEMBER
};

#define DRIVETRAIN_SQLITE_ADDRESS(name) &sqlite3_##name,
/// The library that Drivetrain is linked with.
inline constexpr SqliteApi linkedSqlite{DRIVETRAIN_SQLITE_CALLS(DRIVETRAIN_SQLITE_ADDRESS)};
#undef DRIVETRAIN_SQLITE_ADDRESS

} // namespace drivetrain
