// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/sqlite/sqlite_api.h"
#include "model/target.h"
#include <memory>

namespace drivetrain {

/// The SQLite that a target is run with: the one that is linked, or a shared library of the
/// target's choice. Loaded apart (RTLD_LOCAL, RTLD_DEEPBIND), so that two versions live in one
/// process and neither finds the other's functions. Outlives whatever was made with its api().
///
/// Not for two libraries on one file: their locks do not see each other within a process
/// (https://sqlite.org/howtocorrupt.html, 2.2.1).
class SqliteLibrary
{
public:
    static constexpr int leastVersion = 3'037'000;   ///< sqlite3_total_changes64()
    /// By the target's option "library"; without it, the linked one. Runs the library's own
    /// start-up code. Errors: NotFound; NotAvailable with the words of what is off (no library, too
    /// old, a function that is missing, built without threads).
    [[nodiscard]] static Expected<std::shared_ptr<const SqliteLibrary>>
    of(const TargetSpec &target);
    ~SqliteLibrary();
    SqliteLibrary(const SqliteLibrary &) = delete;
    SqliteLibrary &operator=(const SqliteLibrary &) = delete;

    [[nodiscard]] const SqliteApi &api() const noexcept { return m_api; }
    [[nodiscard]] QString version() const;   ///< "3.40.1"
    [[nodiscard]] QString name() const;      ///< its path, or "libsqlite3" for the linked one

    /// Whether it keeps statistics of its memory, as it does by default (and slower).
    [[nodiscard]] bool countsMemory() const { return m_counts_memory; }

private:
    bool m_counts_memory = true;
    SqliteLibrary() = default;
    [[nodiscard]] Expected<void> load(const QString &path);
    QString m_path;
    void *m_handle = nullptr;
    SqliteApi m_api = linkedSqlite;
};

} // namespace drivetrain
