// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "servers/leftovers.h"
#include <QDir>
#include <QSqlDatabase>
#include <QTemporaryDir>
#include <QTest>

namespace drivetrain {

class Rows final : public RowSink
{
public:
    void row(std::span<const Cell> cells) override
    {
        for (const Cell &cell : cells)
            texts.push_back(cell.isNull ? "NULL" : std::string(cell.text));
    }
    std::vector<std::string> texts;
};

inline std::vector<std::string> read(Session &session, const std::string &sql)
{
    Rows rows;
    const auto done = session.execute(sql, &rows);
    return done ? rows.texts : std::vector{"error: " + done.error().words.toStdString()};
}

/// Runs for minutes: the engines cannot know that it is for nothing.
inline std::string longStatement(const QString &target)
{
    if (target.contains(QStringLiteral("SQLITE")))
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2000000000) "
               "SELECT count(*) FROM n";
    if (target.contains(QStringLiteral("MYSQL")))
        return "SELECT count(*) FROM seq_1_to_100000000 a, seq_1_to_100000000 b";
    return "SELECT count(*) FROM generate_series(1,2000000000)";
}

inline const Engine &engineOf(const TargetSpec &spec)
{
    return *EngineRegistry::standard().find(spec.engine);
}

/// One target at a time in a folder of its own, and nothing left behind afterwards.
class QtTargets
{
public:
    QTemporaryDir data;
    std::optional<OwnFolder> folder;
    std::unique_ptr<Installation> installation;

    std::unique_ptr<Installation> make(const QString &target, const Place &place)
    {
        const auto spec = parseTarget(target);
        auto opened = engineOf(*spec).open(*spec, place, {});
        if (!opened)
            qFatal("%s: %s", qPrintable(target), qPrintable(opened.error().words));
        return std::move(*opened);
    }
    void open(const QString &target, Durability durability = Durability::Durable)
    {
        installation.reset();
        folder.emplace(*OwnFolder::make(QStringLiteral("/var/tmp")));
        Place place;
        place.folder = folder->path();
        place.durability = durability;
        installation = make(target, place);
    }
    std::unique_ptr<Session> session()
    {
        auto connected = installation->connect({});
        if (!connected)
            qFatal("%s", qPrintable(connected.error().words));
        return std::move(*connected);
    }
    void close()
    {
        installation.reset();
        folder.reset();
        QVERIFY(findLeftovers().empty());
        QVERIFY(QDir(data.path() + QStringLiteral("/drivetrain/leftovers")).isEmpty());
        // Those that carried an order to stop end by themselves.
        QTRY_COMPARE(QSqlDatabase::connectionNames(), QStringList());
    }
};

} // namespace drivetrain
