// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <vector>

namespace drivetrain {

/// Every way in which a plan, an argument or the machine can be unfit for a run.
enum class FaultCode {
    NotJson,
    UnknownKey,
    WrongType,
    MissingKey,
    OutOfRange,
    BadValue,
    NothingChosen, ///< no target, no drive, no workload
    UnknownEngine,
    UnknownOption,
    BadOptionValue,
    UnknownWorkload,
    DuplicateTarget,
    PasswordInTarget,
    EngineNotInstalled,
    TransportNotOffered,
    DurabilityNotOffered,
    ClientsNotOffered,
    WorkloadNotOffered,
    PlaceNotOffered,   ///< temporary files or log on a drive of their own
    DriveNotFound,
    DriveReadOnly,
    DriveNoPermission,
    DriveTooFull,
    DriveNotEnterable,
    PathTooLong,
    HostUnreachable,
    WrongPassword,
    MissingRight,
    TlsFailed,
    ServerRefused,
    OutputExists,
    OutputNotWritable,
    InputNotReadable,
    MeasuringElsewhere, ///< another instance of Drivetrain measures on this machine
};

/// One reason why a plan cannot run. `field` names the place in the plan ("targets[1]", "scale",
/// "drives[0]"), so that the window can show the fault beside it and the command line can print it.
struct Fault
{
    FaultCode code = FaultCode::BadValue;
    QString field;
    QString value;      ///< what stands there now; never a password
    QString detail;     ///< the limit, the engine's words, the bytes needed: untranslated facts
    QString remedy;     ///< a command or value that mends it; may be empty

    friend bool operator==(const Fault &, const Fault &) = default;
};
using Faults = std::vector<Fault>;

} // namespace drivetrain
