// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "engines/qtsql/qtsql_connection.h"

namespace drivetrain::qtsql {

/// What a target comes to. Drivers of the servers that we can start or know how to share are
/// prepared by the native engines; of any other only Qt's interface is known.
enum class Kind { File, Postgres, Mysql, Foreign };
[[nodiscard]] Kind kindOf(const TargetSpec &target);

/// The same database as a target of the native engine: for Postgres and Mysql.
[[nodiscard]] TargetSpec nativeTarget(const TargetSpec &target);
/// Asks for the Qt target's password, whatever target the native engine asks for.
[[nodiscard]] PasswordSource passwordOf(const TargetSpec &target, const PasswordSource &password);
/// Parameters by the target's options, with its password; a data source or file of somebody's.
[[nodiscard]] Parameters foreignParameters(const TargetSpec &target,
                                           const PasswordSource &password);
/// "Qt 6.4.2, driver QPSQL"
[[nodiscard]] QString clientLibrary(const QString &driver);

/// The same that the native engine tells, asked through Qt.
[[nodiscard]] std::vector<Setting> sqliteSettings(Connection &connection);

/// An SQLite file of our own in the place's folder.
[[nodiscard]] Expected<std::unique_ptr<Installation>> openFile(const Place &place,
                                                               std::stop_token stop);
/// What the native engine makes ready, a private server or a corner of somebody's, through Qt.
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openServer(const Engine &native, const TargetSpec &target, const Place &place,
           std::stop_token stop);

/// A corner of our own behind a driver that could be anybody's: a schema of PostgreSQL, a database
/// of MySQL; an SQLite database only if it holds nothing, since there is no such corner in it.
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openCorner(const TargetSpec &target, const Place &place, std::stop_token stop);
/// Nothing: a corner can be made there. Otherwise why not.
[[nodiscard]] Expected<void> checkCorner(Connection &connection);
[[nodiscard]] Expected<void> dropCorner(const Parameters &parameters, const QString &tag);

} // namespace drivetrain::qtsql
