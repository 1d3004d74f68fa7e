// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "error.h"
#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace drivetrain {

enum class Durability { Durable, Relaxed, Unsafe };
enum class Transport { Literal, Prepared, Pipelined, Bulk };

/// Names in plans, files and on the command line; never translated.
[[nodiscard]] QString durabilityName(Durability durability);
[[nodiscard]] QString transportName(Transport transport);
[[nodiscard]] std::optional<Durability> durabilityFromName(QStringView name);
[[nodiscard]] std::optional<Transport> transportFromName(QStringView name);

/// Where somebody's server is. A private server has none.
struct ServerAddress
{
    QString host;            ///< a name, an address, or a socket's folder (begins with '/')
    int port = 0;            ///< 0: the engine's default
    QString user, database;
    friend bool operator==(const ServerAddress &, const ServerAddress &) = default;
};

/// A target as text, taken apart: "sqlite:journal=wal,sync=normal", "postgres",
/// "mariadb:engine=myisam", "postgres://user@host:5432/db?sslmode=verify-full". It never holds a
/// password.
///
/// `qt:QODBC?dsn=name` names a Qt SQL driver, `command:PROGRAM ARGS` a program. With dsn, host or
/// database a Qt target is somebody's server: they are its options, and its address says the same.
///
/// The option `durability` is common to all engines and overrides the plan's.
struct TargetSpec
{
    /// the registry's name: "sqlite", "postgres", "mariadb"
    QString engine;
    /// what the engine drives: a Qt driver's name ("QODBC"), or a program with its arguments, as
    /// written; empty for the others
    QString subject;
    std::optional<ServerAddress> address;             ///< set: somebody's server
    std::vector<std::pair<QString, QString>> options; ///< in the order of the text, keys lower case

    [[nodiscard]] bool isSomebodysServer() const { return address.has_value(); }
    [[nodiscard]] std::optional<QString> option(QStringView key) const;
    [[nodiscard]] QString text() const;               ///< canonical: parse(text()) == *this
    friend bool operator==(const TargetSpec &, const TargetSpec &) = default;
};

/// Reads a target's text. Errors: InvalidInput with the words of what is off. mysql and mariadb are
/// one engine, named "mariadb"; a password in an address is refused (subject then holds no secret).
[[nodiscard]] Expected<TargetSpec> parseTarget(const QString &text);

} // namespace drivetrain
