// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/historical.h"
#include "model/run.h"
#include "run/progress.h"
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace drivetrain {

class EngineRegistry;
class WorkloadRegistry;

/// A database that can be ticked.
struct TargetOffer
{
    QString target;          ///< canonical text: "mariadb:engine=myisam"
    QString engine;          ///< "MariaDB"
    QString version;         ///< of what is installed; empty where it is not
    bool available = false;
    QString reason, remedy;  ///< where greyed: what is missing, and the command that installs it
    bool is_server = false;
    std::set<Durability> durabilities;
};
struct WorkloadOffer
{
    QString name, title, description;   ///< English; ui translates title and description
    std::set<Transport> transports;
    int clients_max = 1;
    std::vector<QString> step_titles;   ///< at scale 1
    bool takes_input = false, takes_transaction = false;
};

/// What a plan would do, in facts; ui puts it into a sentence.
struct Forecast
{
    int laps = 0;                       ///< over all targets, drives and workloads
    int targets = 0;                    ///< targets x drives
    double seconds = 0;                 ///< expected time of the whole run
    struct OnDrive { QString folder; std::int64_t needed_bytes = 0, free_bytes = 0; };
    std::vector<OnDrive> drives;        ///< the greatest need at any moment, a drive
};
struct PlanCheck { Faults faults; Forecast forecast; };

/// The whole of core as the window and the command line see it. Any thread unless said otherwise;
/// the calls marked slow look at drives or servers and belong off the window's thread.
class Workbench
{
public:
    struct Options
    {
        QString store_path;
        std::function<std::optional<QString>(const TargetSpec &)> password;
    };
    Workbench(const EngineRegistry &engines, const WorkloadRegistry &workloads, Options options);
    ~Workbench();

    [[nodiscard]] const Options &options() const;
    [[nodiscard]] std::vector<TargetOffer> targets() const;          ///< slow (0.1 s)
    [[nodiscard]] std::vector<Drive> drives() const;                 ///< slow
    [[nodiscard]] Drive driveOf(const QString &folder) const;        ///< slow; 'Any folder...'
    [[nodiscard]] std::vector<WorkloadOffer> workloads() const;
    [[nodiscard]] HistoricalTable historical(const QString &workload) const;
    /// Faults of one target's text alone (dialog's Test): reads it, checks options, connects once.
    /// Slow (5 s).
    [[nodiscard]] Faults testTarget(const QString &text,
                                    const std::optional<QString> &password) const;
    /// Everything that can be told before anything is touched; every fault at once. Slow (probes
    /// drives, connects to servers with a timeout of 5 s).
    [[nodiscard]] PlanCheck check(const Plan &plan) const;

    /// Starts a checked plan in threads of its own. Busy where somebody measures already. The run
    /// goes on until finished or stopped; only one at a time.
    [[nodiscard]] Expected<void> start(const Plan &plan);
    void stop() noexcept;                    ///< never blocks
    [[nodiscard]] bool isRunning() const noexcept;
    [[nodiscard]] static int cores() noexcept;   ///< of this machine
    void wait();                             ///< until the run is over
    [[nodiscard]] Progress progress() const; ///< a copy; short lock, never in the measured path
    /// Samples of the present run from `from` on (an ever-growing index over all laps); bounded
    /// buffer: `next` is the index to ask for next, and what fell out of the buffer is skipped.
    struct LiveSamples { std::size_t next = 0; std::vector<LiveSample> samples; };
    [[nodiscard]] LiveSamples samplesSince(std::size_t from) const;

    /// Marks runs that a killed application left as interrupted and sweeps what it left behind.
    /// Returns what was found, one line each (paths, databases); with dryRun nothing is changed.
    /// Slow.
    QStringList clean(bool dryRun);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace drivetrain
