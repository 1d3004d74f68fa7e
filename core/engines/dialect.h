// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace drivetrain {

/// The few ways in which the engines' SQL differs, so that a workload never asks for an engine's
/// name.
struct Dialect
{
    bool numbered_placeholders = false;   ///< $1, $2 instead of ?
    std::string table_suffix;             ///< after CREATE TABLE (...): " ENGINE=MyISAM"
    /// DDL ends a transaction (MySQL): said in the step's note
    bool ddl_commits = false;

    /// `n` is 1-based.
    [[nodiscard]] std::string placeholder(int n) const
    { return numbered_placeholders ? "$" + std::to_string(n) : std::string("?"); }
};

} // namespace drivetrain
