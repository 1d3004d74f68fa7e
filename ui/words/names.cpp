// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tr.h"
#include "words/words.h"

using namespace Qt::StringLiterals;

namespace drivetrain::words {

QString driveKind(DriveKind kind)
{
    switch (kind) {
    case DriveKind::Nvme: return Words::tr("NVMe");
    case DriveKind::SolidState: return Words::tr("SSD");
    case DriveKind::HardDisk: return Words::tr("Hard disk");
    case DriveKind::Memory: return Words::tr("Memory");
    case DriveKind::Network: return Words::tr("Network");
    case DriveKind::Unknown: return Words::tr("Drive");
    }
    return {};
}

QString durability(Durability durability)
{
    switch (durability) {
    case Durability::Durable: return Words::tr("durable");
    case Durability::Relaxed: return Words::tr("relaxed");
    case Durability::Unsafe: return Words::tr("unsafe");
    }
    return {};
}

QString durabilityMeaning(Durability durability)
{
    switch (durability) {
    case Durability::Durable: return Words::tr("Whatever was saved survives a power cut.");
    case Durability::Relaxed:
        return Words::tr("A power cut may cost the last moments; nothing breaks.");
    case Durability::Unsafe: return Words::tr("Fast, but a power cut may destroy the data.");
    }
    return {};
}

QString transport(Transport transport)
{
    switch (transport) {
    case Transport::Literal: return Words::tr("Plain SQL text");
    case Transport::Prepared: return Words::tr("Prepared statements");
    case Transport::Pipelined: return Words::tr("Pipelined");
    case Transport::Bulk: return Words::tr("Bulk loading");
    }
    return {};
}

QString transportMeaning(Transport transport)
{
    switch (transport) {
    case Transport::Literal: return Words::tr("One statement a call, as the published tests did.");
    case Transport::Prepared:
        return Words::tr("Parsed once, then only values are sent, as programs do.");
    case Transport::Pipelined: return Words::tr("Many statements on the way at once.");
    case Transport::Bulk: return Words::tr("The engine's own way to load much data.");
    }
    return {};
}

QString phase(Phase phase)
{
    switch (phase) {
    case Phase::Client: return Words::tr("Making statements");
    case Phase::Prepare: return Words::tr("Parsing");
    case Phase::Execute: return Words::tr("Executing");
    case Phase::Read: return Words::tr("Reading files");
    case Phase::Write: return Words::tr("Writing files");
    case Phase::Sync: return Words::tr("Waiting for the drive");
    case Phase::CommitWait: return Words::tr("Committing");
    case Phase::NetworkWait: return Words::tr("Waiting for the server");
    case Phase::Other: return Words::tr("Other");
    }
    return {};
}

QString runStatus(RunStatus status)
{
    switch (status) {
    case RunStatus::Running: return Words::tr("running");
    case RunStatus::Finished: return Words::tr("finished");
    case RunStatus::Failed: return Words::tr("failed");
    case RunStatus::Cancelled: return Words::tr("stopped");
    case RunStatus::Interrupted: return Words::tr("interrupted");
    }
    return {};
}

QString lapStatus(LapStatus status)
{
    switch (status) {
    case LapStatus::Running: return Words::tr("running");
    case LapStatus::Finished: return Words::tr("finished");
    case LapStatus::Failed: return Words::tr("failed");
    case LapStatus::Wrong: return Words::tr("wrong answer");
    case LapStatus::Cancelled: return Words::tr("stopped");
    }
    return {};
}

QString runStage(RunStage stage)
{
    switch (stage) {
    case RunStage::Idle: return Words::tr("nothing is running");
    case RunStage::Preparing: return Words::tr("preparing");
    case RunStage::Running: return Words::tr("measuring");
    case RunStage::Verifying: return Words::tr("checking the answers");
    case RunStage::CleaningUp: return Words::tr("cleaning up");
    case RunStage::Stopping: return Words::tr("stopping");
    case RunStage::Over: return Words::tr("over");
    }
    return {};
}

QString targetMeaning(const QString &engine, const QString &target)
{
    if (target.startsWith("qt:"_L1))
        return Words::tr("Reached through Qt's SQL layer: shows what that layer costs.");
    if (target.contains("engine=myisam"_L1))
        return Words::tr("MariaDB with its old, simple tables. No safety net.");
    if (target.contains("engine=aria"_L1))
        return Words::tr("MariaDB with crash-safe simple tables.");
    if (target.contains("durability=unsafe"_L1))
        return Words::tr("%1 with the safety net off: as fast as it gets.").arg(engine);
    if (engine == "SQLite"_L1)
        return Words::tr("A database in a single file, inside the application.");
    if (engine == "PostgreSQL"_L1)
        return Words::tr("A full database server, started just for the test.");
    return Words::tr("A popular database server, started just for the test.");
}

QString historicalLabel(const QString &engine, const QString &year)
{
    return Words::tr("historical: %1, %2").arg(engine, year);
}

QString nothingLeftBehind() { return Words::tr("Nothing was left behind."); }

} // namespace drivetrain::words
