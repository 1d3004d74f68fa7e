// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_engine.h"
#include "engines/dialects.h"
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_session.h"
#include "engines/sqlite/sqlite_settings.h"
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

class SqliteInstallation final : public Installation
{
public:
    SqliteInstallation(TargetSpec target, const Place &place)
        : m_target(std::move(target)), m_durability(place.durability), m_folder(place.folder),
          m_path(place.folder + u"/drivetrain.sqlite"_s) {}
    ~SqliteInstallation() override { static_cast<void>(drop()); }

    Expected<void> make()
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly
                       | QIODevice::NewOnly)) // O_EXCL: nobody's file is taken over
            return failure(file.exists() ? ErrorKind::Exists : ErrorKind::Io, file.errorString(),
                           m_path);
        m_made = true;
        file.close();
        auto db = openFile();
        if (!db)
            return tl::unexpected(db.error());
        if (auto applied = sqlite::apply(db->get(), m_target, m_durability); !applied)
            return applied;
        m_facts.name = u"SQLite"_s;
        m_facts.version = QString::fromLatin1(sqlite3_libversion());
        m_facts.client_library = u"libsqlite3 "_s + m_facts.version;
        m_facts.settings = sqlite::readBack(db->get());
        const auto value = [this](QLatin1StringView name) {
            for (const Setting &setting : m_facts.settings) {
                if (setting.name == name)
                    return setting.value;
            }
            return QString();
        };
        m_facts.durability =
            sqlite::durabilityOf(value("journal_mode"_L1), value("synchronous"_L1));
        return {};
    }

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return m_folder; }

    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        auto db = openFile();
        if (!db)
            return tl::unexpected(db.error());
        if (auto applied = sqlite::apply(db->get(), m_target, m_durability); !applied)
            return tl::unexpected(applied.error());
        return std::make_unique<SqliteSession>(std::move(*db));
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
        const auto &counters = m_vfs.counters();
        return {counters.read_bytes.load(std::memory_order_relaxed),
                counters.write_bytes.load(std::memory_order_relaxed),
                counters.syncs.load(std::memory_order_relaxed)
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
    Expected<SqliteHandle> openFile() const
    {
        sqlite3 *raw = nullptr;
        const int rc = sqlite3_open_v2(m_path.toUtf8().constData(), &raw,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, m_vfs.name());
        SqliteHandle db(raw);
        if (rc != SQLITE_OK)
            return tl::unexpected(sqliteError(raw, rc, m_path.toStdString()));
        return db;
    }

    TargetSpec m_target;
    Durability m_durability;
    QString m_folder, m_path;
    CountingVfs m_vfs;
    EngineFacts m_facts;
    Dialect m_dialect = sqliteDialect();
    bool m_made = false;
};

class SqliteEngine final : public Engine
{
public:
    QString name() const override { return u"sqlite"_s; }
    QString displayName() const override { return u"SQLite"_s; }
    QStringList suggestions() const override
    { return {u"sqlite:durability=durable"_s, u"sqlite:durability=unsafe"_s}; }
    Availability availability(const TargetSpec &) const override
    { return {true, {}, {}, QString::fromLatin1(sqlite3_libversion())}; }

    Capabilities capabilities(const TargetSpec &) const override
    {
        Capabilities can;
        can.transports = {Transport::Literal, Transport::Prepared};
        can.durabilities = {Durability::Durable, Durability::Relaxed, Durability::Unsafe};
        can.phases = {Phase::Client, Phase::Prepare, Phase::Execute,   Phase::Read,
                      Phase::Write,  Phase::Sync,    Phase::CommitWait};
        can.clients_max = limits::clientsMax;
        can.installation_bytes = 100'000;
        can.installation_s = 0.05;
        can.statement_s = 4e-6;
        can.syncs_per_commit = 1;
        return can;
    }

    Durability effectiveDurability(const TargetSpec &target, Durability wished) const override
    { return sqlite::durabilityOf(target, wished); }

    Faults checkOptions(const TargetSpec &target, const QString &field) const override
    {
        if (target.isSomebodysServer())
            return {{FaultCode::BadValue, field, target.text(), u"SQLite has no server"_s, {}}};
        return sqlite::check(target, field);
    }
    Faults preflight(const TargetSpec &, const QString &, const PasswordSource &,
                     const QString &) const override
    { return {}; }

    Expected<std::unique_ptr<Installation>> open(const TargetSpec &target, const Place &place,
                                                 std::stop_token stop) const override
    {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        auto installation = std::make_unique<SqliteInstallation>(target, place);
        if (auto made = installation->make(); !made)
            return tl::unexpected(made.error());
        return installation;
    }
};

} // namespace

std::unique_ptr<Engine> makeSqliteEngine() { return std::make_unique<SqliteEngine>(); }

} // namespace drivetrain
