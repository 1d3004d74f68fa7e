// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include <QCommandLineParser>
#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QString absolute(const QString &path)
{
    return QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

/// One verb's options: reads them off a parser and keeps every fault.
class Reader
{
public:
    Reader(CommandLine &line, QStringList arguments)
        : m_line(line), m_arguments(std::move(arguments))
    {
    }
    void window();
    void run();
    void list();
    void show(Verb verb, qsizetype count);
    void exportRun();
    void clean();

private:
    void option(const QString &name, const QString &description, const QString &value = {})
    { m_parser.addOption(value.isEmpty() ? QCommandLineOption(name, description)
                                         : QCommandLineOption(name, description, value)); }
    bool parse();
    void fault(FaultCode code, const QString &field, const QString &value,
               const QString &detail = {})
    { m_line.faults.push_back({code, field, value, detail, {}}); }
    void number(const QString &name, double &to);
    void wholeNumber(const QString &name, int &to);
    void planFile(const QString &path);
    void planOptions();
    void parameter(const QString &text, Plan &plan);
    void runIds(qsizetype count);

    CommandLine &m_line;
    QStringList m_arguments;
    QCommandLineParser m_parser;
};

bool Reader::parse()
{
    m_parser.addOption({{u"h"_s, u"help"_s}, u"Show this help."_s});
    if (!m_parser.parse(m_arguments)) {
        for (const QString &name : m_parser.unknownOptionNames())
            fault(FaultCode::UnknownOption, name.size() == 1 ? u'-' + name : u"--"_s + name, name);
        if (m_parser.unknownOptionNames().isEmpty())
            fault(FaultCode::BadValue, u"arguments"_s, {}, m_parser.errorText());
    }
    if (m_parser.isSet(u"help"_s)) {
        m_line.verb = Verb::Help;
        m_line.help = m_parser.helpText();
        return false;
    }
    return true;
}

void Reader::number(const QString &name, double &to)
{
    if (!m_parser.isSet(name))
        return;
    bool ok = false;
    const double value = m_parser.value(name).toDouble(&ok);
    if (ok)
        to = value;
    else
        fault(FaultCode::WrongType, name, m_parser.value(name), u"number"_s);
}

void Reader::wholeNumber(const QString &name, int &to)
{
    if (!m_parser.isSet(name))
        return;
    bool ok = false;
    const int value = m_parser.value(name).toInt(&ok);
    if (ok)
        to = value;
    else
        fault(FaultCode::WrongType, name, m_parser.value(name), u"whole number"_s);
}

void Reader::planFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fault(FaultCode::InputNotReadable, u"plan"_s, path, file.errorString());
    constexpr qint64 largest_bytes = 1 << 20;
    const PlanReading reading = planFromJson(file.read(largest_bytes));
    m_line.plan = reading.plan;
    // What the options bring may still be missing in the file: judged once both were read.
    for (const Fault &found : reading.faults) {
        const bool later = found.code == FaultCode::NothingChosen
                           || found.code == FaultCode::OutOfRange
                           || found.code == FaultCode::DuplicateTarget;
        if (!later)
            m_line.faults.push_back(found);
    }
}

void Reader::planOptions()
{
    Plan &plan = m_line.plan;
    const auto replaced = [this](const QString &name) { return m_parser.values(name); };
    if (const QStringList workloads = replaced(u"workload"_s); !workloads.isEmpty())
        plan.workloads = workloads;
    if (const QStringList targets = replaced(u"target"_s); !targets.isEmpty()) {
        plan.targets.clear();
        for (qsizetype i = 0; i < targets.size(); ++i) {
            const auto spec = parseTarget(targets[i]);
            const bool secret = !spec && spec.error().code == "password"_L1;
            if (spec)
                plan.targets.push_back(*spec);
            else
                fault(secret ? FaultCode::PasswordInTarget : FaultCode::BadValue,
                      u"targets[%1]"_s.arg(i), secret ? QString() : targets[i], spec.error().words);
        }
    }
    if (const QStringList drives = replaced(u"drive"_s); !drives.isEmpty())
        plan.drives = drives;
    for (QString &drive : plan.drives)
        drive = absolute(drive);
    if (m_parser.isSet(u"temp-drive"_s))
        plan.temp_drive = absolute(m_parser.value(u"temp-drive"_s));
    if (m_parser.isSet(u"log-drive"_s))
        plan.log_drive = absolute(m_parser.value(u"log-drive"_s));
    if (m_parser.isSet(u"input"_s))
        plan.input = absolute(m_parser.value(u"input"_s));
    number(u"scale"_s, plan.scale);
    number(u"duration"_s, plan.duration_s);
    number(u"rate"_s, plan.rate);
    wholeNumber(u"laps"_s, plan.laps);
    wholeNumber(u"clients"_s, plan.clients);
    wholeNumber(u"transaction"_s, plan.transaction);
    const auto named = [this]<typename Enum>(const QString &name, Enum &to,
                                             std::optional<Enum> (*fromName)(QStringView),
                                             const QString &choices) {
        if (!m_parser.isSet(name))
            return;
        if (const auto value = fromName(m_parser.value(name)))
            to = *value;
        else
            fault(FaultCode::BadValue, name, m_parser.value(name), choices);
    };
    named(u"durability"_s, plan.durability, durabilityFromName, u"durable|relaxed|unsafe"_s);
    named(u"transport"_s, plan.transport, transportFromName, u"literal|prepared|pipelined|bulk"_s);
    for (const QString &text : m_parser.values(u"parameter"_s))
        parameter(text, plan);
    if (m_parser.isSet(u"seed"_s)) {
        bool ok = false;
        plan.seed = m_parser.value(u"seed"_s).toULongLong(&ok);
        if (!ok)
            fault(FaultCode::WrongType, u"seed"_s, m_parser.value(u"seed"_s), u"whole number"_s);
    }
}

/// "bulk-load.indexes=true"
void Reader::parameter(const QString &text, Plan &plan)
{
    const QString key = text.section(u'=', 0, 0), value = text.section(u'=', 1);
    const QString workload = key.section(u'.', 0, 0), name = key.section(u'.', 1);
    if (name.isEmpty() || !text.contains(u'='))
        return fault(FaultCode::BadValue, u"parameter"_s, text, u"WORKLOAD.NAME=VALUE"_s);
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    QJsonObject all = plan.parameters.value(workload).toObject();
    all[name] = value == "true"_L1 || value == "false"_L1 ? QJsonValue(value == "true"_L1)
        : isNumber                                       ? QJsonValue(number)
                                                         : QJsonValue(value);
    plan.parameters[workload] = all;
}

void Reader::run()
{
    m_parser.setApplicationDescription(u"Runs a plan: a file's, the options', or both."_s);
    m_parser.addPositionalArgument(u"run"_s, u"This command."_s);
    m_parser.addPositionalArgument(u"PLAN.json"_s, u"A plan; options given beside it win."_s,
                                   u"[PLAN.json]"_s);
    option(u"workload"_s, u"What to run; may be given again (speed-comparison)."_s, u"W"_s);
    option(u"target"_s, u"Where to run it: sqlite, postgres, mariadb:engine=myisam, "
                        "postgres://user@host/db; may be given again."_s, u"T"_s);
    option(u"drive"_s, u"A folder on the drive that holds the data; may be given again."_s,
           u"DIR"_s);
    option(u"temp-drive"_s, u"A folder on the drive for temporary files."_s, u"DIR"_s);
    option(u"log-drive"_s, u"A folder on the drive for the write-ahead log."_s, u"DIR"_s);
    option(u"scale"_s, u"Size of the data; 1 is as published."_s, u"F"_s);
    option(u"laps"_s, u"Repetitions (5)."_s, u"N"_s);
    option(u"durability"_s, u"durable, relaxed or unsafe."_s, u"D"_s);
    option(u"transport"_s, u"literal, prepared, pipelined or bulk."_s, u"T"_s);
    option(u"clients"_s, u"Connections at once."_s, u"N"_s);
    option(u"transaction"_s, u"Statements a transaction; 0: as the workload has it."_s, u"N"_s);
    option(u"parameter"_s,
           u"A workload's own setting: bulk-load.indexes=true; may be given again."_s, u"K=V"_s);
    option(u"duration"_s, u"Seconds, for workloads that run for a time."_s, u"S"_s);
    option(u"rate"_s, u"Statements a second, for workloads that keep a pace."_s, u"R"_s);
    option(u"seed"_s, u"Of the random numbers; the same seed makes the same data."_s, u"N"_s);
    option(u"input"_s, u"The user's own file, for workloads that take one."_s, u"FILE"_s);
    option(u"out"_s, u"A new folder for run.json, steps.csv, samples.csv, report.html, charts."_s,
           u"DIR"_s);
    option(u"quiet"_s, u"No progress."_s);
    option(u"json"_s, u"The whole run as JSON instead of a table."_s);
    if (!parse())
        return;
    const QStringList positional = m_parser.positionalArguments().mid(1);
    if (positional.size() > 1)
        fault(FaultCode::BadValue, u"arguments"_s, positional.mid(1).join(u' '),
              u"one plan at most"_s);
    if (!positional.isEmpty())
        planFile(positional.first());
    const bool chosen =
        m_parser.isSet(u"target"_s) || m_parser.isSet(u"drive"_s) || m_parser.isSet(u"workload"_s);
    if (positional.isEmpty() && !chosen)   // the demo plan, with what else was said
        m_line.plan = demoPlan(QDir::homePath());
    planOptions();
    if (m_parser.isSet(u"out"_s))
        m_line.out = absolute(m_parser.value(u"out"_s));
    m_line.quiet = m_parser.isSet(u"quiet"_s);
    m_line.json = m_parser.isSet(u"json"_s);
}

void Reader::list()
{
    m_parser.setApplicationDescription(
        u"Lists what there is: targets, drives, workloads or runs."_s);
    m_parser.addPositionalArgument(u"list"_s, u"This command."_s);
    m_parser.addPositionalArgument(u"what"_s, u"targets, drives, workloads or runs."_s,
                                   u"targets|drives|workloads|runs"_s);
    option(u"json"_s, u"As JSON."_s);
    if (!parse())
        return;
    m_line.list = m_parser.positionalArguments().value(1);
    m_line.json = m_parser.isSet(u"json"_s);
    const QStringList known{u"targets"_s, u"drives"_s, u"workloads"_s, u"runs"_s};
    if (!known.contains(m_line.list) || m_parser.positionalArguments().size() > 2)
        fault(FaultCode::BadValue, u"list"_s, m_parser.positionalArguments().mid(1).join(u' '),
              known.join(u'|'));
}

void Reader::runIds(qsizetype count)
{
    const QStringList given = m_parser.positionalArguments().mid(1);
    for (const QString &text : given) {
        bool ok = text == "last"_L1;
        const qint64 id = ok ? 0 : text.toLongLong(&ok);
        if (ok && id >= 0)
            m_line.runs.push_back(id);   // 0: the last one
        else
            fault(FaultCode::BadValue, u"RUN"_s, text, u"a run's number, or last"_s);
    }
    if (given.size() != count)
        fault(FaultCode::BadValue, u"RUN"_s, given.join(u' '), u"%1"_s.arg(count));
}

void Reader::show(Verb verb, qsizetype count)
{
    m_parser.setApplicationDescription(verb == Verb::Show ? u"Shows a run's table and verdict."_s
                                                          : u"Compares two runs."_s);
    m_parser.addPositionalArgument(verb == Verb::Show ? u"show"_s : u"compare"_s,
                                   u"This command."_s);
    for (qsizetype i = 0; i < count; ++i)
        m_parser.addPositionalArgument(u"RUN"_s, u"A run's number (list runs), or last."_s);
    option(u"json"_s, u"As JSON."_s);
    if (!parse())
        return;
    m_line.json = m_parser.isSet(u"json"_s);
    runIds(count);
}

void Reader::exportRun()
{
    m_parser.setApplicationDescription(u"Writes a run to files. Nothing is ever overwritten."_s);
    m_parser.addPositionalArgument(u"export"_s, u"This command."_s);
    m_parser.addPositionalArgument(u"RUN"_s, u"A run's number (list runs), or last."_s);
    option(u"out"_s, u"The folder to write to."_s, u"DIR"_s);
    option(u"format"_s, u"csv,json,png,svg,html,pdf (all but pdf and svg)."_s, u"LIST"_s);
    option(u"size"_s, u"Of pictures: WIDTHxHEIGHT (1600x900)."_s, u"WxH"_s);
    option(u"scale"_s, u"Pixels a point (2)."_s, u"F"_s);
    if (!parse())
        return;
    runIds(1);
    if (m_parser.isSet(u"out"_s))
        m_line.out = absolute(m_parser.value(u"out"_s));
    else
        fault(FaultCode::MissingKey, u"--out"_s, {});
    const QStringList known{u"csv"_s, u"json"_s, u"png"_s, u"svg"_s, u"html"_s, u"pdf"_s};
    m_line.formats = m_parser.isSet(u"format"_s)
                         ? m_parser.value(u"format"_s).split(u',')
                         : QStringList{u"csv"_s, u"json"_s, u"png"_s, u"html"_s};
    for (const QString &format : m_line.formats) {
        if (!known.contains(format))
            fault(FaultCode::BadValue, u"format"_s, format, known.join(u','));
    }
    if (m_parser.isSet(u"size"_s)) {
        const QStringList parts = m_parser.value(u"size"_s).split(u'x');
        m_line.size = {parts.value(0).toInt(), parts.value(1).toInt()};
        const auto sensible = [](int points) { return points >= 200 && points <= 8000; };
        if (parts.size() != 2 || !sensible(m_line.size.width()) || !sensible(m_line.size.height()))
            fault(FaultCode::OutOfRange, u"size"_s, m_parser.value(u"size"_s),
                  u"200x200..8000x8000"_s);
    }
    number(u"scale"_s, m_line.pixelScale);
    if (!(m_line.pixelScale >= 0.5 && m_line.pixelScale <= 4))
        fault(FaultCode::OutOfRange, u"scale"_s, m_parser.value(u"scale"_s), u"0.5..4"_s);
}

void Reader::clean()
{
    m_parser.setApplicationDescription(u"Removes what an interrupted run left behind."_s);
    m_parser.addPositionalArgument(u"clean"_s, u"This command."_s);
    option(u"dry-run"_s, u"Says what would be removed."_s);
    if (!parse())
        return;
    m_line.dryRun = m_parser.isSet(u"dry-run"_s);
    if (m_parser.positionalArguments().size() > 1)
        fault(FaultCode::BadValue, u"arguments"_s,
              m_parser.positionalArguments().mid(1).join(u' '));
}

void Reader::window()
{
    m_parser.setApplicationDescription(
        u"Test-drives database engines on your own drives.\n\n"
        "  drivetrain                      the window\n"
        "  drivetrain run [PLAN.json] ...  runs a plan\n"
        "  drivetrain list targets|drives|workloads|runs\n"
        "  drivetrain show RUN             a run's table and verdict\n"
        "  drivetrain compare RUN RUN\n"
        "  drivetrain export RUN --out DIR\n"
        "  drivetrain clean                what an interrupted run left behind\n\n"
        "Each command has a --help of its own."_s);
    option(u"version"_s, u"Show the version."_s);
    m_parser.addPositionalArgument(u"command"_s, u"run, list, show, compare, export or clean."_s,
                                   u"[command]"_s);
    if (!parse())
        return;
    if (m_parser.isSet(u"version"_s))
        m_line.verb = Verb::Version;
    if (!m_parser.positionalArguments().isEmpty())
        fault(FaultCode::BadValue, u"command"_s, m_parser.positionalArguments().first(),
              u"run|list|show|compare|export|clean"_s);
}

} // namespace

CommandLine readCommandLine(const QStringList &arguments)
{
    CommandLine line;
    Reader reader(line, QStringList{u"drivetrain"_s} + arguments);
    const QString verb = arguments.value(0);
    if (verb == "run"_L1) {
        line.verb = Verb::Run;
        reader.run();
    } else if (verb == "list"_L1) {
        line.verb = Verb::List;
        reader.list();
    } else if (verb == "show"_L1) {
        line.verb = Verb::Show;
        reader.show(Verb::Show, 1);
    } else if (verb == "compare"_L1) {
        line.verb = Verb::Compare;
        reader.show(Verb::Compare, 2);
    } else if (verb == "export"_L1) {
        line.verb = Verb::Export;
        reader.exportRun();
    } else if (verb == "clean"_L1) {
        line.verb = Verb::Clean;
        reader.clean();
    } else {
        reader.window();
    }
    return line;
}

} // namespace drivetrain
