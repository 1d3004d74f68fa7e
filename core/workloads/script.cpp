// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/script.h"
#include "workloads/row_checksum.h"
#include "workloads/script_stream.h"
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

std::vector<StepInfo> stepsOf(const ScriptIndex &index)
{
    constexpr double byte_s = 4e-9;   // splitting and parsing (seen)
    std::vector<StepInfo> steps;
    double bytes = static_cast<double>(index.bytes);
    for (const ScriptIndex::Step &step : index.steps) {
        StepInfo info;
        info.number = static_cast<int>(steps.size()) + 1;
        info.title = step.name;
        info.operations = step.statements;
        info.commits = step.commits;
        info.forecast_s = std::exchange(bytes, 0) * byte_s;
        steps.push_back(info);
    }
    return steps;
}

class ScriptLap final : public WorkloadLap
{
public:
    explicit ScriptLap(WorkloadSettings settings) : m_settings(std::move(settings))
    {
        auto index = ScriptIndex::of(m_settings.input, m_settings.dialect.script);
        if (index) {
            m_index = *index;
            m_steps = stepsOf(*m_index);
        } else {
            m_steps.push_back({1, QFileInfo(m_settings.input).fileName(), {}, 0, 0, 0, 0, false});
            m_failure = index.error();
        }
    }

    const std::vector<StepInfo> &steps() const override { return m_steps; }
    Transport transport(std::size_t) const override { return m_settings.transport; }

    Expected<void> prepare(std::size_t, const std::vector<Session *> &) override
    {
        if (m_failure)   // nothing is sent of a script that cannot be read to its end
            return tl::unexpected(*m_failure);
        return {};
    }

    std::unique_ptr<StatementStream> stream(std::size_t step, int, int) override
    {
        ScriptStream::Settings how;
        how.path = m_settings.input;
        how.dialect = m_settings.dialect;
        how.lifts = m_settings.transport != Transport::Literal;
        how.goes_on = m_settings.parameters.value("on_error"_L1).toString() == "continue"_L1;
        how.transaction = m_settings.transaction;
        return std::make_unique<ScriptStream>(how, m_index->steps.at(step));
    }

    Expected<StepCheck> verify(std::size_t step, const std::vector<Session *> &sessions) override
    {
        const std::vector<std::string> &made = m_index->steps.at(step).tables;
        m_tables.insert(m_tables.end(), made.begin(), made.end());
        StepCheck check;
        check.verification = Verification::Verified;
        for (const std::string &table : m_tables) {
            ChecksumSink sink;
            const auto outcome = sessions.front()->execute("SELECT * FROM " + table, &sink);
            if (!outcome && outcome.error().kind != ErrorKind::Engine)
                return tl::unexpected(outcome.error());
            if (outcome)   // else dropped meanwhile
                check.tables.insert(QString::fromStdString(table), sink.check());
        }
        return check;
    }

private:
    WorkloadSettings m_settings;
    std::shared_ptr<const ScriptIndex> m_index;
    std::vector<StepInfo> m_steps;
    std::vector<std::string> m_tables;
    std::optional<Error> m_failure;
};

class Script final : public Workload
{
public:
    QString name() const override { return u"script"_s; }
    QString title() const override { return u"Your own SQL"_s; }
    QString description() const override
    {
        return u"A file of SQL statements, replayed as it is, prepared, pipelined or in bulk"_s;
    }
    std::set<Transport> transports() const override
    {
        return {Transport::Literal, Transport::Prepared, Transport::Pipelined, Transport::Bulk};
    }
    bool takesInput() const override { return true; }
    bool needsInput() const override { return true; }
    bool takesTransaction() const override { return true; }

    Faults checkInput(const QString &path, const Dialect &dialect,
                      const QString &field) const override
    {
        const auto index = ScriptIndex::of(path, dialect.script);
        if (index)
            return {};
        const Error &error = index.error();
        return {{FaultCode::InputNotReadable, field, path,
                 error.subject.isEmpty() || error.subject == path
                     ? error.words
                     : error.subject + u": "_s + error.words,
                 error.remedy}};
    }

    Faults checkParameters(const QJsonObject &parameters, const QString &field) const override
    {
        Faults faults;
        for (auto it = parameters.begin(); it != parameters.end(); ++it) {
            const QString name = field + u'.' + it.key();
            if (it.key() != "on_error"_L1)
                faults.push_back({FaultCode::UnknownKey, name, {}, {}, {}});
            else if (it->toString() != "stop"_L1 && it->toString() != "continue"_L1)
                faults.push_back({FaultCode::BadValue, name, it->toVariant().toString(),
                                  u"stop|continue"_s, {}});
        }
        return faults;
    }
    std::int64_t space_bytes(const WorkloadSettings &settings) const override
    {
        return 4 * QFileInfo(settings.input).size() + 4'000'000;   // rows, indexes, log
    }
    std::vector<StepInfo> steps(const WorkloadSettings &settings) const override
    {
        const auto index = ScriptIndex::of(settings.input, settings.dialect.script);
        return index ? stepsOf(**index) : std::vector<StepInfo>();
    }
    std::unique_ptr<WorkloadLap> lap(const WorkloadSettings &settings) const override
    { return std::make_unique<ScriptLap>(settings); }
};

} // namespace

std::unique_ptr<Workload> makeScript() { return std::make_unique<Script>(); }

} // namespace drivetrain
