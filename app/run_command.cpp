// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "export/export.h"
#include "output_files.h"
#include "run/workbench.h"
#include "signals.h"
#include "stats/comparison.h"
#include "store/store.h"
#include "terminal.h"
#include "words/words.h"

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int progressEvery_ms = 250, endingEvery_ms = 20;

/// Waits for the run to end, showing where it stands; a signal stops it.
void attend(Workbench &workbench, const Signals &signals, bool quiet)
{
    ProgressLine line;
    bool stopping = false;
    while (workbench.isRunning()) {
        if (signals.wait(stopping ? endingEvery_ms : progressEvery_ms)) {
            workbench.stop();
            stopping = true;
        } else if (!quiet && !stopping) {
            line.show(workbench.progress());
        }
    }
    workbench.wait();
    line.finish();
}

int exitStatus(const Run &run)
{
    if (run.status == RunStatus::Cancelled)
        return exits::cancelled;
    return run.allVerified() ? exits::good : exits::failed;
}

/// What went wrong in which lap, each once a target.
void printFailures(const Run &run)
{
    QStringList seen;
    for (const Lap &lap : run.laps) {
        const QString target = run.targets[static_cast<std::size_t>(lap.target)].label();
        QStringList lines;
        if (lap.error)
            lines << words::error(*lap.error);
        for (const StepResult &step : lap.steps) {
            if (step.verification == Verification::Wrong)
                lines << u"%1: %2"_s.arg(step.title, step.wrong_detail);
        }
        for (const QString &text : std::as_const(lines)) {
            const QString line = u"%1: %2\n"_s.arg(target, text);
            if (!seen.contains(line)) {
                printError(line);
                seen << line;
            }
        }
    }
}

void printResult(const CommandLine &line, const Run &run)
{
    if (line.json) {
        printOut(QString::fromUtf8(runJson(run)));
        return;
    }
    for (const QString &workload : run.plan.workloads) {
        printOut(u'\n' + resultText(run, workload) + u'\n');
        printOut(words::verdict(run, workload, headlineVerdict(run, workload)) + u'\n');
        for (const Ladder &ladder : ladders(run, workload))
            printOut(words::ladder(run, ladder) + u'\n');
    }
}

} // namespace

int refuse(const Faults &faults)
{
    for (const Fault &fault : faults)
        printError(words::fault(fault) + u'\n');
    return exits::badArguments;
}

int refuse(const Error &error, int status)
{
    printError(words::error(error) + u'\n');
    return status;
}

int runCommand(const CommandLine &line, Workbench &workbench, const Signals &signals)
{
    const Plan &plan = line.plan;
    if (line.faults.empty())
        workbench.clean(false);
    PlanCheck check = workbench.check(plan);
    if (!line.faults.empty())   // what could not be read is not missing as well
        std::erase_if(check.faults,
                      [](const Fault &fault) { return fault.code == FaultCode::NothingChosen; });
    check.faults.insert(check.faults.begin(), line.faults.begin(), line.faults.end());
    const OutputRequest output{
        line.out, {u"csv"_s, u"json"_s, u"png"_s, u"html"_s}, line.size, line.pixelScale};
    if (!line.out.isEmpty()) {
        const Faults more = checkOutput(output, plan.workloads, u"out"_s);
        check.faults.insert(check.faults.end(), more.begin(), more.end());
    }
    if (!check.faults.empty())
        return refuse(check.faults);
    if (!line.quiet)
        printError(words::forecast(plan, check.forecast) + u'\n');
    if (auto started = workbench.start(plan); !started)
        return refuse(started.error(), exits::badArguments);
    attend(workbench, signals, line.quiet);

    const Progress over = workbench.progress();
    const auto store = Store::open(workbench.options().store_path);
    if (!store)
        return refuse(store.error(), exits::failed);
    const auto run = (*store)->run(over.run_id);
    if (!run)
        return refuse(over.last_error.value_or(run.error()), exits::failed);
    printFailures(*run);
    printResult(line, *run);
    if (!line.out.isEmpty()) {
        std::vector<HistoricalTable> historical;
        for (const QString &workload : plan.workloads)
            historical.push_back(workbench.historical(workload));
        const auto written = writeOutput(output, *run, historical);
        if (!written)
            return refuse(written.error(), exits::failed);
        if (!line.quiet)
            printError(written->join(u'\n') + u'\n');
    }
    return exitStatus(*run);
}

} // namespace drivetrain
