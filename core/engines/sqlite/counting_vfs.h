// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3_vfs;

namespace drivetrain {

/// What a calling thread spent in file calls of SQLite, over all its connections. Owner thread
/// only.
struct ThreadIo { std::int64_t read_ns = 0, write_ns = 0, sync_ns = 0; };
[[nodiscard]] const ThreadIo &threadIo() noexcept;

/// A layer over SQLite's default file system layer that counts and times reads, writes and syncs
/// and otherwise hands every call on. Registered while it lives; outlives the connections that use
/// it.
///
/// Only calls that reach the system are timed, so a statement that runs from the cache costs
/// nothing more. Not for changing what SQLite does. Layer: https://sqlite.org/vfs.html
class CountingVfs
{
public:
    /// Written by the threads that use connections, read by any.
    struct Counters
    {
        std::atomic<std::int64_t> read_bytes{0}, write_bytes{0}, syncs{0}, directory_syncs{0};
    };
    CountingVfs();
    ~CountingVfs();
    CountingVfs(const CountingVfs &) = delete;
    CountingVfs &operator=(const CountingVfs &) = delete;

    [[nodiscard]] const char *name() const noexcept { return m_name.c_str(); }
    [[nodiscard]] Counters &counters() noexcept { return m_counters; }
    [[nodiscard]] const Counters &counters() const noexcept { return m_counters; }

private:
    std::string m_name;
    Counters m_counters;
    std::unique_ptr<sqlite3_vfs> m_vfs;
};

} // namespace drivetrain
