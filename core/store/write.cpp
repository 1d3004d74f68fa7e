// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_json.h"
#include "store/store_private.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <QSqlError>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QString text(const QJsonObject &json)
{ return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)); }

Error commitError(const QSqlDatabase &database, const QString &path)
{
    return {ErrorKind::Io, database.lastError().nativeErrorCode(), database.lastError().text(), path, {}};
}

} // namespace

Expected<qint64> Store::beginRun(const Run &run)
{
    Transaction transaction(d->database);
    const auto made = d->execute(u"INSERT INTO run(started, status, plan, environment) VALUES(?,?,?,?)"_s,
                                 {timeText(run.started), runStatusName(RunStatus::Running),
                                  text(planToJson(run.plan)), text(run.environment)});
    if (!made)
        return tl::unexpected(made.error());
    const qint64 id = made->lastInsertId().toLongLong();
    for (std::size_t i = 0; i < run.targets.size(); ++i) {
        const RunTarget &target = run.targets[i];
        const auto done = d->execute(
            u"INSERT INTO target(run, number, spec, drive, facts) VALUES(?,?,?,?,?)"_s,
            {id, static_cast<int>(i), target.spec.text(),
             target.drive ? QVariant(text(toJson(*target.drive))) : QVariant(),
             target.facts ? QVariant(text(toJson(*target.facts))) : QVariant()});
        if (!done)
            return tl::unexpected(done.error());
    }
    if (!transaction.commit())
        return tl::unexpected(commitError(d->database, d->path));
    return id;
}

Expected<void> Store::setFacts(qint64 run, int target, const EngineFacts &facts)
{
    const auto done = d->execute(u"UPDATE target SET facts=? WHERE run=? AND number=?"_s,
                                 {text(toJson(facts)), run, target});
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Expected<void> Store::addLap(qint64 run, const Lap &lap)
{
    Transaction transaction(d->database);
    const auto made = d->execute(
        u"INSERT INTO lap(run, position, target, workload, number, started, status, error, data_folder) "
        "VALUES(?,?,?,?,?,?,?,?,?)"_s,
        {run, lap.position, lap.target, lap.workload, lap.number, timeText(lap.started), lapStatusName(lap.status),
         lap.error ? QVariant(text(toJson(*lap.error))) : QVariant(), lap.data_folder});
    if (!made)
        return tl::unexpected(made.error());
    const qint64 id = made->lastInsertId().toLongLong();
    for (const StepResult &step : lap.steps) {
        const auto done = d->execute(
            u"INSERT INTO step_result(lap, number, wall_s, verified, result, latency) VALUES(?,?,?,?,?,?)"_s,
            {id, step.number, step.wall_s, verificationName(step.verification), text(toJson(step)),
             step.latency.toBlob()});
        if (!done)
            return tl::unexpected(done.error());
    }
    QJsonArray samples;
    for (const Sample &sample : lap.samples)
        samples.append(toJson(sample));
    const QByteArray block = qCompress(QJsonDocument(samples).toJson(QJsonDocument::Compact));
    if (const auto done = d->execute(u"INSERT INTO sample(lap, block) VALUES(?,?)"_s, {id, block}); !done)
        return tl::unexpected(done.error());
    if (!transaction.commit())
        return tl::unexpected(commitError(d->database, d->path));
    return {};
}

} // namespace drivetrain
