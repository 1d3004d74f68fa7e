// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/records.h"
#include "model/run_json.h"
#include "store/schema.h"
#include <QJsonDocument>
#include <bit>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QVariant jsonValue(const QJsonObject &json)
{
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

std::optional<QJsonObject> jsonOf(const QVariant &value)
{
    const QJsonDocument document = QJsonDocument::fromJson(value.toString().toUtf8());
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

QVariant timeValue(const QDateTime &time)
{ return time.isValid() ? QVariant(time.toMSecsSinceEpoch()) : QVariant(); }

QDateTime timeOf(const QVariant &value)
{
    return value.isNull() ? QDateTime()
                          : QDateTime::fromMSecsSinceEpoch(value.toLongLong(), Qt::UTC);
}

QVariant wholeValue(std::optional<std::int64_t> value)
{ return value ? QVariant(static_cast<qlonglong>(*value)) : QVariant(); }

QVariant wholeValue(std::int64_t value) { return static_cast<qlonglong>(value); }

std::optional<std::int64_t> wholeOf(const QVariant &value)
{ return value.isNull() ? std::nullopt : std::optional<std::int64_t>(value.toLongLong()); }

template <typename Enum>
std::optional<Enum> enumOf(const QVariant &value, QString (*name)(Enum), Enum last)
{
    const QString text = value.toString();
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (name(static_cast<Enum>(i)) == text)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

tl::unexpected<Error> damaged(const Database &database, const QString &what, qint64 id)
{
    return failure(ErrorKind::Damaged, u"%1 %2 cannot be read"_s.arg(what).arg(id),
                   database.path());
}

Expected<void> insertStep(const Database &database, qint64 lap, std::size_t position,
                          const StepResult &step)
{
    static const QString sql =
        u"INSERT INTO step_result (id, lap, position, number, title, verification, wrong_detail, "
        u"operations, "
        "failed_operations, rows, wall_s, client_user_s, client_sys_s, server_user_s, "
        "server_sys_s, "
        "latency, phases_ns, read_bytes, write_bytes, syncs, size_before_bytes, size_after_bytes, "
        "answers_digest, tables, note) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s;
    const auto done =
        database.execute(sql, {childId(lap, static_cast<qint64>(position)),
                               lap,
                               static_cast<qlonglong>(position),
                               step.number,
                               textValue(step.title),
                               verificationName(step.verification),
                               textValue(step.wrong_detail),
                               wholeValue(step.operations),
                               wholeValue(step.failed_operations),
                               wholeValue(step.rows),
                               step.wall_s,
                               step.client.user_s,
                               step.client.sys_s,
                               step.server ? QVariant(step.server->user_s) : QVariant(),
                               step.server ? QVariant(step.server->sys_s) : QVariant(),
                               blobValue(step.latency.toBlob()),
                               jsonValue(phasesToJson(step.phases)),
                               wholeValue(step.read_bytes),
                               wholeValue(step.write_bytes),
                               wholeValue(step.syncs),
                               wholeValue(step.size_before_bytes),
                               wholeValue(step.size_after_bytes),
                               wholeValue(std::bit_cast<std::int64_t>(step.answers_digest)),
                               jsonValue(tablesToJson(step.tables)),
                               textValue(step.note)});
    return done.map([](const QSqlQuery &) {});
}

std::optional<StepResult> stepOf(const QSqlQuery &query)
{
    StepResult step;
    int column = 0;
    const auto value = [&] { return query.value(column++); };
    step.number = value().toInt();
    step.title = value().toString();
    const auto verification = enumOf(value(), verificationName, Verification::Failed);
    step.wrong_detail = value().toString();
    step.operations = value().toLongLong();
    step.failed_operations = value().toLongLong();
    step.rows = value().toLongLong();
    step.wall_s = value().toDouble();
    step.client.user_s = value().toDouble();
    step.client.sys_s = value().toDouble();
    const QVariant serverUser = value(), serverSys = value();
    if (!serverUser.isNull())
        step.server = CpuTime{serverUser.toDouble(), serverSys.toDouble()};
    auto latency = Histogram::fromBlob(value().toByteArray());
    const auto phasesJson = jsonOf(value());
    const auto phases = phasesJson ? phasesFromJson(*phasesJson) : std::nullopt;
    step.read_bytes = wholeOf(value());
    step.write_bytes = wholeOf(value());
    step.syncs = wholeOf(value());
    step.size_before_bytes = wholeOf(value());
    step.size_after_bytes = wholeOf(value());
    step.answers_digest = std::bit_cast<std::uint64_t>(std::int64_t{value().toLongLong()});
    const auto tablesJson = jsonOf(value());
    const auto tables = tablesJson ? tablesFromJson(*tablesJson) : std::nullopt;
    step.note = value().toString();
    if (!verification || !latency || !phases || !tables)
        return std::nullopt;
    step.verification = *verification;
    step.latency = std::move(*latency);
    step.phases = *phases;
    step.tables = *tables;
    return step;
}

Expected<void> readSteps(const Database &database, qint64 id, Lap &lap)
{
    auto query = database.execute(
        u"SELECT number, title, verification, wrong_detail, operations, failed_operations, rows, "
        u"wall_s, "
        "client_user_s, client_sys_s, server_user_s, server_sys_s, latency, phases_ns, read_bytes, "
        "write_bytes, syncs, size_before_bytes, size_after_bytes, answers_digest, tables, note "
        "FROM step_result WHERE id >= ? AND id < ? ORDER BY id"_s,
        {childId(id, 0), childId(id + 1, 0)});
    if (!query)
        return tl::unexpected(query.error());
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return {};
        auto step = stepOf(*query);
        if (!step)
            return damaged(database, u"a step of lap"_s, id);
        lap.steps.push_back(std::move(*step));
    }
}

Expected<void> readSamples(const Database &database, qint64 id, Lap &lap)
{
    auto query = database.execute(u"SELECT block FROM sample WHERE lap = ?"_s, {id});
    if (!query)
        return tl::unexpected(query.error());
    const auto row = database.next(*query);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return {};
    auto samples = samplesFromBlock(query->value(0).toByteArray());
    if (!samples)
        return damaged(database, u"the samples of lap"_s, id);
    lap.samples = std::move(*samples);
    return {};
}

std::optional<RunTarget> targetOf(const QSqlQuery &query)
{
    RunTarget target;
    const auto spec = parseTarget(query.value(0).toString());
    if (!spec)
        return std::nullopt;
    target.spec = *spec;
    if (!query.value(1).isNull()) {
        const auto json = jsonOf(query.value(1));
        target.drive = json ? driveFromJson(*json) : std::nullopt;
        if (!target.drive)
            return std::nullopt;
    }
    if (!query.value(2).isNull()) {
        const auto json = jsonOf(query.value(2));
        target.facts = json ? factsFromJson(*json) : std::nullopt;
        if (!target.facts)
            return std::nullopt;
    }
    return target;
}

Expected<void> readTargets(const Database &database, Run &run)
{
    auto query = database.execute(
        u"SELECT spec, drive, facts FROM target WHERE id >= ? AND id < ? ORDER BY id"_s,
        {childId(run.id, 0), childId(run.id + 1, 0)});
    if (!query)
        return tl::unexpected(query.error());
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return {};
        auto target = targetOf(*query);
        if (!target)
            return damaged(database, u"a target of run"_s, run.id);
        run.targets.push_back(std::move(*target));
    }
}

} // namespace

Expected<qint64> insertRun(const Database &database, const Run &run, qint64 id)
{
    if (static_cast<qint64>(run.targets.size()) > childrenMax)
        return failure(ErrorKind::InvalidInput, u"more than %1 targets"_s.arg(childrenMax));
    const auto row = database.execute(
        u"INSERT INTO run (id, started_ms, finished_ms, status, plan, environment) "
         "VALUES (?, ?, ?, ?, ?, ?)"_s,
        {id ? QVariant(id) : QVariant(), timeValue(run.started), timeValue(run.finished),
         runStatusName(run.status), jsonValue(planToJson(run.plan)), jsonValue(run.environment)});
    if (!row)
        return tl::unexpected(row.error());
    const qint64 made = row->lastInsertId().toLongLong();
    for (std::size_t i = 0; i < run.targets.size(); ++i) {
        const RunTarget &target = run.targets[i];
        const auto done = database.execute(
            u"INSERT INTO target (id, run, position, spec, drive, facts) VALUES (?, ?, ?, ?, ?, ?)"_s,
            {childId(made, static_cast<qint64>(i)), made, static_cast<qlonglong>(i),
             textValue(target.spec.text()),
             target.drive ? jsonValue(toJson(*target.drive)) : QVariant(),
             target.facts ? jsonValue(toJson(*target.facts)) : QVariant()});
        if (!done)
            return tl::unexpected(done.error());
    }
    for (const QString &note : run.notes) {
        const auto done = database.execute(u"INSERT INTO note (run, text) VALUES (?, ?)"_s,
                                           {made, textValue(note)});
        if (!done)
            return tl::unexpected(done.error());
    }
    return made;
}

Expected<void> insertLap(const Database &database, qint64 run, const Lap &lap)
{
    if (static_cast<qint64>(lap.steps.size()) > childrenMax)
        return failure(ErrorKind::InvalidInput, u"more than %1 steps"_s.arg(childrenMax),
                       lap.workload);
    const auto row = database.execute(
        u"INSERT INTO lap (run, target, workload, number, position, started_ms, status, error, "
         "data_folder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {run, lap.target, textValue(lap.workload), lap.number, lap.position, timeValue(lap.started),
         lapStatusName(lap.status), lap.error ? jsonValue(toJson(*lap.error)) : QVariant(),
         textValue(lap.data_folder)});
    if (!row)
        return tl::unexpected(row.error());
    const qint64 id = row->lastInsertId().toLongLong();
    for (std::size_t i = 0; i < lap.steps.size(); ++i) {
        if (auto done = insertStep(database, id, i, lap.steps[i]); !done)
            return done;
    }
    if (lap.samples.empty())
        return {};
    return database.execute(u"INSERT INTO sample (lap, block) VALUES (?, ?)"_s,
                            {id, samplesToBlock(lap.samples)}).map([](const QSqlQuery &) {});
}

Expected<Run> readRun(const Database &database, qint64 id)
{
    auto query = database.execute(
        u"SELECT started_ms, finished_ms, status, plan, environment FROM run WHERE id = ?"_s, {id});
    if (!query)
        return tl::unexpected(query.error());
    const auto row = database.next(*query);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return failure(ErrorKind::NotFound, u"no run %1"_s.arg(id), QString::number(id));
    Run run;
    run.id = id;
    run.started = timeOf(query->value(0));
    run.finished = timeOf(query->value(1));
    const auto status = enumOf(query->value(2), runStatusName, RunStatus::Interrupted);
    const auto plan = jsonOf(query->value(3)), environment = jsonOf(query->value(4));
    if (!status || !plan || !environment)
        return damaged(database, u"run"_s, id);
    run.status = *status;
    run.plan =
        planFromJson(QJsonDocument(*plan).toJson()).plan; // its faults were judged when it ran
    run.environment = *environment;
    if (const auto done = readTargets(database, run); !done)
        return tl::unexpected(done.error());
    return run;
}

Expected<void> readNotes(const Database &database, Run &run)
{
    auto query = database.execute(u"SELECT text FROM note WHERE run = ? ORDER BY id"_s, {run.id});
    if (!query)
        return tl::unexpected(query.error());
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return {};
        run.notes << query->value(0).toString();
    }
}

Expected<std::vector<qint64>> lapIds(const Database &database, qint64 run)
{
    auto query =
        database.execute(u"SELECT id FROM lap WHERE run = ? ORDER BY position, id"_s, {run});
    if (!query)
        return tl::unexpected(query.error());
    std::vector<qint64> ids;
    while (true) {
        const auto row = database.next(*query);
        if (!row)
            return tl::unexpected(row.error());
        if (!*row)
            return ids;
        ids.push_back(query->value(0).toLongLong());
    }
}

Expected<Lap> readLap(const Database &database, qint64 id, bool withSamples)
{
    auto query = database.execute(
        u"SELECT target, workload, number, position, started_ms, status, error, data_folder "
         "FROM lap WHERE id = ?"_s, {id});
    if (!query)
        return tl::unexpected(query.error());
    const auto row = database.next(*query);
    if (!row)
        return tl::unexpected(row.error());
    const auto status =
        *row ? enumOf(query->value(5), lapStatusName, LapStatus::Cancelled) : std::nullopt;
    if (!status)
        return damaged(database, u"lap"_s, id);
    Lap lap;
    lap.target = query->value(0).toInt();
    lap.workload = query->value(1).toString();
    lap.number = query->value(2).toInt();
    lap.position = query->value(3).toInt();
    lap.started = timeOf(query->value(4));
    lap.status = *status;
    if (!query->value(6).isNull()) {
        const auto json = jsonOf(query->value(6));
        lap.error = json ? errorFromJson(*json) : std::nullopt;
        if (!lap.error)
            return damaged(database, u"the error of lap"_s, id);
    }
    lap.data_folder = query->value(7).toString();
    if (const auto done = readSteps(database, id, lap); !done)
        return tl::unexpected(done.error());
    if (withSamples) {
        if (const auto done = readSamples(database, id, lap); !done)
            return tl::unexpected(done.error());
    }
    return lap;
}

} // namespace drivetrain
