// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "model/fault.h"
#include <QString>
#include <QStringList>
#include <algorithm>

namespace drivetrain {

/// A socket, localhost, or an address of the loopback: TLS has nothing to protect there.
[[nodiscard]] inline bool isThisMachine(const QString &host)
{
    // "127.example.org" is a name, and may be anywhere.
    const bool isNumeric = std::all_of(host.begin(), host.end(),
                                       [](QChar c) { return c.isDigit() || c == u'.'; });
    return host.startsWith(u'/') || host == QStringLiteral("localhost")
        || host == QStringLiteral("::1") || (isNumeric && host.startsWith(QStringLiteral("127.")));
}

/// Settings of a private server that are Drivetrain's own: with them a target could open somebody's data
/// or a port.
[[nodiscard]] inline bool isReserved(QString key)
{
    static const QStringList reserved{
        QStringLiteral("datadir"), QStringLiteral("data_directory"), QStringLiteral("config_file"),
        QStringLiteral("hba_file"), QStringLiteral("ident_file"), QStringLiteral("external_pid_file"),
        QStringLiteral("listen_addresses"), QStringLiteral("port"), QStringLiteral("bind_address"),
        QStringLiteral("networking"), QStringLiteral("socket"), QStringLiteral("pid_file"),
        QStringLiteral("unix_socket_directories"), QStringLiteral("unix_socket_permissions"),
        QStringLiteral("unix_socket_group"), QStringLiteral("init_file"), QStringLiteral("user"),
        QStringLiteral("chroot"), QStringLiteral("tmpdir"), QStringLiteral("innodb_data_home_dir"),
        QStringLiteral("innodb_log_group_home_dir"), QStringLiteral("innodb_undo_directory"),
        QStringLiteral("aria_log_dir_path"), QStringLiteral("log_bin"), QStringLiteral("log_error"),
        QStringLiteral("general_log_file"), QStringLiteral("slow_query_log_file"),
        QStringLiteral("plugin_dir"), QStringLiteral("plugin_load"), QStringLiteral("basedir"),
        QStringLiteral("defaults_file"), QStringLiteral("defaults_extra_file"),
        QStringLiteral("log_directory"), QStringLiteral("archive_command"),
        QStringLiteral("archive_library"), QStringLiteral("restore_command"),
        QStringLiteral("shared_preload_libraries"), QStringLiteral("bootstrap")};
    key = key.toLower().replace(u'-', u'_');
    for (const QString &prefix : {QStringLiteral("skip_"), QStringLiteral("loose_")}) {
        if (key.startsWith(prefix))
            key = key.mid(prefix.size());
    }
    return reserved.contains(key);
}

/// The server answered, and did not do it: else nobody knows whether it was done.
[[nodiscard]] inline bool isRefusal(const Error &error)
{
    return error.kind == ErrorKind::Engine || error.kind == ErrorKind::Permission
        || error.kind == ErrorKind::DiskFull;
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
