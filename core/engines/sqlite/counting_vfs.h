// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/sqlite/sqlite_api.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace drivetrain {

/// What a calling thread spent in file calls of SQLite, over all its connections. Owner thread
/// only.
struct ThreadIo { std::int64_t read_ns = 0, write_ns = 0, sync_ns = 0; };
[[nodiscard]] const ThreadIo &threadIo() noexcept;

/// What SQLite opens a file for: its database, its rollback journal, its write-ahead log, and all
/// that is temporary: temporary tables, sorters, VACUUM's copy, journals of these and of
/// statements.
enum class FileRole { Database, Journal, Log, Temporary };
inline constexpr std::size_t fileRoles = 4;

/// A layer over SQLite's default file system layer that counts and times reads, writes and syncs,
/// says where temporary files lie, and otherwise hands every call on. Registered with one library
/// while it lives; outlives the connections that use it.
///
/// Only calls that reach the system are timed, so a statement that runs from the cache costs
/// nothing more; what goes through a memory map is not seen. Layer: https://sqlite.org/vfs.html
class CountingVfs
{
public:
    /// Written by the threads that use connections, read by any.
    struct Role
    {
        std::atomic<std::int64_t> files_opened{0}, read_bytes{0}, write_bytes{0}, syncs{0};
        std::atomic<std::int64_t> time_ns{0};   ///< of reads, writes, truncations and syncs
    };
    struct Counters
    {
        std::array<Role, fileRoles> roles;
        /// After deleting only: the default layer syncs the folder of a new journal or log within
        /// that file's first sync, unseen from here.
        std::atomic<std::int64_t> directory_syncs{0};
        [[nodiscard]] const Role &of(FileRole role) const noexcept
        {
            return roles[static_cast<std::size_t>(role)];
        }
        /// Of one member of all roles.
        [[nodiscard]] std::int64_t sum(std::atomic<std::int64_t> Role::*member) const noexcept;
    };
    /// `temp_folder` (UTF-8, exists): where temporary files lie, under names that can be seen until
    /// SQLite closes them. Empty: where SQLite puts them, without a name.
    explicit CountingVfs(const SqliteApi &api = linkedSqlite, std::string temp_folder = {});
    ~CountingVfs();
    CountingVfs(const CountingVfs &) = delete;
    CountingVfs &operator=(const CountingVfs &) = delete;

    [[nodiscard]] const char *name() const noexcept { return m_name.c_str(); }
    [[nodiscard]] const Counters &counters() const noexcept { return m_counters; }
    [[nodiscard]] Counters &counters() noexcept { return m_counters; }
    /// What the names of its temporary files begin with.
    [[nodiscard]] std::string tempPrefix() const { return m_name + "-temp-"; }
    /// A path for one of them; empty where it has no folder for them. Any thread.
    [[nodiscard]] std::string nextTempPath();
    /// The layer below.
    [[nodiscard]] sqlite3_vfs *real() const noexcept { return m_real; }

private:
    const SqliteApi &m_api;
    std::string m_name, m_temp_folder;
    sqlite3_vfs *m_real = nullptr;
    std::atomic<std::int64_t> m_temp_files{0};
    Counters m_counters;
    std::unique_ptr<sqlite3_vfs> m_vfs;
};

} // namespace drivetrain
