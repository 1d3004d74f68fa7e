// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_json.h"
#include <QJsonArray>
#include <array>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

// In the order of the enum; a name once written to a file is never changed.
constexpr std::array errorKindNames{
    "invalid_input"_L1, "not_found"_L1, "not_available"_L1, "permission"_L1, "read_only"_L1,
    "disk_full"_L1, "exists"_L1, "connection"_L1, "authentication"_L1, "timeout"_L1, "cancelled"_L1,
    "engine"_L1, "wrong_answer"_L1, "io"_L1, "damaged"_L1, "busy"_L1, "internal"_L1};
static_assert(errorKindNames.size() == static_cast<std::size_t>(ErrorKind::Internal) + 1);

constexpr std::array obstacleNames{"none"_L1, "read_only"_L1, "no_permission"_L1, "full"_L1,
                                   "not_a_folder"_L1, "not_found"_L1, "system_only"_L1};
static_assert(obstacleNames.size() == static_cast<std::size_t>(DriveObstacle::SystemOnly) + 1);

template <typename Enum, std::size_t N>
std::optional<Enum> enumOf(const std::array<QLatin1StringView, N> &names, QStringView name)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (name == names[i])
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

std::optional<DriveKind> driveKindFromName(QStringView name)
{
    for (int i = 0; i <= static_cast<int>(DriveKind::Unknown); ++i) {
        if (driveKindName(static_cast<DriveKind>(i)) == name)
            return static_cast<DriveKind>(i);
    }
    return std::nullopt;
}

template <typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    if constexpr (std::is_integral_v<T>)
        return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
    else
        return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject cpuToJson(const CpuTime &cpu)
{
    return {{u"user_s"_s, cpu.user_s}, {u"sys_s"_s, cpu.sys_s}};
}

/// Reads members and remembers whether all were there with the right type.
class Members
{
public:
    explicit Members(const QJsonObject &json) : m_json(json) {}
    [[nodiscard]] QString text(const QString &key)
    {
        const QJsonValue value = m_json[key];
        m_good = m_good && value.isString();
        return value.toString();
    }
    [[nodiscard]] std::int64_t whole(const QString &key)
    {
        const QJsonValue value = m_json[key];
        const qint64 one = value.toInteger(0), other = value.toInteger(1);
        m_good = m_good && one == other;   // equal: a whole number stands there
        return one;
    }
    [[nodiscard]] std::uint64_t wholeText(const QString &key)
    {
        bool good = false;
        const std::uint64_t value = text(key).toULongLong(&good);
        m_good = m_good && good;
        return value;
    }
    [[nodiscard]] bool truth(const QString &key)
    {
        const QJsonValue value = m_json[key];
        m_good = m_good && value.isBool();
        return value.toBool();
    }
    template <typename Enum>
    [[nodiscard]] Enum named(std::optional<Enum> value)
    {
        m_good = m_good && value;
        return value.value_or(Enum{});
    }
    template <typename T>
    [[nodiscard]] std::optional<T> good(T value) const
    { return m_good ? std::optional<T>(std::move(value)) : std::nullopt; }

private:
    QJsonObject m_json;
    bool m_good = true;
};

} // namespace

QString errorKindName(ErrorKind kind) { return errorKindNames[static_cast<std::size_t>(kind)]; }
std::optional<ErrorKind> errorKindFromName(QStringView name)
{ return enumOf<ErrorKind>(errorKindNames, name); }

QJsonObject toJson(const Error &error)
{
    return {{u"kind"_s, errorKindName(error.kind)},
            {u"code"_s, error.code},
            {u"words"_s, error.words},
            {u"subject"_s, error.subject},
            {u"remedy"_s, error.remedy}};
}

std::optional<Error> errorFromJson(const QJsonObject &json)
{
    Members members(json);
    Error error;
    error.kind = members.named(errorKindFromName(members.text(u"kind"_s)));
    error.code = members.text(u"code"_s);
    error.words = members.text(u"words"_s);
    error.subject = members.text(u"subject"_s);
    error.remedy = members.text(u"remedy"_s);
    return members.good(error);
}

QJsonObject toJson(const Drive &drive)
{
    return {
        {u"folder"_s, drive.folder},
        {u"mount_point"_s, drive.mount_point},
        {u"device"_s, drive.device},
        {u"model"_s, drive.model},
        {u"file_system"_s, drive.file_system},
        {u"mount_options"_s, drive.mount_options},
        {u"kind"_s, driveKindName(drive.kind)},
        {u"free_bytes"_s, static_cast<qint64>(drive.free_bytes)},
        {u"total_bytes"_s, static_cast<qint64>(drive.total_bytes)},
        {u"device_id"_s, QString::number(drive.device_id)},
        {u"is_home"_s, drive.is_home},
        {u"obstacle"_s, obstacleNames[static_cast<std::size_t>(drive.obstacle)]},
        {u"obstacle_detail"_s, drive.obstacle_detail},
    };
}

std::optional<Drive> driveFromJson(const QJsonObject &json)
{
    Members members(json);
    Drive drive;
    drive.folder = members.text(u"folder"_s);
    drive.mount_point = members.text(u"mount_point"_s);
    drive.device = members.text(u"device"_s);
    drive.model = members.text(u"model"_s);
    drive.file_system = members.text(u"file_system"_s);
    drive.mount_options = members.text(u"mount_options"_s);
    drive.kind = members.named(driveKindFromName(members.text(u"kind"_s)));
    drive.free_bytes = members.whole(u"free_bytes"_s);
    drive.total_bytes = members.whole(u"total_bytes"_s);
    drive.device_id = members.wholeText(u"device_id"_s);
    drive.is_home = members.truth(u"is_home"_s);
    drive.obstacle =
        members.named(enumOf<DriveObstacle>(obstacleNames, members.text(u"obstacle"_s)));
    drive.obstacle_detail = members.text(u"obstacle_detail"_s);
    return members.good(drive);
}

QJsonObject toJson(const EngineFacts &facts)
{
    QJsonArray settings;
    for (const Setting &setting : facts.settings)
        settings.append(QJsonObject{{u"name"_s, setting.name}, {u"value"_s, setting.value},
                                    {u"default"_s, setting.default_value}});
    return {{u"name"_s, facts.name}, {u"version"_s, facts.version},
            {u"client_library"_s, facts.client_library},
            {u"durability"_s, durabilityName(facts.durability)}, {u"settings"_s, settings}};
}

std::optional<EngineFacts> factsFromJson(const QJsonObject &json)
{
    Members members(json);
    EngineFacts facts;
    facts.name = members.text(u"name"_s);
    facts.version = members.text(u"version"_s);
    facts.client_library = members.text(u"client_library"_s);
    facts.durability = members.named(durabilityFromName(members.text(u"durability"_s)));
    if (!json[u"settings"_s].isArray())
        return std::nullopt;
    for (const QJsonValue &value : json[u"settings"_s].toArray()) {
        Members one(value.toObject());
        const auto setting = one.good(Setting{one.text(u"name"_s), one.text(u"value"_s),
                                              one.text(u"default"_s)});
        if (!setting)
            return std::nullopt;
        facts.settings.push_back(*setting);
    }
    return members.good(facts);
}

QJsonObject phasesToJson(const PhaseTotals &phases)
{
    QJsonObject json;
    for (std::size_t i = 0; i < phaseCount; ++i) {
        if (phases.ns[i] != 0)
            json[QLatin1StringView(phaseName(static_cast<Phase>(i)))] =
                static_cast<qint64>(phases.ns[i]);
    }
    return json;
}

std::optional<PhaseTotals> phasesFromJson(const QJsonObject &json)
{
    Members members(json);
    PhaseTotals phases;
    qsizetype known = 0;
    for (std::size_t i = 0; i < phaseCount; ++i) {
        const QString name = QString::fromLatin1(phaseName(static_cast<Phase>(i)));
        if (json.contains(name)) {
            phases.ns[i] = members.whole(name);
            ++known;
        }
    }
    return known == json.size() ? members.good(phases) : std::nullopt;
}

QJsonObject tablesToJson(const QMap<QString, TableCheck> &tables)
{
    QJsonObject json;
    for (auto it = tables.begin(); it != tables.end(); ++it)
        json[it.key()] = QJsonObject{{u"rows"_s, static_cast<qint64>(it->rows)},
                                     {u"checksum"_s, QString::number(it->checksum)}};
    return json;
}

std::optional<QMap<QString, TableCheck>> tablesFromJson(const QJsonObject &json)
{
    QMap<QString, TableCheck> tables;
    for (auto it = json.begin(); it != json.end(); ++it) {
        Members members(it.value().toObject());
        const auto check = members.good(TableCheck{members.whole(u"rows"_s),
                                                   members.wholeText(u"checksum"_s)});
        if (!check)
            return std::nullopt;
        tables[it.key()] = *check;
    }
    return tables;
}

QJsonObject toJson(const StepResult &step)
{
    QJsonObject phases;
    for (std::size_t i = 0; i < phaseCount; ++i)
        phases[QString::fromLatin1(phaseName(static_cast<Phase>(i)))] = qint64(step.phases.ns[i]);
    const auto percentile = [&step](double percent) {
        return orNull(step.latency.supportedPercentile_ns(percent));
    };
    return {{u"number"_s, step.number},
            {u"title"_s, step.title},
            {u"verified"_s, verificationName(step.verification)},
            {u"wrong_detail"_s, step.wrong_detail},
            {u"operations"_s, qint64(step.operations)},
            {u"failed_operations"_s, qint64(step.failed_operations)},
            {u"rows"_s, qint64(step.rows)},
            {u"wall_s"_s, step.wall_s},
            {u"rate_per_s"_s, orNull(step.rate_per_s())},
            {u"client"_s, cpuToJson(step.client)},
            {u"server"_s, step.server ? QJsonValue(cpuToJson(*step.server)) : QJsonValue()},
            {u"latency"_s, QJsonObject{{u"count"_s, qint64(step.latency.count())},
                                       {u"min_ns"_s, qint64(step.latency.min_ns())},
                                       {u"p50_ns"_s, percentile(50)},
                                       {u"p95_ns"_s, percentile(95)},
                                       {u"p99_ns"_s, percentile(99)},
                                       {u"max_ns"_s, qint64(step.latency.max_ns())}}},
            {u"phases_ns"_s, phases},
            {u"read_bytes"_s, orNull(step.read_bytes)},
            {u"write_bytes"_s, orNull(step.write_bytes)},
            {u"syncs"_s, orNull(step.syncs)},
            {u"size_before_bytes"_s, orNull(step.size_before_bytes)},
            {u"size_after_bytes"_s, orNull(step.size_after_bytes)},
            {u"answers_digest"_s, QString::number(step.answers_digest, 16)},
            {u"tables"_s, tablesToJson(step.tables)},
            {u"note"_s, step.note}};
}

QJsonObject toJson(const Sample &sample)
{
    QJsonObject json{{u"t_s"_s, sample.t_s},
                     {u"interval_s"_s, sample.interval_s},
                     {u"step"_s, sample.step_number},
                     {u"operations"_s, qint64(sample.operations)},
                     {u"rows"_s, qint64(sample.rows)}};
    for (const SampleField &field : sampleFields)
        json[QLatin1StringView(field.name)] = orNull(sample.*field.value);
    return json;
}

} // namespace drivetrain
