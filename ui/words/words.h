// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/drive.h"
#include "model/fault.h"
#include "run/progress.h"
#include "run/workbench.h"
#include "stats/ladder.h"
#include <QString>

/// Facts put into a person's language. No widget: the window, the report and the terminal share
/// these.
namespace drivetrain::words {

[[nodiscard]] QString fault(const Fault &fault); ///< what, where, what to do: one line
/// The same without the field: it stands beside it
[[nodiscard]] QString faultAtItsPlace(const Fault &fault);
[[nodiscard]] QString error(const Error &error);
[[nodiscard]] QString obstacle(const Drive &drive); ///< why it cannot be used; empty: it can
[[nodiscard]] QString driveKind(DriveKind kind);
[[nodiscard]] QString durability(Durability durability);
[[nodiscard]] QString durabilityMeaning(Durability durability); ///< one plain line
[[nodiscard]] QString transport(Transport transport);
[[nodiscard]] QString transportMeaning(Transport transport);
[[nodiscard]] QString phase(Phase phase);
[[nodiscard]] QString runStatus(RunStatus status);
[[nodiscard]] QString lapStatus(LapStatus status);
[[nodiscard]] QString runStage(RunStage stage);
[[nodiscard]] QString targetMeaning(const QString &engine,
                                    const QString &target); ///< for people who know no databases
[[nodiscard]] QString workloadTitle(const QString &name, const QString &title);
[[nodiscard]] QString workloadDescription(const QString &name, const QString &description);
/// A step's title as core tells it, put into words; what was published or the user named stays.
[[nodiscard]] QString stepTitle(const QString &workload, const QString &title);

/// "Runs Speed comparison 5 times on 2 databases: about 2 minutes, needs 60 MB of 80 GB free on
/// /home."
[[nodiscard]] QString forecast(const Plan &plan, const Forecast &forecast);
/// The plain sentence that a manager reads.
[[nodiscard]] QString verdict(const Run &run, const QString &workload, const Verdict &verdict);
/// What sixteen columns instead of one text cost a target, and why, in one sentence.
[[nodiscard]] QString ladder(const Run &run, const Ladder &ladder);
[[nodiscard]] QStringList ladderParts(); ///< parsing, conversion, columns, the rest: for a legend
/// "SQLite 3.40.1", and what tells it from its neighbours: settings, durability, drive.
/// `withDurability` false: where a badge beside it tells already.
[[nodiscard]] QString targetName(const Run &run, int target, bool withDurability = true);
[[nodiscard]] QString targetName(const std::vector<RunTarget> &targets, int target,
                                 bool withDurability = true);
[[nodiscard]] QString historicalLabel(const QString &engine,
                                      const QString &year); ///< "historical, ..."

[[nodiscard]] QString duration(double seconds); ///< "1 min 20 s"; below a minute three digits
[[nodiscard]] QString
roughDuration(double seconds); ///< of a forecast, which knows no hundredths: "2 min 30 s"
[[nodiscard]] QString timeLeft(std::optional<double> seconds);
[[nodiscard]] QString bytes(std::int64_t bytes);
[[nodiscard]] QString rate(double per_s);
[[nodiscard]] QString seconds(double seconds); ///< a figure of a table: "0.0123"
[[nodiscard]] QString nothingLeftBehind();

} // namespace drivetrain::words
