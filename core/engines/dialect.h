// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace drivetrain {

/// A statement of upkeep, for one table: "{table}" stands for its name; empty where the engine has
/// none. One that does not name the table is for the whole database.
struct Upkeep
{
    /// plain, compact: {table} may be a list of names
    std::string plain;      ///< marks dead rows' space as free, does not shrink: VACUUM
    std::string compact;    ///< writes everything anew: VACUUM, VACUUM FULL, OPTIMIZE TABLE
    std::string reindex;
    std::string check;      ///< table and indexes against each other
    std::string check_needs;///< before the first check: CREATE EXTENSION
    std::string free_space, free_unit;  ///< a number of its unused space, and what is counted
    std::string keep_garbage;           ///< after CREATE TABLE (...): no upkeep in the background
    std::string check_good; ///< the last cell of a check that found nothing; empty: any answer
};

/// Whose reading a script is split by.
enum class ScriptStyle { Sqlite, Postgres, Mysql };

/// The few ways in which the engines' SQL differs, so that a workload never asks for an engine's
/// name.
struct Dialect
{
    bool numbered_placeholders = false;   ///< $1, $2 instead of ?
    std::string table_suffix;             ///< after CREATE TABLE (...): " ENGINE=MyISAM"
    /// DDL ends a transaction (MySQL): said in the step's note
    bool ddl_commits = false;
    bool backslash_escapes = false;       ///< in a literal text (MySQL): doubled then
    /// after a text column in an index: "(100)" where only a prefix can be indexed
    std::string key_type = "BIGINT";   ///< of a 64-bit whole number that is the primary key
    std::string index_prefix;
    bool doubled_quote_names = true;      ///< "name"; otherwise `name`
    bool writers_at_once = false;         ///< several sessions may write one table at a time
    ScriptStyle script = ScriptStyle::Sqlite;
    Upkeep upkeep;

    /// `n` is 1-based.
    [[nodiscard]] std::string placeholder(int n) const
    { return numbered_placeholders ? "$" + std::to_string(n) : std::string("?"); }

    /// Appends `text` as a literal, quoted.
    void quote(std::string &to, std::string_view text) const
    {
        to += '\'';
        for (const char c : text) {
            if (c == '\'' || (c == '\\' && backslash_escapes))
                to += c;
            to += c;
        }
        to += '\'';
    }
};

} // namespace drivetrain
