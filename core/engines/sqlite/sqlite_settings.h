// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/sqlite/sqlite_session.h"
#include "model/fault.h"
#include "model/run.h"
#include <vector>

namespace drivetrain::sqlite {

/// What an SQLite target can be told, in the order in which it has to be set: what the file is made
/// with before its first page (WAL writes one), the locking mode before WAL, that it does without
/// shared memory. A target may also name the pragma itself ("journal_mode=wal").
struct Option
{
    enum class Kind {
        Word,     ///< one of `values`
        Numbered, ///< the same, and SQLite tells its place in them
        Number,   ///< within the limits
        Bytes     ///< the same, with K, M or G
    };
    const char *key;                        ///< in the target's text
    const char *pragma;
    Kind kind;
    std::vector<const char *> values;       ///< allowed words; empty: a whole number
    long long least, greatest;
    const char *default_value;              ///< SQLite's own
    bool is_of_file;                        ///< a file has it from the beginning, or never
};
[[nodiscard]] const std::vector<Option> &options();

/// `library` is looked at as a text only: SqliteLibrary tells whether it is one.
[[nodiscard]] Faults check(const TargetSpec &target, const QString &field);

/// Whether the target's connections keep the file to themselves: one client then.
[[nodiscard]] bool isExclusive(const TargetSpec &target);

/// Sets the target's options, or what the durability asks for, on a fresh connection. A file that
/// was there already (`isNew` false) keeps what it was made with.
[[nodiscard]] Expected<void> apply(const SqliteHandle &db, const TargetSpec &target,
                                   Durability wished, bool isNew);
/// All settings as the engine tells them.
[[nodiscard]] std::vector<Setting> readBack(const SqliteHandle &db);

/// What settings as read back amount to (https://sqlite.org/pragma.html#pragma_synchronous, and
/// pager_end_transaction() in pager.c for what each journal syncs):
/// - OFF, and journals that do not survive (memory, off), are unsafe.
/// - WAL: FULL and EXTRA sync the log at each commit; NORMAL may lose the last ones: relaxed.
/// - Rollback journals with NORMAL can, at a small chance, break the file on older file systems and
///   lose nothing else: relaxed.
/// - TRUNCATE and PERSIST with FULL or EXTRA sync the journal's end: durable.
/// - DELETE commits by unlinking the journal, and only EXTRA syncs the folder then: with FULL the
///   journal may come back and undo the last commit: relaxed. With an exclusive lock it is zeroed
///   and synced instead, as by PERSIST.
[[nodiscard]] Durability durabilityOf(const std::vector<Setting> &settings);
/// The same before anything is opened, from the target's text.
[[nodiscard]] Durability durabilityOf(const TargetSpec &target, Durability wished);

} // namespace drivetrain::sqlite
