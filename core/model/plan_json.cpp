// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <cmath>
#include <functional>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Takes a plan's JSON apart key by key and keeps every fault that it meets.
class PlanReader
{
public:
    explicit PlanReader(const QJsonObject &object) : m_object(object) {}
    PlanReading read();

private:
    void wrongType(const QString &field, const QJsonValue &value, const QString &wanted);
    void texts(const QString &key,
               const std::function<void(const QString &, const QString &)> &take);
    void number(const QString &key, double &to);
    void wholeNumber(const QString &key, int &to);
    void text(const QString &key, QString &to);
    void seed();
    template <typename Enum>
    void named(const QString &key, Enum &to, std::optional<Enum> (*fromName)(QStringView),
               const QString &choices);
    void target(const QString &field, const QString &value);

    QJsonObject m_object;
    PlanReading m_reading;
};

void PlanReader::wrongType(const QString &field, const QJsonValue &value, const QString &wanted)
{
    m_reading.faults.push_back(
        {FaultCode::WrongType, field, value.toVariant().toString(), wanted, {}});
}

void PlanReader::texts(const QString &key,
                       const std::function<void(const QString &, const QString &)> &take)
{
    const QJsonValue value = m_object.take(key);
    if (value.isUndefined())
        return;
    if (!value.isArray())
        return wrongType(key, value, u"list of texts"_s);
    const QJsonArray array = value.toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString field = u"%1[%2]"_s.arg(key).arg(i);
        if (array[i].isString())
            take(field, array[i].toString());
        else
            wrongType(field, array[i], u"text"_s);
    }
}

void PlanReader::number(const QString &key, double &to)
{
    const QJsonValue value = m_object.take(key);
    if (value.isDouble())
        to = value.toDouble();
    else if (!value.isUndefined())
        wrongType(key, value, u"number"_s);
}

void PlanReader::wholeNumber(const QString &key, int &to)
{
    double value = to;
    number(key, value);
    if (value != std::floor(value) || std::abs(value) > 1e9)
        wrongType(key, value, u"whole number"_s);
    else
        to = static_cast<int>(value);
}

void PlanReader::text(const QString &key, QString &to)
{
    const QJsonValue value = m_object.take(key);
    if (value.isString())
        to = value.toString();
    else if (!value.isUndefined())
        wrongType(key, value, u"text"_s);
}

/// 64 bits do not fit into a JSON number: a text is taken as well.
void PlanReader::seed()
{
    const QJsonValue value = m_object.take(u"seed"_s);
    bool ok = value.isDouble() && value.toDouble() >= 0
              && value.toDouble() == std::floor(value.toDouble())
              && value.toDouble() <= 9007199254740992.0;
    if (value.isUndefined())
        return;
    if (ok)
        m_reading.plan.seed = static_cast<std::uint64_t>(value.toDouble());
    else if (value.isString())
        m_reading.plan.seed = value.toString().toULongLong(&ok);
    if (!ok)
        wrongType(u"seed"_s, value, u"whole number"_s);
}

template <typename Enum>
void PlanReader::named(const QString &key, Enum &to, std::optional<Enum> (*fromName)(QStringView),
                       const QString &choices)
{
    QString name;
    const std::size_t before = m_reading.faults.size();
    if (!m_object.contains(key))
        return;
    text(key, name);
    if (m_reading.faults.size() != before)
        return;
    if (const std::optional<Enum> value = fromName(name))
        to = *value;
    else
        m_reading.faults.push_back({FaultCode::BadValue, key, name, choices, {}});
}

void PlanReader::target(const QString &field, const QString &value)
{
    const Expected<TargetSpec> spec = parseTarget(value);
    if (spec) {
        m_reading.plan.targets.push_back(*spec);
        return;
    }
    const bool password = spec.error().code == "password"_L1;
    m_reading.faults.push_back({password ? FaultCode::PasswordInTarget : FaultCode::BadValue, field,
                                password ? QString() : value, spec.error().words, {}});
}

PlanReading PlanReader::read()
{
    Plan &plan = m_reading.plan;
    m_object.remove(u"$schema"_s);
    texts(u"targets"_s,
          [this](const QString &field, const QString &value) { target(field, value); });
    texts(u"drives"_s, [&plan](const QString &, const QString &value) { plan.drives << value; });
    texts(u"workloads"_s,
          [&plan](const QString &, const QString &value) { plan.workloads << value; });
    text(u"temp_drive"_s, plan.temp_drive);
    text(u"log_drive"_s, plan.log_drive);
    text(u"input"_s, plan.input);
    number(u"scale"_s, plan.scale);
    number(u"duration_s"_s, plan.duration_s);
    number(u"rate"_s, plan.rate);
    wholeNumber(u"laps"_s, plan.laps);
    wholeNumber(u"clients"_s, plan.clients);
    wholeNumber(u"transaction"_s, plan.transaction);
    seed();
    named<Durability>(u"durability"_s, plan.durability, durabilityFromName,
                      u"durable|relaxed|unsafe"_s);
    named<Transport>(u"transport"_s, plan.transport, transportFromName,
                     u"literal|prepared|pipelined|bulk"_s);
    const QJsonValue parameters = m_object.take(u"parameters"_s);
    if (parameters.isObject())
        plan.parameters = parameters.toObject();
    else if (!parameters.isUndefined())
        wrongType(u"parameters"_s, parameters, u"object"_s);
    for (auto it = m_object.begin(); it != m_object.end(); ++it)
        m_reading.faults.push_back({FaultCode::UnknownKey, it.key(), {}, {}, {}});
    const Faults more = validate(plan);
    m_reading.faults.insert(m_reading.faults.end(), more.begin(), more.end());
    return m_reading;
}

} // namespace

PlanReading planFromJson(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError || !document.isObject()) {
        const QString detail = error.error == QJsonParseError::NoError
            ? u"not an object"_s
            : u"%1 at byte %2"_s.arg(error.errorString()).arg(error.offset);
        return {{}, {{FaultCode::NotJson, u"plan"_s, {}, detail, {}}}};
    }
    return PlanReader(document.object()).read();
}

QJsonObject planToJson(const Plan &plan)
{
    QJsonArray targets;
    for (const TargetSpec &target : plan.targets)
        targets.append(target.text());
    QJsonObject json{
        {u"targets"_s, targets},
        {u"drives"_s, QJsonArray::fromStringList(plan.drives)},
        {u"workloads"_s, QJsonArray::fromStringList(plan.workloads)},
        {u"scale"_s, plan.scale},
        {u"laps"_s, plan.laps},
        {u"durability"_s, durabilityName(plan.durability)},
        {u"transport"_s, transportName(plan.transport)},
        {u"clients"_s, plan.clients},
        {u"duration_s"_s, plan.duration_s},
        {u"rate"_s, plan.rate},
        {u"seed"_s, QString::number(plan.seed)},
    };
    if (!plan.temp_drive.isEmpty())
        json[u"temp_drive"_s] = plan.temp_drive;
    if (!plan.log_drive.isEmpty())
        json[u"log_drive"_s] = plan.log_drive;
    if (plan.transaction != 0)
        json[u"transaction"_s] = plan.transaction;
    if (!plan.input.isEmpty())
        json[u"input"_s] = plan.input;
    if (!plan.parameters.isEmpty())
        json[u"parameters"_s] = plan.parameters;
    return json;
}

} // namespace drivetrain
