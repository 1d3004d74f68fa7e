// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/plan.h"
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace drivetrain {

/// Passwords of somebody's servers, in memory only: from the keychain, or asked for on the terminal
/// without an echo. What PGPASSFILE, PGPASSWORD, MYSQL_PWD or a client's option file says is left
/// to the client libraries: nothing is asked for then. Made and filled in the main thread; source()
/// from any.
class Passwords
{
public:
    explicit Passwords(bool askOnTerminal) : m_askOnTerminal(askOnTerminal) {}
    void askFor(const Plan &plan);
    void remember(const TargetSpec &target, const QString &password);
    [[nodiscard]] std::function<std::optional<QString>(const TargetSpec &)> source() const;

private:
    [[nodiscard]] static QString key(const TargetSpec &target);
    struct Kept { std::mutex mutex; std::map<QString, QString> passwords; };
    std::shared_ptr<Kept> m_kept = std::make_shared<Kept>();
    bool m_askOnTerminal;
};

} // namespace drivetrain
