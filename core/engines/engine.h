// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "dialect.h"
#include "model/fault.h"
#include "model/run.h"
#include "session.h"
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <sys/types.h>
#include <vector>

namespace drivetrain {

/// What an engine can do for a given target; nothing else may be asked of it.
struct Capabilities
{
    std::set<Transport> transports;
    std::set<Durability> durabilities;   ///< those that its settings can be mapped to
    std::set<Phase> phases;              ///< those that it tells apart
    int clients_max = 1;
    int databases_max = 1;               ///< that connectTo() can tell apart
    bool temp_folder = false, log_folder = false;   ///< Place's are honoured
    bool starts_from_file = false;       ///< Place::start_file is honoured
    QStringList start_file_options;      ///< the target's options that such a file depends on
    bool is_server = false;              ///< processes of its own, apart from the client
    std::int64_t installation_bytes = 0; ///< what an empty one takes on the drive (forecast)
    double installation_s = 0;           ///< what opening one takes (forecast)
    double statement_s = 0;              ///< rough time of a small literal statement (forecast)
    double syncs_per_commit = 0;         ///< when durable (forecast)
};

struct Availability { bool available = false; QString reason; QString remedy; QString version; };

/// Asks for a password; nothing where there is none. Never logged, never stored. Called from any
/// thread.
using PasswordSource = std::function<std::optional<QString>(const TargetSpec &)>;

/// Where a target is to live, and how. All paths are Drivetrain's own and exist, empty, mode 0700.
struct Place
{
    QString folder;              ///< on the chosen drive; empty for somebody's server
    /// [a-z0-9_], unique to this lap: the name of our database or schema
    QString tag;
    Durability durability = Durability::Durable;
    int clients = 1;
    PasswordSource password;     ///< may be empty
    QString temp_folder;         ///< for temporary files, on a drive of its own; empty: as usual
    QString log_folder;          ///< for the write-ahead log; empty: with the data
    QString start_file;          ///< a database file that is copied to begin with; empty: none
};

/// What a target has read, written and synced since it was opened. Nothing where it cannot be told.
struct IoTotals
{
    std::optional<std::int64_t> read_bytes{}, write_bytes{}, syncs{};
    std::optional<std::int64_t> temp_write_bytes{};   ///< in temporary files, part of write_bytes
};

/// One target made ready: a file, a private server, a tagged database on somebody's server.
/// Dropped by its destructor on every way out, within a second; drop() says whether that worked.
/// All calls from the runner's thread, sessions aside; io() and processes() also from the
/// sampler's.
class Installation
{
public:
    virtual ~Installation() = default;
    [[nodiscard]] virtual EngineFacts facts() const = 0;      ///< as read back from the engine
    [[nodiscard]] virtual const Dialect &dialect() const = 0;
    [[nodiscard]] virtual Expected<std::unique_ptr<Session>> connect(std::stop_token stop) = 0;
    /// To the `database`-th of Capabilities::databases_max, made when first asked for; 0 is
    /// connect()'s own.
    [[nodiscard]] virtual Expected<std::unique_ptr<Session>> connectTo(int database,
                                                                       std::stop_token stop)
    {
        if (database == 0)
            return connect(stop);
        return failure(ErrorKind::NotAvailable);
    }
    /// Where a further program would connect: a private server's socket (its folder for PostgreSQL,
    /// the socket itself for MariaDB), user and database, or a file's path as the database; never a
    /// password. Nothing: there is no such place.
    [[nodiscard]] virtual std::optional<ServerAddress> address() const { return std::nullopt; }
    /// the private server's, all of them
    [[nodiscard]] virtual std::vector<pid_t> processes() const { return {}; }
    /// where temporary files go; empty if not known
    [[nodiscard]] virtual QString tempFolder() const { return {}; }
    /// as the engine tells; empty if not known
    [[nodiscard]] virtual QString dataFolder() const = 0;
    [[nodiscard]] virtual std::optional<std::int64_t> size_bytes() = 0;
    [[nodiscard]] virtual IoTotals io() const = 0;
    [[nodiscard]] virtual Expected<void> drop() = 0;          ///< idempotent
};

/// A database library or server kind. Stateless; one object an engine in the registry, any thread.
class Engine
{
public:
    virtual ~Engine() = default;
    [[nodiscard]] virtual QString name() const = 0;           ///< in targets: "sqlite"
    [[nodiscard]] virtual QString displayName() const = 0;    ///< "SQLite"
    /// targets to offer as cards: "mariadb:engine=myisam"
    [[nodiscard]] virtual QStringList suggestions() const = 0;
    [[nodiscard]] virtual Availability availability(const TargetSpec &target) const = 0;
    [[nodiscard]] virtual Capabilities capabilities(const TargetSpec &target) const = 0;
    /// The durability that a plan's wish comes to on this target (MyISAM: always Unsafe).
    [[nodiscard]] virtual Durability effectiveDurability(const TargetSpec &target,
                                                         Durability wished) const = 0;
    /// What its installations' dialect() will be.
    [[nodiscard]] virtual Dialect dialect(const TargetSpec &) const { return {}; }
    /// Options that are unknown or have bad values. Touches nothing; `field` is the plan's field
    /// name.
    [[nodiscard]] virtual Faults checkOptions(const TargetSpec &target,
                                              const QString &field) const = 0;
    /// Looks at the machine: packages, the folder, somebody's server (one try, 5 s at most),
    /// rights.
    [[nodiscard]] virtual Faults preflight(const TargetSpec &target, const QString &folder,
                                           const PasswordSource &password,
                                           const QString &field) const = 0;
    /// Makes the target ready. Cancelled within a second of the stop request, leaving nothing.
    [[nodiscard]] virtual Expected<std::unique_ptr<Installation>>
    open(const TargetSpec &target, const Place &place, std::stop_token stop) const = 0;
    /// Drops a database or schema of ours, by its tag, that a killed application left on somebody's
    /// server.
    [[nodiscard]] virtual Expected<void> dropTagged(const TargetSpec &target, const QString &tag,
                                                    const PasswordSource &password) const;
};

/// The engines there are, in the order in which they are shown. A new engine is one folder and one
/// line in registry.cpp.
class EngineRegistry
{
public:
    [[nodiscard]] static const EngineRegistry &standard();
    [[nodiscard]] const Engine *find(const QString &name) const;   ///< nullptr: unknown
    [[nodiscard]] const std::vector<std::unique_ptr<Engine>> &engines() const { return m_engines; }
    EngineRegistry() = default;
    explicit EngineRegistry(std::vector<std::unique_ptr<Engine>> engines);
private:
    std::vector<std::unique_ptr<Engine>> m_engines;
};

} // namespace drivetrain
