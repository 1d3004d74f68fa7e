// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/engine.h"
#include "engines/mysql/mysql_engine.h"
#include "engines/postgres/postgres_engine.h"
#include "engines/qtsql/qtsql_engine.h"
#include "engines/sqlite/sqlite_engine.h"

namespace drivetrain {

EngineRegistry::EngineRegistry(std::vector<std::unique_ptr<Engine>> engines)
    : m_engines(std::move(engines))
{
}

const EngineRegistry &EngineRegistry::standard()
{
    static const EngineRegistry registry([] {
        std::vector<std::unique_ptr<Engine>> engines;
        engines.push_back(makeSqliteEngine());
        engines.push_back(makePostgresEngine());
        engines.push_back(makeMysqlEngine());
        engines.push_back(makeQtEngine());
        return engines;
    }());
    return registry;
}

const Engine *EngineRegistry::find(const QString &name) const
{
    for (const auto &engine : m_engines) {
        if (engine->name() == name)
            return engine.get();
    }
    return nullptr;
}

Expected<void> Engine::dropTagged(const TargetSpec &target, const QString &,
                                  const PasswordSource &) const
{
    return failure(ErrorKind::NotAvailable, {}, target.text());
}

} // namespace drivetrain
