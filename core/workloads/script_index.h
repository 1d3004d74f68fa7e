// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/sql_script.h"
#include <memory>
#include <vector>

namespace drivetrain {

/// What one pass over a script finds: its steps, what they hold, and that it can be read to its
/// end. Kept by path, size, time of change and style, so that a file is read once, not once a lap.
struct ScriptIndex
{
    struct Step
    {
        QString name;                 ///< of the marker; the file's name before the first
        qint64 offset = 0;            ///< where it begins
        std::int64_t line = 1;
        std::int64_t statements = 0;  ///< BEGIN and COMMIT not counted
        std::int64_t commands = 0;    ///< of the client
        std::int64_t commits = 0;     ///< of its own; statements outside of a transaction included
        std::vector<std::string> tables;   ///< that CREATE TABLE names, as written
    };
    std::vector<Step> steps;
    qint64 bytes = 0;

    /// Errors: as SqlScript's.
    [[nodiscard]] static Expected<std::shared_ptr<const ScriptIndex>> of(const QString &path,
                                                                         ScriptStyle style);
};

/// Whether a statement opens or closes a transaction, however it is written.
enum class TransactionWord { None, Begin, Commit, Rollback };
[[nodiscard]] TransactionWord transactionWord(std::string_view statement, ScriptStyle style);

} // namespace drivetrain
