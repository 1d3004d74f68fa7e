// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/dialects.h"
#include "engines/qtsql/qtsql_installation.h"
#include "engines/qtsql/qtsql_session.h"
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_settings.h"
#include <QFile>
#include <QFileInfo>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace drivetrain::qtsql {
namespace {

constexpr int busyWithin_ms = 60'000;   // where our own waiting cannot be set

QString synchronousFor(Durability durability)
{
    switch (durability) {
    case Durability::Durable: return u"FULL"_s;
    case Durability::Relaxed: return u"NORMAL"_s;
    case Durability::Unsafe: return u"OFF"_s;
    }
    return u"FULL"_s;
}

/// The same file, settings and file layer as the native engine's: only the interface differs.
class FileInstallation final : public Installation
{
public:
    explicit FileInstallation(const Place &place)
        : m_folder(place.folder), m_path(place.folder + u"/drivetrain.sqlite"_s)
    {
        m_parameters.driver = u"QSQLITE"_s;
        m_parameters.database = m_path;
        m_parameters.options = u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(busyWithin_ms);
        m_parameters.first = {u"PRAGMA journal_mode=WAL"_s,
                              u"PRAGMA synchronous="_s + synchronousFor(place.durability)};
    }
    ~FileInstallation() override { static_cast<void>(drop()); }

    Expected<void> make(const std::stop_token &stop)
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))   // nobody's file is taken over
            return failure(file.exists() ? ErrorKind::Exists : ErrorKind::Io, file.errorString(),
                           m_path);
        m_made = true;
        file.close();
        if (auto chosen = chooseFileLayer(stop); !chosen)
            return chosen;
        auto connection = Connection::open(m_parameters, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        readBack(**connection);
        if (const QString journal = (*connection)->one(u"PRAGMA journal_mode"_s);
            journal != "wal"_L1)
            return failure(ErrorKind::NotAvailable, u"journal_mode is %1"_s.arg(journal),
                           u"journal=wal"_s);
        return {};
    }

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return m_folder; }
    std::optional<ServerAddress> address() const override
    { return ServerAddress{{}, 0, {}, m_path}; }

    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        auto connection = Connection::open(m_parameters, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        return std::make_unique<QtSession>(std::move(*connection), m_fileCalls);
    }

    std::optional<std::int64_t> size_bytes() override
    {
        std::int64_t bytes = 0;
        for (const auto &suffix : {u""_s, u"-wal"_s, u"-journal"_s})
            bytes += QFileInfo(m_path + suffix).size();
        return bytes;
    }

    IoTotals io() const override
    {
        if (m_fileCalls == QtSession::FileCalls::NotCounted)
            return {};
        const auto &counters = m_vfs.counters();
        using Role = CountingVfs::Role;
        return {counters.sum(&Role::read_bytes), counters.sum(&Role::write_bytes),
                counters.sum(&Role::syncs)
                    + counters.directory_syncs.load(std::memory_order_relaxed)};
    }

    Expected<void> drop() override
    {
        if (!m_made)
            return {};
        for (const auto &suffix : {u""_s, u"-wal"_s, u"-shm"_s, u"-journal"_s}) {
            QFile file(m_path + suffix);
            if (file.exists() && !file.remove())
                return failure(ErrorKind::Io, file.errorString(), file.fileName());
        }
        m_made = false;
        return {};
    }

private:
    /// A driver with an SQLite of its own inside does not know our layer.
    Expected<void> chooseFileLayer(const std::stop_token &stop)
    {
        Parameters memory;
        memory.driver = m_parameters.driver;
        memory.database = u":memory:"_s;
        auto connection = Connection::open(memory, stop);
        if (!connection)
            return tl::unexpected(connection.error());
        if (!isOurSqlite(**connection))
            return {};
        m_fileCalls = QtSession::FileCalls::Counted;
        m_parameters.database = QString::fromLatin1(QUrl::fromLocalFile(m_path).toEncoded())
            + u"?vfs="_s + QString::fromLatin1(m_vfs.name());
        m_parameters.options += u";QSQLITE_OPEN_URI"_s;
        return {};
    }

    void readBack(Connection &connection)
    {
        m_facts.name = u"SQLite"_s;
        m_facts.version = connection.one(u"SELECT sqlite_version()"_s);
        m_facts.client_library = clientLibrary(m_parameters.driver);
        m_facts.settings = sqliteSettings(connection);
        m_facts.durability = sqlite::durabilityOf(m_facts.settings);
    }

    QString m_folder, m_path;
    CountingVfs m_vfs;
    Parameters m_parameters;
    QtSession::FileCalls m_fileCalls = QtSession::FileCalls::NotCounted;
    EngineFacts m_facts;
    Dialect m_dialect = sqliteDialect();
    bool m_made = false;
};

} // namespace

std::vector<Setting> sqliteSettings(Connection &connection)
{
    std::vector<Setting> settings;
    for (const sqlite::Option &option : sqlite::options()) {
        const QString pragma = QString::fromLatin1(option.pragma);
        QString value = connection.one(u"PRAGMA "_s + pragma).toLower();
        bool isPlace = false;
        const std::size_t place = value.toUInt(&isPlace);
        if (option.kind == sqlite::Option::Kind::Numbered && isPlace
            && place < option.values.size())
            value = QString::fromLatin1(option.values[place]);
        settings.push_back({pragma, value, QString::fromLatin1(option.default_value)});
    }
    return settings;
}

Expected<std::unique_ptr<Installation>> openFile(const Place &place, std::stop_token stop)
{
    auto installation = std::make_unique<FileInstallation>(place);
    if (auto made = installation->make(stop); !made)
        return tl::unexpected(made.error());
    return installation;
}

} // namespace drivetrain::qtsql
