// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/counting_vfs.h"
#include "measure/clock.h"
#include <cstring>
#include <sqlite3.h>

namespace drivetrain {
namespace {

thread_local ThreadIo t_io;

/// A file of ours: SQLite sees `base`, the default layer's file lies behind it in the same memory.
struct File
{
    sqlite3_file base;
    CountingVfs *vfs;
    [[nodiscard]] sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};

File *ours(sqlite3_file *file) { return reinterpret_cast<File *>(file); }
sqlite3_file *real(sqlite3_file *file) { return ours(file)->real(); }
sqlite3_vfs *realVfs(sqlite3_vfs *vfs);

void count(std::atomic<std::int64_t> &counter, std::int64_t by)
{
    counter.fetch_add(by, std::memory_order_relaxed);   // beside a system call, its cost is nothing
}

/// Adds the time until its end to one of the thread's totals.
class Timed
{
public:
    explicit Timed(std::int64_t &to) : m_to(to), m_begin_ns(tick_ns()) {}
    ~Timed() { m_to += tick_ns() - m_begin_ns; }
    Timed(const Timed &) = delete;
    Timed &operator=(const Timed &) = delete;
private:
    std::int64_t &m_to;
    std::int64_t m_begin_ns;
};

int fileClose(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }

int fileRead(sqlite3_file *f, void *to, int size, sqlite3_int64 at)
{
    const Timed timed(t_io.read_ns);
    count(ours(f)->vfs->counters().read_bytes, size);
    return real(f)->pMethods->xRead(real(f), to, size, at);
}

int fileWrite(sqlite3_file *f, const void *from, int size, sqlite3_int64 at)
{
    const Timed timed(t_io.write_ns);
    count(ours(f)->vfs->counters().write_bytes, size);
    return real(f)->pMethods->xWrite(real(f), from, size, at);
}

int fileTruncate(sqlite3_file *f, sqlite3_int64 size)
{
    const Timed timed(t_io.write_ns);
    return real(f)->pMethods->xTruncate(real(f), size);
}

int fileSync(sqlite3_file *f, int flags)
{
    const Timed timed(t_io.sync_ns);
    count(ours(f)->vfs->counters().syncs, 1);
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

int vfsOpen(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *outFlags)
{
    File *file = ours(f);
    file->vfs = static_cast<CountingVfs *>(vfs->pAppData);
    file->base.pMethods = nullptr;
    const int rc = realVfs(vfs)->xOpen(realVfs(vfs), name, file->real(), flags, outFlags);
    if (file->real()->pMethods)
        file->base.pMethods = methods(file->real()->pMethods->iVersion);
    return rc;
}

int vfsDelete(sqlite3_vfs *vfs, const char *name, int syncDirectory)
{
    const Timed timed(syncDirectory ? t_io.sync_ns : t_io.write_ns);
    if (syncDirectory)
        count(static_cast<CountingVfs *>(vfs->pAppData)->counters().directory_syncs, 1);
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

sqlite3_vfs *realVfs(sqlite3_vfs *)
{
    static sqlite3_vfs *const vfs = sqlite3_vfs_find(nullptr);
    return vfs;
}

} // namespace

const ThreadIo &threadIo() noexcept { return t_io; }

CountingVfs::CountingVfs() : m_vfs(std::make_unique<sqlite3_vfs>())
{
    static std::atomic<int> number{0};
    m_name = "drivetrain-" + std::to_string(++number);
    const sqlite3_vfs *base = realVfs(nullptr);
    std::memset(m_vfs.get(), 0, sizeof(sqlite3_vfs));
    m_vfs->iVersion = 2;
    m_vfs->szOsFile = static_cast<int>(sizeof(File)) + base->szOsFile;
    m_vfs->mxPathname = base->mxPathname;
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
    sqlite3_vfs_register(m_vfs.get(), 0);
}

CountingVfs::~CountingVfs() { sqlite3_vfs_unregister(m_vfs.get()); }

} // namespace drivetrain
