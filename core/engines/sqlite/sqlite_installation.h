// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/dialects.h"
#include "engines/engine.h"
#include "engines/sqlite/counting_vfs.h"
#include "engines/sqlite/sqlite_library.h"
#include "engines/sqlite/sqlite_session.h"
#include <set>

namespace drivetrain {

/// Database files in the place's folder, each empty or a copy of the place's start file: the first
/// made by make(), any further one when it is first asked for. All go through one counting layer.
class SqliteInstallation final : public Installation
{
public:
    static constexpr int databasesMax = 64;
    SqliteInstallation(std::shared_ptr<const SqliteLibrary> library, TargetSpec target,
                       Place place);
    ~SqliteInstallation() override { static_cast<void>(drop()); }
    [[nodiscard]] Expected<void> make(const std::stop_token &stop);

    EngineFacts facts() const override { return m_facts; }
    const Dialect &dialect() const override { return m_dialect; }
    QString dataFolder() const override { return m_place.folder; }
    Expected<std::unique_ptr<Session>> connect(std::stop_token stop) override
    {
        return connectTo(0, std::move(stop));
    }
    Expected<std::unique_ptr<Session>> connectTo(int database, std::stop_token stop) override;
    std::optional<ServerAddress> address() const override;
    QString tempFolder() const override
    { return m_place.temp_folder.isEmpty() ? QStringLiteral("the usual folder") : m_place.temp_folder; }
    std::optional<std::int64_t> size_bytes() override;
    IoTotals io() const override;
    Expected<void> drop() override;

private:
    [[nodiscard]] QString path(int database) const;
    [[nodiscard]] Expected<void> makeFile(int database, const std::stop_token &stop);
    [[nodiscard]] Expected<SqliteHandle> openFile(int database) const;
    [[nodiscard]] Expected<void> remove(int database);
    void readFacts(const SqliteHandle &db);

    std::shared_ptr<const SqliteLibrary> m_library;
    TargetSpec m_target;
    Place m_place;
    CountingVfs m_vfs;
    EngineFacts m_facts;
    Dialect m_dialect = sqliteDialect();
    std::set<int> m_made;
};

} // namespace drivetrain
