// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_library.h"
#include <QFile>
#include <QFileInfo>
#include <dlfcn.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

// The sanitizers refuse RTLD_DEEPBIND, and without it a second SQLite would call into the first.
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr int apart = RTLD_DEEPBIND;
#else
constexpr int apart = 0;
#endif

/// SQLite counts the memory in use under a lock that each allocation takes; nobody asks for the
/// count here. To be said before anything uses the library, hence before main(). The manual
/// recommends it: https://sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus
const bool linkedCountsMemory = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK;

/// Whether the library has the function, whose address goes to `to`.
template <typename Function>
bool find(void *library, const char *name, Function &to)
{
    to = reinterpret_cast<Function>(dlsym(library, name));
    return to != nullptr;
}

/// The first function that is missing; nullptr: all are there.
const char *fill(void *library, SqliteApi &api)
{
#define DRIVETRAIN_SQLITE_FIND(name) \
    if (!find(library, "sqlite3_" #name, api.name)) \
        return "sqlite3_" #name;
    DRIVETRAIN_SQLITE_CALLS(DRIVETRAIN_SQLITE_FIND)
#undef DRIVETRAIN_SQLITE_FIND
    return nullptr;
}

} // namespace

Expected<std::shared_ptr<const SqliteLibrary>> SqliteLibrary::of(const TargetSpec &target)
{
    const std::shared_ptr<SqliteLibrary> library(new SqliteLibrary);   // private constructor
    library->m_counts_memory = linkedCountsMemory;
    if (const auto path = target.option(u"library")) {
        if (auto loaded = library->load(*path); !loaded)
            return tl::unexpected(loaded.error());
    }
    return library;
}

Expected<void> SqliteLibrary::load(const QString &path)
{
    const auto unfit = [&path](const QString &words) {
        return failure(ErrorKind::NotAvailable, words, path);
    };
    m_path = path;
    if (!path.startsWith(u'/'))   // dlopen() would look for it in the system's folders
        return failure(ErrorKind::InvalidInput, u"not a full path"_s, path);
    if (!QFileInfo(path).isFile())   // nor a folder or a pipe, for which dlopen() would wait
        return failure(ErrorKind::NotFound, u"there is no such file"_s, path);
    if (apart == 0)
        return unfit(u"this build cannot keep two SQLite libraries apart"_s);
    m_handle = dlopen(QFile::encodeName(path).constData(), RTLD_NOW | RTLD_LOCAL | apart);
    if (!m_handle)
        return unfit(u"not a library that can be loaded: %1"_s.arg(
            QString::fromLocal8Bit(dlerror())));
    decltype(&sqlite3_libversion_number) number = nullptr;
    if (!find(m_handle, "sqlite3_libversion_number", number))
        return unfit(u"not SQLite: it has no sqlite3_libversion_number"_s);
    if (const int is = number(); is < leastVersion)
        return unfit(u"SQLite %1.%2.%3 is too old, 3.37.0 is the least"_s.arg(is / 1'000'000)
                         .arg(is / 1000 % 1000)
                         .arg(is % 1000));
    if (const char *missing = fill(m_handle, m_api))
        return unfit(u"it has no %1"_s.arg(QLatin1StringView(missing)));
    decltype(&sqlite3_config) config = nullptr;
    m_counts_memory = !find(m_handle, "sqlite3_config", config)
        || config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK;
    if (m_api.threadsafe() == 0)
        return unfit(u"it was built without threads (SQLITE_THREADSAFE=0)"_s);
    return {};
}

SqliteLibrary::~SqliteLibrary()
{
    if (m_handle)
        dlclose(m_handle);
}

QString SqliteLibrary::version() const { return QString::fromLatin1(m_api.libversion()); }
QString SqliteLibrary::name() const { return m_handle ? m_path : u"libsqlite3"_s; }

} // namespace drivetrain
