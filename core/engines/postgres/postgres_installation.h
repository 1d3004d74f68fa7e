// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/engine.h"
#include "engines/postgres/postgres_session.h"

namespace drivetrain::postgres {

inline constexpr int databasesMax = 64;   ///< that connectTo() makes

/// The folder of the newest installed server's programs, or of the version asked for; empty: none.
[[nodiscard]] QString binaries(const TargetSpec &target);

/// What the server's settings amount to
/// (https://www.postgresql.org/docs/15/runtime-config-wal.html).
[[nodiscard]] Durability durabilityOf(const std::vector<Setting> &settings);
[[nodiscard]] Expected<EngineFacts> readFacts(PostgresSession &session);

/// A server of our own on the place's drive.
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openPrivate(const TargetSpec &target, const Place &place, std::stop_token stop);
/// A schema of our own on somebody's server, by the place's tag.
[[nodiscard]] Expected<std::unique_ptr<Installation>>
openSchema(const TargetSpec &target, const Place &place, std::stop_token stop);
[[nodiscard]] PgParameters parametersOf(const TargetSpec &target, const PasswordSource &password);
/// Drops schemas that bear our tags and comment; anything else of such a name is left alone. Each
/// that is gone for certain is taken off `tags`; an error is the first one.
[[nodiscard]] Expected<void> dropSchemas(const PgParameters &parameters, QStringList &tags);

/// Connection options that an address may carry.
[[nodiscard]] QStringList addressOptions();

} // namespace drivetrain::postgres
