// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <QFile>
#include <stop_token>

namespace drivetrain::sqlite {

/// Fills the new, open file `to` with the bytes of `from`, and syncs it. Every byte is read and
/// written (never a clone of the file system's), so that the copy's blocks are its own and laid out
/// afresh.
///
/// Errors: NotFound and InvalidInput (not a plain file, a journal beside it holds changes) name
/// `from`, DiskFull and the like `to`; Cancelled between two blocks. What was written by then
/// stays, for the caller to remove.
[[nodiscard]] Expected<void> copyDatabaseFile(const QString &from, const QFile &to,
                                              const std::stop_token &stop);

} // namespace drivetrain::sqlite
