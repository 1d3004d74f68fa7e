// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_json.h"
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

template <typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    if constexpr (std::is_integral_v<T>)
        return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
    else
        return value ? QJsonValue(*value) : QJsonValue();
}

std::optional<std::int64_t> integer(const QJsonValue &value)
{ return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt; }
std::optional<double> number(const QJsonValue &value)
{ return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt; }

QJsonObject cpuToJson(const CpuTime &cpu) { return {{u"user_s"_s, cpu.user_s}, {u"sys_s"_s, cpu.sys_s}}; }
CpuTime cpuFromJson(const QJsonObject &json)
{ return {json.value("user_s"_L1).toDouble(), json.value("sys_s"_L1).toDouble()}; }

} // namespace

QJsonObject toJson(const Drive &drive)
{
    return {{u"folder"_s, drive.folder}, {u"mount_point"_s, drive.mount_point}, {u"device"_s, drive.device},
            {u"model"_s, drive.model}, {u"file_system"_s, drive.file_system},
            {u"mount_options"_s, drive.mount_options}, {u"kind"_s, driveKindName(drive.kind)},
            {u"kind_number"_s, static_cast<int>(drive.kind)}, {u"free_bytes"_s, qint64(drive.free_bytes)},
            {u"total_bytes"_s, qint64(drive.total_bytes)}, {u"device_id"_s, QString::number(drive.device_id)},
            {u"is_home"_s, drive.is_home}, {u"obstacle"_s, static_cast<int>(drive.obstacle)},
            {u"obstacle_detail"_s, drive.obstacle_detail}};
}

Drive driveFromJson(const QJsonObject &json)
{
    const auto text = [&json](QLatin1StringView key) { return json.value(key).toString(); };
    Drive drive;
    drive.folder = text("folder"_L1);
    drive.mount_point = text("mount_point"_L1);
    drive.device = text("device"_L1);
    drive.model = text("model"_L1);
    drive.file_system = text("file_system"_L1);
    drive.mount_options = text("mount_options"_L1);
    drive.kind = static_cast<DriveKind>(json.value("kind_number"_L1).toInt());
    drive.free_bytes = json.value("free_bytes"_L1).toInteger();
    drive.total_bytes = json.value("total_bytes"_L1).toInteger();
    drive.device_id = text("device_id"_L1).toULongLong();
    drive.is_home = json.value("is_home"_L1).toBool();
    drive.obstacle = static_cast<DriveObstacle>(json.value("obstacle"_L1).toInt());
    drive.obstacle_detail = text("obstacle_detail"_L1);
    return drive;
}

QJsonObject toJson(const EngineFacts &facts)
{
    QJsonArray settings;
    for (const Setting &setting : facts.settings)
        settings.append(QJsonObject{{u"name"_s, setting.name}, {u"value"_s, setting.value},
                                    {u"default"_s, setting.default_value}});
    return {{u"name"_s, facts.name}, {u"version"_s, facts.version}, {u"client_library"_s, facts.client_library},
            {u"durability"_s, durabilityName(facts.durability)}, {u"settings"_s, settings}};
}

EngineFacts factsFromJson(const QJsonObject &json)
{
    EngineFacts facts;
    facts.name = json.value("name"_L1).toString();
    facts.version = json.value("version"_L1).toString();
    facts.client_library = json.value("client_library"_L1).toString();
    facts.durability = durabilityFromName(json.value("durability"_L1).toString()).value_or(Durability::Unsafe);
    for (const QJsonValue &value : json.value("settings"_L1).toArray())
        facts.settings.push_back({value["name"_L1].toString(), value["value"_L1].toString(),
                                  value["default"_L1].toString()});
    return facts;
}

QJsonObject toJson(const Error &error)
{
    return {{u"kind"_s, static_cast<int>(error.kind)}, {u"code"_s, error.code}, {u"words"_s, error.words},
            {u"subject"_s, error.subject}, {u"remedy"_s, error.remedy}};
}

Error errorFromJson(const QJsonObject &json)
{
    return {static_cast<ErrorKind>(json.value("kind"_L1).toInt()), json.value("code"_L1).toString(),
            json.value("words"_L1).toString(), json.value("subject"_L1).toString(),
            json.value("remedy"_L1).toString()};
}

QJsonObject toJson(const StepResult &step)
{
    QJsonObject phases, tables;
    for (std::size_t i = 0; i < phaseCount; ++i)
        phases[QString::fromLatin1(phaseName(static_cast<Phase>(i)))] = qint64(step.phases.ns[i]);
    for (auto it = step.tables.begin(); it != step.tables.end(); ++it)
        tables[it.key()] = QJsonObject{{u"rows"_s, qint64(it->rows)}, {u"checksum"_s, QString::number(it->checksum, 16)}};
    const auto percentile = [&step](double percent) { return orNull(step.latency.supportedPercentile_ns(percent)); };
    return {{u"number"_s, step.number}, {u"title"_s, step.title},
            {u"verified"_s, verificationName(step.verification)},
            {u"verification"_s, static_cast<int>(step.verification)}, {u"wrong_detail"_s, step.wrong_detail},
            {u"operations"_s, qint64(step.operations)}, {u"failed_operations"_s, qint64(step.failed_operations)},
            {u"rows"_s, qint64(step.rows)}, {u"wall_s"_s, step.wall_s}, {u"rate_per_s"_s, orNull(step.rate_per_s())},
            {u"client"_s, cpuToJson(step.client)},
            {u"server"_s, step.server ? QJsonValue(cpuToJson(*step.server)) : QJsonValue()},
            {u"latency"_s, QJsonObject{{u"count"_s, qint64(step.latency.count())},
                                       {u"min_ns"_s, qint64(step.latency.min_ns())},
                                       {u"p50_ns"_s, percentile(50)}, {u"p95_ns"_s, percentile(95)},
                                       {u"p99_ns"_s, percentile(99)}, {u"max_ns"_s, qint64(step.latency.max_ns())}}},
            {u"phases_ns"_s, phases}, {u"read_bytes"_s, orNull(step.read_bytes)},
            {u"write_bytes"_s, orNull(step.write_bytes)}, {u"syncs"_s, orNull(step.syncs)},
            {u"size_before_bytes"_s, orNull(step.size_before_bytes)},
            {u"size_after_bytes"_s, orNull(step.size_after_bytes)},
            {u"answers_digest"_s, QString::number(step.answers_digest, 16)}, {u"tables"_s, tables},
            {u"note"_s, step.note}};
}

StepResult stepFromJson(const QJsonObject &json)
{
    StepResult step;
    step.number = json.value("number"_L1).toInt();
    step.title = json.value("title"_L1).toString();
    step.verification = static_cast<Verification>(json.value("verification"_L1).toInt());
    step.wrong_detail = json.value("wrong_detail"_L1).toString();
    step.operations = json.value("operations"_L1).toInteger();
    step.failed_operations = json.value("failed_operations"_L1).toInteger();
    step.rows = json.value("rows"_L1).toInteger();
    step.wall_s = json.value("wall_s"_L1).toDouble();
    step.client = cpuFromJson(json.value("client"_L1).toObject());
    if (json.value("server"_L1).isObject())
        step.server = cpuFromJson(json.value("server"_L1).toObject());
    const QJsonObject phases = json.value("phases_ns"_L1).toObject(), tables = json.value("tables"_L1).toObject();
    for (std::size_t i = 0; i < phaseCount; ++i)
        step.phases.ns[i] = phases.value(QLatin1StringView(phaseName(static_cast<Phase>(i)))).toInteger();
    for (auto it = tables.begin(); it != tables.end(); ++it)
        step.tables[it.key()] = {it.value()["rows"_L1].toInteger(),
                                 it.value()["checksum"_L1].toString().toULongLong(nullptr, 16)};
    step.read_bytes = integer(json.value("read_bytes"_L1));
    step.write_bytes = integer(json.value("write_bytes"_L1));
    step.syncs = integer(json.value("syncs"_L1));
    step.size_before_bytes = integer(json.value("size_before_bytes"_L1));
    step.size_after_bytes = integer(json.value("size_after_bytes"_L1));
    step.answers_digest = json.value("answers_digest"_L1).toString().toULongLong(nullptr, 16);
    step.note = json.value("note"_L1).toString();
    return step;
}

QJsonObject toJson(const Sample &sample)
{
    return {{u"t_s"_s, sample.t_s}, {u"interval_s"_s, sample.interval_s}, {u"step"_s, sample.step_number},
            {u"operations"_s, qint64(sample.operations)}, {u"rows"_s, qint64(sample.rows)},
            {u"cpu_client_percent"_s, orNull(sample.cpu_client_percent)},
            {u"cpu_server_percent"_s, orNull(sample.cpu_server_percent)},
            {u"cpu_machine_percent"_s, orNull(sample.cpu_machine_percent)},
            {u"disk_read_bytes_per_s"_s, orNull(sample.disk_read_bytes_per_s)},
            {u"disk_write_bytes_per_s"_s, orNull(sample.disk_write_bytes_per_s)}};
}

Sample sampleFromJson(const QJsonObject &json)
{
    Sample sample;
    sample.t_s = json.value("t_s"_L1).toDouble();
    sample.interval_s = json.value("interval_s"_L1).toDouble();
    sample.step_number = json.value("step"_L1).toInt();
    sample.operations = static_cast<std::uint64_t>(json.value("operations"_L1).toInteger());
    sample.rows = static_cast<std::uint64_t>(json.value("rows"_L1).toInteger());
    sample.cpu_client_percent = number(json.value("cpu_client_percent"_L1));
    sample.cpu_server_percent = number(json.value("cpu_server_percent"_L1));
    sample.cpu_machine_percent = number(json.value("cpu_machine_percent"_L1));
    sample.disk_read_bytes_per_s = number(json.value("disk_read_bytes_per_s"_L1));
    sample.disk_write_bytes_per_s = number(json.value("disk_write_bytes_per_s"_L1));
    return sample;
}

} // namespace drivetrain
