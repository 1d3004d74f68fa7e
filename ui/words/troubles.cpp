// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tr.h"
#include "words/words.h"

using namespace Qt::StringLiterals;

namespace drivetrain::words {
namespace {

/// What a workload does not offer, by the plan's field; otherwise detail says who does not offer it.
QString notOffered(const Fault &f)
{
    const QString workload = workloadTitle(f.detail, f.detail);
    if (f.field == "input"_L1)
        return Words::tr("'%1' takes no file").arg(workload);
    if (f.field == "transaction"_L1)
        return Words::tr("'%1' keeps to its own transactions").arg(workload);
    if (f.field == "duration_s"_L1 || f.field == "rate"_L1)
        return Words::tr("'%1' goes at its own pace, until it is done").arg(workload);
    return Words::tr("'%1' is not offered by %2").arg(f.value, f.detail);
}

QString what(const Fault &f)
{
    switch (f.code) {
    case FaultCode::NotJson: return Words::tr("this is not a plan in JSON (%1)").arg(f.detail);
    case FaultCode::UnknownKey: return Words::tr("no such key is known");
    case FaultCode::WrongType: return Words::tr("'%1' is not a %2").arg(f.value, f.detail);
    case FaultCode::MissingKey:
        return f.detail.isEmpty() ? Words::tr("is needed")
                                  : Words::tr("is needed by '%1'")
                                        .arg(workloadTitle(f.detail, f.detail));
    case FaultCode::OutOfRange: return Words::tr("%1 is outside of %2").arg(f.value, f.detail);
    case FaultCode::BadValue:
        return f.detail.isEmpty()
                   ? Words::tr("'%1' makes no sense here").arg(f.value)
                   : Words::tr("'%1' makes no sense here: %2").arg(f.value, f.detail);
    case FaultCode::NothingChosen: return Words::tr("nothing is chosen");
    case FaultCode::UnknownEngine:
        return Words::tr("no engine '%1' is known; there are %2").arg(f.value, f.detail);
    case FaultCode::UnknownOption:
        return f.detail.isEmpty()
                   ? Words::tr("no setting '%1' is known").arg(f.value)
                   : Words::tr("no setting '%1' is known; there are %2").arg(f.value, f.detail);
    case FaultCode::BadOptionValue:
        return Words::tr("'%1' is not one of %2").arg(f.value, f.detail);
    case FaultCode::UnknownWorkload:
        return Words::tr("no workload '%1' is known; there are %2").arg(f.value, f.detail);
    case FaultCode::DuplicateTarget:
        return Words::tr("'%1' is chosen twice (see %2)").arg(f.value, f.detail);
    case FaultCode::PasswordInTarget:
        return Words::tr("a password must not stand here; it comes from the keychain, a password "
                         "file or a prompt");
    case FaultCode::EngineNotInstalled:
        return Words::tr("'%1' is not available: %2").arg(f.value, f.detail);
    case FaultCode::TransportNotOffered:
        return Words::tr("%2 does not offer the transport '%1'")
            .arg(f.value, workloadTitle(f.detail, f.detail));
    case FaultCode::DurabilityNotOffered:
        return Words::tr("%2 does not offer the durability '%1'").arg(f.value, f.detail);
    case FaultCode::ClientsNotOffered:
        return Words::tr("%1 clients are not offered here, only %2").arg(f.value, f.detail);
    case FaultCode::WorkloadNotOffered:
        return notOffered(f);
    case FaultCode::PlaceNotOffered:
        return Words::tr("%1 cannot keep these on a drive of their own").arg(f.detail);
    case FaultCode::DriveNotFound:
        return Words::tr("there is no folder %1 (%2)").arg(f.value, f.detail);
    case FaultCode::DriveReadOnly: return Words::tr("%1 can only be read").arg(f.value);
    case FaultCode::DriveNoPermission:
        return Words::tr("this account may not write to %1").arg(f.value);
    case FaultCode::DriveTooFull: {
        const QString needed = f.detail.section(u'/', 0, 0), free = f.detail.section(u'/', 1);
        bool known = false;
        needed.toLongLong(&known);
        return known ? Words::tr("%1 is too full: %2 are needed, %3 are free")
                           .arg(f.value, bytes(needed.toLongLong()), bytes(free.toLongLong()))
                     : Words::tr("%1 is too full").arg(f.value);
    }
    case FaultCode::DriveNotEnterable:
        return Words::tr("the server's account '%1' cannot enter %2, so its data cannot be in %3")
            .arg(f.detail.section(", "_L1, 0, 0), f.detail.section(", "_L1, 1), f.value);
    case FaultCode::PathTooLong: return Words::tr("the path %1 is too long").arg(f.value);
    case FaultCode::HostUnreachable:
        return Words::tr("%1 cannot be reached: %2").arg(f.value, f.detail);
    case FaultCode::WrongPassword:
        return Words::tr("%1 refuses the password, or asks for one: %2").arg(f.value, f.detail);
    case FaultCode::MissingRight:
        return Words::tr("on %1 a right is missing: %2").arg(f.value, f.detail);
    case FaultCode::TlsFailed:
        return Words::tr("no safe connection to %1: %2").arg(f.value, f.detail);
    case FaultCode::ServerRefused: return Words::tr("%1 refuses: %2").arg(f.value, f.detail);
    case FaultCode::OutputExists:
        return Words::tr("%1 is there already and is not overwritten").arg(f.value);
    case FaultCode::OutputNotWritable:
        return Words::tr("%1 cannot be written: no right to write to %2").arg(f.value, f.detail);
    case FaultCode::InputNotReadable:
        return Words::tr("%1 cannot be read: %2").arg(f.value, f.detail);
    case FaultCode::MeasuringElsewhere:
        return Words::tr("another Drivetrain is measuring on this machine");
    }
    return {};
}

/// What helps where the fault names no command of its own.
QString remedyFor(const Fault &f)
{
    switch (f.code) {
    case FaultCode::DriveNotEnterable:
        return Words::tr("choose another folder, such as %1").arg(f.remedy);
    case FaultCode::OutputExists: return Words::tr("choose another folder");
    case FaultCode::DriveTooFull:
        return Words::tr("free some space, choose another drive or a smaller scale");
    case FaultCode::DriveReadOnly:
    case FaultCode::DriveNoPermission:
    case FaultCode::DriveNotFound: return Words::tr("choose another folder");
    default: return f.remedy.isEmpty() ? QString() : Words::tr("try: %1").arg(f.remedy);
    }
}

QString errorKind(const Error &e)
{
    switch (e.kind) {
    case ErrorKind::InvalidInput: return Words::tr("this makes no sense");
    case ErrorKind::NotFound: return Words::tr("not found");
    case ErrorKind::NotAvailable: return Words::tr("not available");
    case ErrorKind::Permission: return Words::tr("not allowed");
    case ErrorKind::ReadOnly: return Words::tr("can only be read");
    case ErrorKind::DiskFull: return Words::tr("the drive is full");
    case ErrorKind::Exists: return Words::tr("is there already and is not overwritten");
    case ErrorKind::Connection: return Words::tr("the connection failed or was lost");
    case ErrorKind::Authentication: return Words::tr("the password is refused, or one is missing");
    case ErrorKind::Timeout: return Words::tr("no answer in time");
    case ErrorKind::Cancelled: return Words::tr("stopped");
    case ErrorKind::Engine: return Words::tr("the engine refuses");
    case ErrorKind::WrongAnswer: return Words::tr("the answer is wrong");
    case ErrorKind::Io: return Words::tr("reading or writing failed");
    case ErrorKind::Damaged: return Words::tr("the file is damaged or of another version");
    case ErrorKind::Busy: return Words::tr("another Drivetrain is measuring on this machine");
    case ErrorKind::Internal: return Words::tr("a defect of Drivetrain");
    }
    return {};
}

} // namespace

QString faultAtItsPlace(const Fault &fault)
{
    const QString remedy = remedyFor(fault);
    return remedy.isEmpty() ? what(fault) : what(fault) + u" - "_s + remedy;
}

QString fault(const Fault &fault)
{
    const QString text = faultAtItsPlace(fault);
    return fault.field.isEmpty() ? text : fault.field + u": "_s + text;
}

QString error(const Error &error)
{
    QString text = errorKind(error);
    if (!error.subject.isEmpty())
        text += u": "_s + error.subject;
    if (!error.words.isEmpty())
        text += u": "_s + error.words;
    if (!error.code.isEmpty())
        text += u" ["_s + error.code + u']';
    if (!error.remedy.isEmpty())
        text += u" - "_s + Words::tr("try: %1").arg(error.remedy);
    return text;
}

QString obstacle(const Drive &drive)
{
    switch (drive.obstacle) {
    case DriveObstacle::None: return {};
    case DriveObstacle::ReadOnly: return Words::tr("can only be read");
    case DriveObstacle::NoPermission: return Words::tr("this account may not write here");
    case DriveObstacle::Full: return Words::tr("too full");
    case DriveObstacle::NotAFolder: return Words::tr("not a folder");
    case DriveObstacle::NotFound: return Words::tr("not there: %1").arg(drive.obstacle_detail);
    case DriveObstacle::SystemOnly: return Words::tr("reserved for the system");
    }
    return {};
}

} // namespace drivetrain::words
