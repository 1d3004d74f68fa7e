// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/store.h"
#include "model/run_json.h"
#include "store/opening.h"
#include "store/records.h"
#include "store/schema.h"
#include <QDir>
#include <QJsonDocument>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace drivetrain {

struct Store::Private
{
    Opened opened;
    [[nodiscard]] const Database &database() const { return opened.database; }

    /// Runs `work` in a write transaction; its result, once that is on disk.
    template <typename Work>
    auto write(Work work) const -> decltype(work())
    {
        auto transaction = Transaction::begin(database(), Transaction::Kind::Write);
        if (!transaction)
            return tl::unexpected(transaction.error());
        auto result = work();
        if (!result)
            return result;
        if (const auto done = transaction->commit(); !done)
            return tl::unexpected(done.error());
        return result;
    }

    /// One statement that must concern the run; NotFound where there is no such run.
    Expected<void> change(qint64 run, const QString &sql, const QVariantList &values) const
    {
        return write([&]() -> Expected<void> {
            const auto known = database().number(u"SELECT count(*) FROM run WHERE id = ?"_s, {run});
            if (!known)
                return tl::unexpected(known.error());
            if (*known == 0)
                return failure(ErrorKind::NotFound, u"no run %1"_s.arg(run), QString::number(run));
            return database().execute(sql, values).map([](const QSqlQuery &) {});
        });
    }
};

Store::Store(std::unique_ptr<Private> d) : d(std::move(d)) {}
Store::~Store() = default;

Expected<std::unique_ptr<Store>> Store::open(const QString &path)
{
    auto opened = openResults(QDir::cleanPath(QDir(path).absolutePath()));
    if (!opened)
        return tl::unexpected(opened.error());
    return std::unique_ptr<Store>(
        new Store(std::make_unique<Private>(Private{std::move(*opened)})));
}

QString Store::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + "/drivetrain/results.sqlite"_L1;
}

QStringList Store::notices() const { return d->opened.notices; }

Expected<qint64> Store::beginRun(const Run &run)
{
    return d->write([&] { return insertRun(d->database(), run, 0); });
}

Expected<void> Store::setFacts(qint64 run, int target, const EngineFacts &facts)
{
    return d->change(
        run, u"UPDATE target SET facts = ? WHERE id = ?"_s,
        {QString::fromUtf8(QJsonDocument(toJson(facts)).toJson(QJsonDocument::Compact)),
         childId(run, target)});
}

Expected<void> Store::addLap(qint64 run, const Lap &lap)
{
    return d->write([&] { return insertLap(d->database(), run, lap); });
}

Expected<void> Store::addNote(qint64 run, const QString &note)
{
    return d->change(run, u"INSERT INTO note (run, text) VALUES (?, ?)"_s, {run, textValue(note)});
}

Expected<void> Store::finishRun(qint64 run, RunStatus status, const QDateTime &finished)
{
    return d->change(run, u"UPDATE run SET status = ?, finished_ms = ? WHERE id = ?"_s,
                     {runStatusName(status),
                      finished.isValid() ? QVariant(finished.toMSecsSinceEpoch()) : QVariant(),
                      run});
}

Expected<std::vector<qint64>> Store::markInterrupted()
{
    return d->write([&]() -> Expected<std::vector<qint64>> {
        const QString running = runStatusName(RunStatus::Running);
        std::vector<qint64> ids;
        auto query =
            d->database().execute(u"SELECT id FROM run WHERE status = ? ORDER BY id"_s, {running});
        while (true) {
            const auto row = query ? d->database().next(*query) : tl::unexpected(query.error());
            if (!row)
                return tl::unexpected(row.error());
            if (!*row)
                break;
            ids.push_back(query->value(0).toLongLong());
        }
        if (ids.empty())
            return ids;
        return d->database().execute(u"UPDATE run SET status = ? WHERE status = ?"_s,
                                     {runStatusName(RunStatus::Interrupted), running})
            .map([&](const QSqlQuery &) { return ids; });
    });
}

Expected<std::vector<RunSummary>> Store::runs() const
{
    const auto transaction = Transaction::begin(d->database(), Transaction::Kind::Read);
    if (!transaction)
        return tl::unexpected(transaction.error());
    return readSummaries(d->database());
}

Expected<Run> Store::run(qint64 id, bool withSamples) const
{
    // One transaction: all that is read was there at the same moment.
    const auto transaction = Transaction::begin(d->database(), Transaction::Kind::Read);
    if (!transaction)
        return tl::unexpected(transaction.error());
    auto run = readRun(d->database(), id);
    if (!run)
        return run;
    if (const auto notes = readNotes(d->database(), *run); !notes)
        return tl::unexpected(notes.error());
    const auto laps = lapIds(d->database(), id);
    if (!laps)
        return tl::unexpected(laps.error());
    for (const qint64 lapId : *laps) {
        auto lap = readLap(d->database(), lapId, withSamples);
        if (!lap)
            return tl::unexpected(lap.error());
        if (lap->target < 0 || static_cast<std::size_t>(lap->target) >= run->targets.size())
            return failure(ErrorKind::Damaged, u"a lap of run %1 has no target"_s.arg(id),
                           d->database().path());
        run->laps.push_back(std::move(*lap));
    }
    return run;
}

Expected<void> Store::remove(qint64 id)
{
    return d->change(id, u"DELETE FROM run WHERE id = ?"_s, {id});
}

} // namespace drivetrain
