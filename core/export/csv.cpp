// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export.h"
#include <array>
#include <charconv>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// One line of RFC 4180 after the other.
class Csv
{
public:
    Csv &text(const QString &value)
    {
        QString safe = value;
        // A spreadsheet takes these for a formula's beginning (OWASP, 'CSV Injection').
        if (!safe.isEmpty() && QStringLiteral("=+-@\t\r").contains(safe[0]))
            safe.prepend(u'\'');
        if (safe.contains(u'"') || safe.contains(u',') || safe.contains(u'\n')
            || safe.contains(u'\r'))
            safe = u'"' + safe.replace(u'"', "\"\""_L1) + u'"';
        return cell(safe.toUtf8());
    }
    template <typename Number>
    Csv &number(Number value)
    {
        if constexpr (std::is_floating_point_v<Number>) {
            if (!std::isfinite(value))
                return cell({});
        }
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        return cell(QByteArray(digits.data(), end - digits.data()));
    }
    template <typename Number>
    Csv &number(const std::optional<Number> &value)
    { return value ? number(*value) : cell({}); }
    Csv &nothing() { return cell({}); }
    void endLine()
    {
        m_bytes += "\r\n";
        m_first = true;
    }
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }

private:
    Csv &cell(const QByteArray &bytes)
    {
        if (!m_first)
            m_bytes += ',';
        m_first = false;
        m_bytes += bytes;
        return *this;
    }
    QByteArray m_bytes;
    bool m_first = true;
};

void header(Csv &csv, const QStringList &names)
{
    for (const QString &name : names)
        csv.text(name);
    csv.endLine();
}

QStringList stepColumns()
{
    QStringList columns{u"run"_s,      u"target"_s,      u"engine"_s,     u"version"_s,
                        u"drive"_s,    u"file_system"_s, u"durability"_s, u"transport"_s,
                        u"workload"_s, u"step"_s,        u"lap"_s,        u"rows"_s,
                        u"wall_s"_s,   u"user_s"_s,      u"sys_s"_s,      u"rows_per_s"_s,
                        u"p50_us"_s,   u"p95_us"_s,      u"p99_us"_s,     u"max_us"_s};
    for (std::size_t i = 0; i < phaseCount; ++i)
        columns << u"phase_%1_s"_s.arg(QString::fromLatin1(phaseName(static_cast<Phase>(i))));
    columns << u"read_bytes"_s << u"write_bytes"_s << u"syncs"_s << u"size_before"_s
            << u"size_after"_s << u"server_user_s"_s << u"server_sys_s"_s << u"verified"_s
            << u"note"_s;
    return columns;
}

void figures(Csv &csv, const StepResult &step)
{
    const auto us = [&step](double percent) {
        const auto ns = step.latency.supportedPercentile_ns(percent);
        return ns ? std::optional(static_cast<double>(*ns) / 1e3) : std::nullopt;
    };
    csv.number(step.rows).number(step.wall_s).number(step.client.user_s).number(step.client.sys_s)
        .number(step.rate_per_s()).number(us(50)).number(us(95)).number(us(99))
        .number(static_cast<double>(step.latency.max_ns()) / 1e3);
    for (const std::int64_t ns : step.phases.ns)
        csv.number(static_cast<double>(ns) / 1e9);
    csv.number(step.read_bytes)
        .number(step.write_bytes)
        .number(step.syncs)
        .number(step.size_before_bytes)
        .number(step.size_after_bytes);
    const auto server = [&step](double CpuTime::*part) {
        return step.server ? std::optional((*step.server).*part) : std::nullopt;
    };
    csv.number(server(&CpuTime::user_s)).number(server(&CpuTime::sys_s));
}

/// What a step that is not right has to say for itself.
QString reason(const StepResult &step, const Lap &lap)
{
    if (step.isVerified())
        return step.note;
    if (!step.wrong_detail.isEmpty())
        return step.wrong_detail;
    return lap.error ? u"%1 %2"_s.arg(lap.error->code, lap.error->words).trimmed()
                     : lapStatusName(lap.status);
}

bool hasTarget(const Run &run, const Lap &lap)
{ return lap.target >= 0 && static_cast<std::size_t>(lap.target) < run.targets.size(); }

} // namespace

QByteArray stepsCsv(const Run &run)
{
    Csv csv;
    const QStringList columns = stepColumns();
    header(csv, columns);
    constexpr qsizetype textColumns = 11, lastColumns = 2;
    for (const Lap &lap : run.laps) {
        if (!hasTarget(run, lap))
            continue;
        const RunTarget &target = run.targets[static_cast<std::size_t>(lap.target)];
        const EngineFacts facts = target.facts.value_or(EngineFacts{});
        for (const StepResult &step : lap.steps) {
            csv.number(run.id)
                .text(target.spec.text())
                .text(facts.name)
                .text(facts.version)
                .text(target.drive ? target.drive->folder : QString())
                .text(target.drive ? target.drive->file_system : QString())
                .text(target.facts ? durabilityName(facts.durability) : QString())
                .text(transportName(run.plan.transport))
                .text(lap.workload)
                .text(u"%1 %2"_s.arg(step.number, 2, 10, QChar(u'0')).arg(step.title))
                .number(lap.number);
            if (step.isVerified()) {
                figures(csv, step);
            } else {
                for (qsizetype i = textColumns; i < columns.size() - lastColumns; ++i)
                    csv.nothing();
            }
            csv.text(verificationName(step.verification)).text(reason(step, lap));
            csv.endLine();
        }
    }
    return csv.bytes();
}

QByteArray samplesCsv(const Run &run)
{
    Csv csv;
    QStringList columns{u"run"_s, u"target"_s, u"drive"_s, u"workload"_s, u"lap"_s, u"t_s"_s,
                        u"interval_s"_s, u"step"_s, u"operations"_s, u"rows"_s};
    for (const SampleField &field : sampleFields)
        columns << QString::fromLatin1(field.name);
    header(csv, columns);
    for (const Lap &lap : run.laps) {
        if (!hasTarget(run, lap))
            continue;
        const RunTarget &target = run.targets[static_cast<std::size_t>(lap.target)];
        for (const Sample &sample : lap.samples) {
            csv.number(run.id)
                .text(target.spec.text())
                .text(target.drive ? target.drive->folder : QString())
                .text(lap.workload)
                .number(lap.number)
                .number(sample.t_s)
                .number(sample.interval_s)
                .number(sample.step_number)
                .number(sample.operations)
                .number(sample.rows);
            for (const SampleField &field : sampleFields)
                csv.number(sample.*field.value);
            csv.endLine();
        }
    }
    return csv.bytes();
}

} // namespace drivetrain
