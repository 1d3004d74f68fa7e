// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QString>
#include <QtGlobal>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace drivetrain {

/// When a process began, in clock ticks since boot (/proc/PID/stat, field 22): with the number it
/// names a process for good. Nothing where there is no such process.
[[nodiscard]] std::optional<qint64> processStartTicks(pid_t process);
/// Alive, and the same one.
[[nodiscard]] bool isAlive(pid_t process, qint64 start_ticks);
/// A process and all that descend from it, itself first. /proc/PID/task/TID/children, else a scan.
[[nodiscard]] std::vector<pid_t> processTree(pid_t root);
/// SIGKILL to the whole tree, then waits at most `wait_ms` until all are gone (or are zombies).
void killTree(pid_t root, int wait_ms);

/// SIGKILL to all members of a process group whose command line mentions `path`, then the same
/// wait. What a tool's own children do after their parent died is found so; the number alone might
/// be somebody else's by now. Returns how many there were.
int killGroup(pid_t group, const QByteArray &path, int wait_ms);

/// The account that a server runs under. Root may not run one: then it is the package's own.
struct Account
{
    uid_t user = 0;
    gid_t group = 0;
    bool switches = false;     ///< we are root and become it
    QString name;
    /// `packaged`: "postgres", "mysql". Nothing where we are root and there is no such account.
    [[nodiscard]] static std::optional<Account> forServer(const char *packaged);
    /// Whether it may pass through `folder` and everything above it; the first obstacle otherwise.
    [[nodiscard]] std::optional<QString> obstacleTo(const QString &folder) const;
};

} // namespace drivetrain
