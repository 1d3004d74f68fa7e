// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "engines/mysql/mysql_session.h"

namespace drivetrain::mysql {

inline constexpr int databasesMax = 64;   ///< that connectTo() makes

/// Path of a program of the server package, /usr/sbin included; empty: not installed.
[[nodiscard]] QString program(const QString &name);

/// What a target's tables are, as far as a power cut goes: InnoDB as its settings say; MyISAM is
/// never synced and breaks: always unsafe; Aria syncs its log at the end of each statement (seen:
/// one fdatasync of aria_log a statement), inside of BEGIN and COMMIT too: always durable.
enum class TableKind { InnoDb, MyIsam, Aria };
[[nodiscard]] TableKind tableKind(const TargetSpec &target);
[[nodiscard]] std::string tableSuffix(const TargetSpec &target);   ///< " ENGINE=MyISAM"
[[nodiscard]] Expected<EngineFacts> readFacts(MysqlSession &session, const TargetSpec &target);
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openPrivate(const TargetSpec &target, const Place &place, std::stop_token stop);
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openDatabase(const TargetSpec &target, const Place &place, std::stop_token stop);
[[nodiscard]] MysqlParameters parametersOf(const TargetSpec &target,
                                           const PasswordSource &password);
/// Drops databases that bear our tags and mark; anything else of such a name is left alone. Each
/// that is gone for certain is taken off `tags`; an error is the first one.
[[nodiscard]] Expected<void> dropDatabases(const MysqlParameters &parameters, QStringList &tags);
[[nodiscard]] QStringList addressOptions();

} // namespace drivetrain::mysql
