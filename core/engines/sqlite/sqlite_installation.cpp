// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_installation.h"
#include "engines/sqlite/copy_file.h"
#include "engines/sqlite/sqlite_settings.h"
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int settingsBusy_ms = 5000;   // others may be at work while a session is made ready

} // namespace

SqliteInstallation::SqliteInstallation(std::shared_ptr<const SqliteLibrary> library,
                                       TargetSpec target, Place place)
    : m_library(std::move(library)), m_target(std::move(target)), m_place(std::move(place)),
      m_vfs(m_library->api(), m_place.temp_folder.toStdString())
{
}

QString SqliteInstallation::path(int database) const
{
    return m_place.folder
        + (database == 0 ? u"/drivetrain.sqlite"_s : u"/drivetrain-%1.sqlite"_s.arg(database));
}

Expected<void> SqliteInstallation::make(const std::stop_token &stop)
{
    if (auto made = makeFile(0, stop); !made)
        return made;
    auto db = openFile(0);
    if (!db)
        return tl::unexpected(db.error());
    auto applied =
        sqlite::apply(*db, m_target, m_place.durability, m_place.start_file.isEmpty());
    if (!applied) {
        if (applied.error().kind == ErrorKind::Damaged && !m_place.start_file.isEmpty())
            applied.error().subject = m_place.start_file;
        return applied;
    }
    readFacts(*db);
    return {};
}

Expected<void> SqliteInstallation::makeFile(int database, const std::stop_token &stop)
{
    QFile file(path(database));
    if (!file.open(QIODevice::WriteOnly
                   | QIODevice::NewOnly)) // O_EXCL: nobody's file is taken over
        return failure(file.exists() ? ErrorKind::Exists : ErrorKind::Io, file.errorString(),
                       file.fileName());
    m_made.insert(database);
    if (m_place.start_file.isEmpty())
        return {};
    auto copied = sqlite::copyDatabaseFile(m_place.start_file, file, stop);
    if (!copied)
        static_cast<void>(remove(database));   // the reason for it is what is told
    return copied;
}

void SqliteInstallation::readFacts(const SqliteHandle &db)
{
    m_facts.name = u"SQLite"_s;
    m_facts.version = m_library->version();
    m_facts.client_library = m_library->name() + u' ' + m_facts.version;
    m_facts.settings = sqlite::readBack(db);
    m_facts.settings.push_back(
        {u"memory_statistics"_s, m_library->countsMemory() ? u"on"_s : u"off"_s, u"on"_s});
    m_facts.durability = sqlite::durabilityOf(m_facts.settings);
}

Expected<std::unique_ptr<Session>> SqliteInstallation::connectTo(int database, std::stop_token stop)
{
    if (database < 0 || database >= databasesMax)
        return failure(ErrorKind::NotAvailable, u"databases 0..%1"_s.arg(databasesMax - 1),
                       QString::number(database));
    if (stop.stop_requested())
        return failure(ErrorKind::Cancelled);
    if (!m_made.contains(database)) {
        if (auto made = makeFile(database, stop); !made)
            return tl::unexpected(made.error());
    }
    auto db = openFile(database);
    if (!db)
        return tl::unexpected(db.error());
    const auto applied =
        sqlite::apply(*db, m_target, m_place.durability, m_place.start_file.isEmpty());
    if (!applied)
        return tl::unexpected(applied.error());
    return std::make_unique<SqliteSession>(std::move(*db));
}

std::optional<ServerAddress> SqliteInstallation::address() const
{
    ServerAddress address;
    address.database = path(0);
    return address;
}

std::optional<std::int64_t> SqliteInstallation::size_bytes()
{
    std::int64_t bytes = 0;
    for (const int database : m_made) {
        for (const auto &suffix : {u""_s, u"-wal"_s, u"-journal"_s})
            bytes += QFileInfo(path(database) + suffix).size();
    }
    return bytes;
}

IoTotals SqliteInstallation::io() const
{
    const auto &counters = m_vfs.counters();
    using Role = CountingVfs::Role;
    return {counters.sum(&Role::read_bytes), counters.sum(&Role::write_bytes),
            counters.sum(&Role::syncs) + counters.directory_syncs.load(std::memory_order_relaxed),
            counters.of(FileRole::Temporary).write_bytes.load(std::memory_order_relaxed)};
}

Expected<void> SqliteInstallation::remove(int database)
{
    for (const auto &suffix : {u""_s, u"-wal"_s, u"-shm"_s, u"-journal"_s}) {
        QFile file(path(database) + suffix);
        if (file.exists() && !file.remove())
            return failure(ErrorKind::Io, file.errorString(), file.fileName());
    }
    m_made.erase(database);
    return {};
}

Expected<void> SqliteInstallation::drop()
{
    Expected<void> all;
    const std::set<int> made = m_made;
    for (const int database : made) {
        if (auto removed = remove(database); !removed && all)
            all = std::move(removed);
    }
    // Gone with the connection that made them, unless that could not remove them.
    if (!m_place.temp_folder.isEmpty()) {
        const QDir folder(m_place.temp_folder);
        const QString ours = QString::fromStdString(m_vfs.tempPrefix()) + u'*';
        for (const QString &name : folder.entryList({ours}, QDir::Files)) {
            QFile file(folder.filePath(name));
            if (!file.remove() && file.exists() && all)
                all = failure(ErrorKind::Io, file.errorString(), file.fileName());
        }
    }
    return all;
}

Expected<SqliteHandle> SqliteInstallation::openFile(int database) const
{
    const QString file = path(database);
    const SqliteApi &api = m_library->api();
    sqlite3 *raw = nullptr;
    const int rc = api.open_v2(file.toUtf8().constData(), &raw,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, m_vfs.name());
    SqliteHandle db(raw, {&api});
    if (rc != SQLITE_OK)
        return tl::unexpected(sqliteError(api, raw, rc, file.toStdString()));
    api.busy_timeout(raw, settingsBusy_ms);   // the session's own handler takes over
    return db;
}

} // namespace drivetrain
