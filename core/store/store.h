// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/run.h"
#include <memory>
#include <vector>

namespace drivetrain {

/// The results database: SQLite through Qt Sql, WAL, versioned schema. Never in the measured path.
///
/// One object a thread (Qt Sql's rule); several objects on one file see each other's work. A
/// finished lap is on disk (synchronous=FULL) when addLap returns. A damaged file, or one of a
/// newer version, is never overwritten: it is set aside under another name (said in notices()) or,
/// where newer, opening fails.
class Store
{
public:
    /// Opens or makes `path`. Errors: Permission, DiskFull, Io, Damaged (also: written by a newer
    /// version).
    [[nodiscard]] static Expected<std::unique_ptr<Store>> open(const QString &path);
    /// $XDG_DATA_HOME/drivetrain/results.sqlite (or ~/.local/share/...), its folder made where
    /// missing.
    [[nodiscard]] static QString defaultPath();
    ~Store();

    /// What a person should know of this opening: "set aside as ...". Paths only.
    [[nodiscard]] QStringList notices() const;

    /// status Running; plan, environment, targets
    [[nodiscard]] Expected<qint64> beginRun(const Run &run);
    [[nodiscard]] Expected<void> setFacts(qint64 run, int target, const EngineFacts &facts);
    [[nodiscard]] Expected<void> addLap(qint64 run, const Lap &lap);
    [[nodiscard]] Expected<void> addNote(qint64 run, const QString &note);
    [[nodiscard]] Expected<void> finishRun(qint64 run, RunStatus status, const QDateTime &finished);
    /// Runs still marked Running although nobody measures (the caller holds the measuring lock):
    /// marked Interrupted, their ids returned.
    [[nodiscard]] Expected<std::vector<qint64>> markInterrupted();

    [[nodiscard]] Expected<std::vector<RunSummary>> runs() const;  ///< newest first
    [[nodiscard]] Expected<Run> run(qint64 id, bool withSamples = true) const;  ///< NotFound
    [[nodiscard]] Expected<void> remove(qint64 id);

private:
    struct Private;
    explicit Store(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace drivetrain
