// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/sqlite_engine.h"
#include "engines/dialects.h"
#include "engines/sqlite/sqlite_installation.h"
#include "engines/sqlite/sqlite_settings.h"

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

class SqliteEngine final : public Engine
{
public:
    QString name() const override { return u"sqlite"_s; }
    QString displayName() const override { return u"SQLite"_s; }
    QStringList suggestions() const override
    { return {u"sqlite:durability=durable"_s, u"sqlite:durability=unsafe"_s}; }
    Availability availability(const TargetSpec &target) const override
    {
        const auto library = SqliteLibrary::of(target);   // what is off with it, preflight() tells
        return {true, {}, {}, library ? (*library)->version() : QString()};
    }

    Capabilities capabilities(const TargetSpec &target) const override
    {
        Capabilities can;
        can.transports = {Transport::Literal, Transport::Prepared, Transport::Bulk};
        can.durabilities = {Durability::Durable, Durability::Relaxed, Durability::Unsafe};
        can.phases = {Phase::Client, Phase::Prepare, Phase::Execute,   Phase::Read,
                      Phase::Write,  Phase::Sync,    Phase::CommitWait};
        can.clients_max = sqlite::isExclusive(target) ? 1 : limits::clientsMax;
        can.databases_max = SqliteInstallation::databasesMax;
        can.starts_from_file = can.temp_folder = true;
        can.start_file_options = {u"page_size"_s, u"auto_vacuum"_s};
        can.installation_bytes = 100'000;
        can.installation_s = 0.05;
        can.statement_s = 4e-6;
        can.syncs_per_commit = 1;
        return can;
    }

    Durability effectiveDurability(const TargetSpec &target, Durability wished) const override
    { return sqlite::durabilityOf(target, wished); }

    Dialect dialect(const TargetSpec &) const override { return sqliteDialect(); }

    Faults checkOptions(const TargetSpec &target, const QString &field) const override
    {
        if (target.isSomebodysServer())
            return {{FaultCode::BadValue, field, target.text(), u"SQLite has no server"_s, {}}};
        return sqlite::check(target, field);
    }
    Faults preflight(const TargetSpec &target, const QString &, const PasswordSource &,
                     const QString &field) const override
    {
        const auto library = SqliteLibrary::of(target);
        if (library || library.error().kind == ErrorKind::InvalidInput)   // checkOptions() told
            return {};
        return {{FaultCode::EngineNotInstalled, field, library.error().subject,
                 library.error().words, library.error().remedy}};
    }

    Expected<std::unique_ptr<Installation>> open(const TargetSpec &target, const Place &place,
                                                 std::stop_token stop) const override
    {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        auto library = SqliteLibrary::of(target);
        if (!library)
            return tl::unexpected(library.error());
        auto installation =
            std::make_unique<SqliteInstallation>(std::move(*library), target, place);
        if (auto made = installation->make(stop); !made)
            return tl::unexpected(made.error());
        return installation;
    }
};

} // namespace

std::unique_ptr<Engine> makeSqliteEngine() { return std::make_unique<SqliteEngine>(); }

} // namespace drivetrain
