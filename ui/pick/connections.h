// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/target.h"
#include <QStringList>
#include <functional>

class QObject;

namespace drivetrain::connections {

/// Servers that were entered in the window, as target texts, the latest first; kept in the user's
/// settings from one start to the next. Never holds a password: those are the keychain's.
[[nodiscard]] QStringList remembered();
void remember(const TargetSpec &target);
void forget(const TargetSpec &target);   ///< its password in the keychain too

void writePassword(const TargetSpec &target, const QString &password);
/// Calls `found` with the password that the keychain has, later, in the window's thread; never
/// where it has none or `context` is gone by then.
void readPassword(const TargetSpec &target, QObject *context,
                  const std::function<void(const QString &)> &found);

} // namespace drivetrain::connections
