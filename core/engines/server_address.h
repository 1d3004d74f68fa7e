// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "model/fault.h"
#include <QString>

namespace drivetrain {

/// A socket, localhost, or an address of the loopback: TLS has nothing to protect there.
[[nodiscard]] inline bool isThisMachine(const QString &host)
{
    return host.startsWith(u'/') || host == QStringLiteral("localhost")
           || host.startsWith(QStringLiteral("127.")) || host == QStringLiteral("::1");
}

/// A failed connection as a plan's fault. `target` holds no password.
[[nodiscard]] inline Fault connectionFault(const Error &error, const QString &field,
                                           const QString &target)
{
    FaultCode code = FaultCode::ServerRefused;
    if (error.kind == ErrorKind::Authentication)
        code = FaultCode::WrongPassword;
    else if (error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Connection)
        code = FaultCode::HostUnreachable;
    else if (error.kind == ErrorKind::Permission)
        code = FaultCode::MissingRight;
    if (error.words.contains(QStringLiteral("certificate"), Qt::CaseInsensitive)
        || error.words.contains(QStringLiteral("SSL"))
        || error.words.contains(QStringLiteral("TLS")))
        code = FaultCode::TlsFailed;
    return {code, field, target, error.words, error.remedy};
}

} // namespace drivetrain
