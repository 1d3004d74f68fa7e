// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/counting_vfs.h"
#include "measure/clock.h"
#include <cstring>
#include <new>

namespace drivetrain {
namespace {

thread_local ThreadIo t_io;

/// A file of ours: SQLite sees `base`, the default layer's file lies behind it in the same memory.
/// Made in vfsOpen() in memory of SQLite's, ended in fileClose().
struct File
{
    sqlite3_file base = {nullptr};
    CountingVfs *vfs;
    CountingVfs::Role *role;
    std::string temp_path;   ///< removed when closed; the default layer keeps a pointer to it
    [[nodiscard]] sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};

File *ours(sqlite3_file *file) { return reinterpret_cast<File *>(file); }
sqlite3_file *real(sqlite3_file *file) { return ours(file)->real(); }
CountingVfs *layer(sqlite3_vfs *vfs) { return static_cast<CountingVfs *>(vfs->pAppData); }
sqlite3_vfs *realVfs(sqlite3_vfs *vfs) { return layer(vfs)->real(); }

void count(std::atomic<std::int64_t> &counter, std::int64_t by)
{
    counter.fetch_add(by, std::memory_order_relaxed);   // beside a system call, its cost is nothing
}

/// Adds the time until its end to one of the thread's totals, and to the file's role.
class Timed
{
public:
    explicit Timed(std::int64_t &to, sqlite3_file *file = nullptr)
        : m_to(to), m_file(file), m_begin_ns(tick_ns()) {}
    ~Timed()
    {
        const std::int64_t time_ns = tick_ns() - m_begin_ns;
        m_to += time_ns;
        if (m_file)
            count(ours(m_file)->role->time_ns, time_ns);
    }
    Timed(const Timed &) = delete;
    Timed &operator=(const Timed &) = delete;
private:
    std::int64_t &m_to;
    sqlite3_file *m_file;
    std::int64_t m_begin_ns;
};

int fileClose(sqlite3_file *f)
{
    const int rc = real(f)->pMethods->xClose(real(f));
    sqlite3_vfs *vfs = ours(f)->vfs->real();
    if (!ours(f)->temp_path.empty())
        vfs->xDelete(vfs, ours(f)->temp_path.c_str(), 0);   // drop() sees to it where this fails
    std::destroy_at(ours(f));
    return rc;
}

int fileRead(sqlite3_file *f, void *to, int size, sqlite3_int64 at)
{
    const Timed timed(t_io.read_ns, f);
    count(ours(f)->role->read_bytes, size);
    return real(f)->pMethods->xRead(real(f), to, size, at);
}

int fileWrite(sqlite3_file *f, const void *from, int size, sqlite3_int64 at)
{
    const Timed timed(t_io.write_ns, f);
    count(ours(f)->role->write_bytes, size);
    return real(f)->pMethods->xWrite(real(f), from, size, at);
}

int fileTruncate(sqlite3_file *f, sqlite3_int64 size)
{
    const Timed timed(t_io.write_ns, f);
    return real(f)->pMethods->xTruncate(real(f), size);
}

int fileSync(sqlite3_file *f, int flags)
{
    const Timed timed(t_io.sync_ns, f);
    count(ours(f)->role->syncs, 1);
    return real(f)->pMethods->xSync(real(f), flags);
}

int fileSize(sqlite3_file *f, sqlite3_int64 *size)
{
    return real(f)->pMethods->xFileSize(real(f), size);
}
int fileLock(sqlite3_file *f, int level) { return real(f)->pMethods->xLock(real(f), level); }
int fileUnlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }
int fileReserved(sqlite3_file *f, int *is)
{
    return real(f)->pMethods->xCheckReservedLock(real(f), is);
}
int fileControl(sqlite3_file *f, int op, void *arg)
{
    return real(f)->pMethods->xFileControl(real(f), op, arg);
}
int fileSector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
int fileTraits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }
int shmMap(sqlite3_file *f, int page, int size, int extend, void volatile **to)
{ return real(f)->pMethods->xShmMap(real(f), page, size, extend, to); }
int shmLock(sqlite3_file *f, int offset, int n, int flags)
{ return real(f)->pMethods->xShmLock(real(f), offset, n, flags); }
void shmBarrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
int shmUnmap(sqlite3_file *f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); }
int fetch(sqlite3_file *f, sqlite3_int64 at, int size, void **to)
{ return real(f)->pMethods->xFetch(real(f), at, size, to); }
int unfetch(sqlite3_file *f, sqlite3_int64 at, void *p)
{
    return real(f)->pMethods->xUnfetch(real(f), at, p);
}

/// Tells SQLite of no more methods than the real file has.
const sqlite3_io_methods *methods(int version)
{
    static constexpr auto make = [](int v) {
        return sqlite3_io_methods{v,           fileClose,  fileRead,   fileWrite,  fileTruncate,
                                  fileSync,    fileSize,   fileLock,   fileUnlock, fileReserved,
                                  fileControl, fileSector, fileTraits, shmMap,     shmLock,
                                  shmBarrier,  shmUnmap,   fetch,      unfetch};
    };
    static const sqlite3_io_methods one = make(1), two = make(2), three = make(3);
    return version >= 3 ? &three : version == 2 ? &two : &one;
}

FileRole roleOf(int flags)
{
    if (flags & SQLITE_OPEN_MAIN_DB)
        return FileRole::Database;
    if (flags & SQLITE_OPEN_WAL)
        return FileRole::Log;
    if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL))
        return FileRole::Journal;
    return FileRole::Temporary;
}

int vfsOpen(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *outFlags)
{
    CountingVfs *const here = layer(vfs);
    CountingVfs::Role *role =
        &here->counters().roles[static_cast<std::size_t>(roleOf(flags))];
    File *file = new (f) File{.vfs = here, .role = role, .temp_path = {}};
    file->real()->pMethods = nullptr;
    if (!name)
        file->temp_path = here->nextTempPath();
    const bool isPlaced = !file->temp_path.empty();
    // With DELETEONCLOSE the default layer unlinks at once: nobody could see where the file lies.
    const int rc = realVfs(vfs)->xOpen(realVfs(vfs), isPlaced ? file->temp_path.c_str() : name,
                                       file->real(),
                                       isPlaced ? flags & ~SQLITE_OPEN_DELETEONCLOSE : flags,
                                       outFlags);
    if (!file->real()->pMethods) {   // nothing to close, and SQLite will not
        std::destroy_at(file);
        f->pMethods = nullptr;
        return rc;
    }
    file->base.pMethods = methods(file->real()->pMethods->iVersion);
    count(role->files_opened, 1);
    return rc;
}

int vfsDelete(sqlite3_vfs *vfs, const char *name, int syncDirectory)
{
    const Timed timed(syncDirectory ? t_io.sync_ns : t_io.write_ns);
    if (syncDirectory)
        count(layer(vfs)->counters().directory_syncs, 1);
    return realVfs(vfs)->xDelete(realVfs(vfs), name, syncDirectory);
}

int vfsAccess(sqlite3_vfs *v, const char *name, int flags, int *is)
{ return realVfs(v)->xAccess(realVfs(v), name, flags, is); }
int vfsFullPathname(sqlite3_vfs *v, const char *name, int size, char *to)
{ return realVfs(v)->xFullPathname(realVfs(v), name, size, to); }
int vfsRandomness(sqlite3_vfs *v, int size, char *to)
{
    return realVfs(v)->xRandomness(realVfs(v), size, to);
}
int vfsSleep(sqlite3_vfs *v, int us) { return realVfs(v)->xSleep(realVfs(v), us); }
int vfsCurrentTime(sqlite3_vfs *v, double *to) { return realVfs(v)->xCurrentTime(realVfs(v), to); }
int vfsLastError(sqlite3_vfs *v, int size, char *to)
{
    return realVfs(v)->xGetLastError(realVfs(v), size, to);
}
int vfsCurrentTime64(sqlite3_vfs *v, sqlite3_int64 *to)
{ return realVfs(v)->xCurrentTimeInt64(realVfs(v), to); }

} // namespace

const ThreadIo &threadIo() noexcept { return t_io; }

std::int64_t
CountingVfs::Counters::sum(std::atomic<std::int64_t> Role::*member) const noexcept
{
    std::int64_t all = 0;
    for (const Role &role : roles)
        all += (role.*member).load(std::memory_order_relaxed);
    return all;
}

std::string CountingVfs::nextTempPath()
{
    if (m_temp_folder.empty())
        return {};
    return m_temp_folder + '/' + tempPrefix()
        + std::to_string(m_temp_files.fetch_add(1, std::memory_order_relaxed) + 1);
}

CountingVfs::CountingVfs(const SqliteApi &api, std::string temp_folder)
    : m_api(api), m_temp_folder(std::move(temp_folder)), m_real(api.vfs_find(nullptr)),
      m_vfs(std::make_unique<sqlite3_vfs>())
{
    static std::atomic<int> number{0};
    m_name = "drivetrain-" + std::to_string(++number);
    std::memset(m_vfs.get(), 0, sizeof(sqlite3_vfs));
    m_vfs->iVersion = 2;
    m_vfs->szOsFile = static_cast<int>(sizeof(File)) + m_real->szOsFile;
    m_vfs->mxPathname = m_real->mxPathname;
    m_vfs->zName = m_name.c_str();
    m_vfs->pAppData = this;
    m_vfs->xOpen = vfsOpen;
    m_vfs->xDelete = vfsDelete;
    m_vfs->xAccess = vfsAccess;
    m_vfs->xFullPathname = vfsFullPathname;
    m_vfs->xRandomness = vfsRandomness;
    m_vfs->xSleep = vfsSleep;
    m_vfs->xCurrentTime = vfsCurrentTime;
    m_vfs->xGetLastError = vfsLastError;
    m_vfs->xCurrentTimeInt64 = vfsCurrentTime64;
    m_api.vfs_register(m_vfs.get(), 0);
}

CountingVfs::~CountingVfs() { m_api.vfs_unregister(m_vfs.get()); }

} // namespace drivetrain
