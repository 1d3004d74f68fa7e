// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/workbench.h"
#include "measure/drives.h"
#include "run/runner.h"
#include "servers/leftovers.h"
#include "store/store.h"
#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Held while measuring, by one instance on this machine and account.
std::unique_ptr<QLockFile> measuringLock(const QString &storePath)
{
    const QFileInfo store(storePath);
    QDir().mkpath(store.absolutePath());
    auto lock = std::make_unique<QLockFile>(store.absolutePath() + u"/measuring.lock"_s);
    lock->setStaleLockTime(0);   // only a dead process loses it, however long it measures
    return lock;
}

} // namespace

struct Workbench::Private
{
    const EngineRegistry &engines;
    const WorkloadRegistry &workloads;
    Options options;
    std::unique_ptr<LiveBoard> board = std::make_unique<LiveBoard>();
    std::unique_ptr<QLockFile> lock;
    std::atomic<bool> running{false};
    std::jthread thread;

    void work(const Plan &plan, std::stop_token stop);
    void over(RunStatus status, std::optional<Error> error);
};

Workbench::Workbench(const EngineRegistry &engines, const WorkloadRegistry &workloads,
                     Options options)
    : d(std::make_unique<Private>(engines, workloads, std::move(options)))
{
}

Workbench::~Workbench() = default;   // the thread's destructor asks it to stop and waits

const Workbench::Options &Workbench::options() const { return d->options; }

std::vector<TargetOffer> Workbench::targets() const
{
    std::vector<TargetOffer> offers;
    for (const auto &engine : d->engines.engines()) {
        for (const QString &text : engine->suggestions()) {
            const auto spec = parseTarget(text);
            if (!spec)
                continue;
            const Availability availability = engine->availability(*spec);
            const Capabilities capabilities = engine->capabilities(*spec);
            offers.push_back({spec->text(), engine->displayName(), availability.version,
                              availability.available, availability.reason, availability.remedy,
                              capabilities.is_server, capabilities.durabilities});
        }
    }
    return offers;
}

std::vector<Drive> Workbench::drives() const { return listDrives(); }

Drive Workbench::driveOf(const QString &folder) const { return driveOfFolder(folder); }

std::vector<WorkloadOffer> Workbench::workloads() const
{
    std::vector<WorkloadOffer> offers;
    for (const auto &workload : d->workloads.workloads()) {
        WorkloadOffer offer{workload->name(), workload->title(), workload->description(),
                            workload->transports(), workload->clients_max(), {},
                            workload->takesInput(), workload->takesTransaction()};
        for (const StepInfo &step : workload->steps({}))
            offer.step_titles.push_back(step.title);
        offers.push_back(std::move(offer));
    }
    return offers;
}

HistoricalTable Workbench::historical(const QString &workload) const
{
    const Workload *known = d->workloads.find(workload);
    return known ? known->historical() : HistoricalTable{};
}

Faults Workbench::testTarget(const QString &text, const std::optional<QString> &password) const
{
    const QString field = u"targets[0]"_s;
    const auto spec = parseTarget(text);
    if (!spec) {
        const bool secret = spec.error().code == "password"_L1;
        return {{secret ? FaultCode::PasswordInTarget : FaultCode::BadValue, field,
                 secret ? QString() : text, spec.error().words, {}}};
    }
    const Engine *engine = d->engines.find(spec->engine);
    if (!engine)
        return {{FaultCode::UnknownEngine, field, spec->engine, {}, {}}};
    Faults faults = engine->checkOptions(*spec, field);
    if (!faults.empty())
        return faults;
    const PasswordSource source = [&password](const TargetSpec &) { return password; };
    return engine->preflight(*spec, {}, password ? source : d->options.password, field);
}

PlanCheck Workbench::check(const Plan &plan) const
{
    return Planner(d->engines, d->workloads, d->options.password).check(plan);
}

void Workbench::Private::over(RunStatus status, std::optional<Error> error)
{
    board->update([&](Progress &progress) {
        progress.stage = RunStage::Over;
        progress.status = status;
        progress.left_s = 0;
        if (status != RunStatus::Cancelled)
            progress.fraction = 1;
        if (error)
            progress.last_error = std::move(error);
    });
}

void Workbench::Private::work(const Plan &plan, std::stop_token stop)
{
    auto store = Store::open(options.store_path);
    if (!store) {
        over(RunStatus::Failed, store.error());
    } else {
        Runner runner(engines, workloads, options.password, **store, *board);
        const auto status = runner.run(plan, stop);
        if (status)
            over(*status, std::nullopt);
        else
            over(RunStatus::Failed, status.error());
    }
    lock.reset();
    running = false;
}

Expected<void> Workbench::start(const Plan &plan)
{
    if (d->running)
        return failure(ErrorKind::Busy, {}, d->options.store_path);
    if (d->thread.joinable())
        d->thread.join();
    auto lock = measuringLock(d->options.store_path);
    if (!lock->tryLock(0)) {
        qint64 process = 0;
        QString host, application;
        lock->getLockInfo(&process, &host, &application);
        return failure(ErrorKind::Busy, u"process %1"_s.arg(process), d->options.store_path);
    }
    d->lock = std::move(lock);
    d->board->reset();
    d->running = true;
    d->thread =
        std::jthread([this, plan](std::stop_token stop) { d->work(plan, std::move(stop)); });
    return {};
}

void Workbench::stop() noexcept
{
    d->thread.request_stop();
    if (d->running)
        d->board->update([](Progress &progress) { progress.stage = RunStage::Stopping; });
}

int Workbench::cores() noexcept { return static_cast<int>(std::thread::hardware_concurrency()); }

bool Workbench::isRunning() const noexcept { return d->running; }

void Workbench::wait()
{
    if (d->thread.joinable())
        d->thread.join();
}

Progress Workbench::progress() const { return d->board->progress(); }

Workbench::LiveSamples Workbench::samplesSince(std::size_t from) const
{
    return d->board->samplesSince(from);
}

QStringList Workbench::clean(bool dryRun)
{
    QStringList found;
    if (dryRun) {
        for (const Leftover &leftover : findLeftovers())
            found << leftover.describe();
        return found;
    }
    if (d->running)
        return found;
    const auto lock = measuringLock(d->options.store_path);
    if (!lock->tryLock(0))   // somebody measures: what is there belongs to that run
        return found;
    if (QFileInfo::exists(d->options.store_path)) {
        if (auto store = Store::open(d->options.store_path)) {
            if (const auto ids = (*store)->markInterrupted()) {
                for (const qint64 id : *ids)
                    found << u"run %1 was interrupted"_s.arg(id);
            }
        }
    }
    const Sweep sweep = sweepLeftovers();
    for (const Leftover &leftover : sweep.removed)
        found << leftover.describe();
    for (const auto &[leftover, error] : sweep.failed)
        found << leftover.describe() + u": "_s + error.words;
    for (const Leftover &database : sweep.databases) {
        const auto spec = parseTarget(database.target);
        const Engine *engine = spec ? d->engines.find(spec->engine) : nullptr;
        const auto dropped = engine ? engine->dropTagged(*spec, database.tag, d->options.password)
                                    : Expected<void>(failure(ErrorKind::NotAvailable));
        if (dropped)
            forgetDatabase(database);
        found << (dropped ? database.describe()
                          : database.describe() + u": "_s + dropped.error().words);
    }
    return found;
}

} // namespace drivetrain
