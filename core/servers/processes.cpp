// SPDX-License-Identifier: GPL-3.0-or-later
#include "servers/processes.h"
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <csignal>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// The fields of /proc/PID/stat after the command's closing bracket: state, ppid, ...
QList<QByteArray> statFields(pid_t process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray line = file.readAll();
    return line.mid(line.lastIndexOf(')') + 2).split(' ');
}

std::vector<pid_t> childrenByScan(pid_t parent)
{
    std::vector<pid_t> children;
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        bool isNumber = false;
        const pid_t process = name.toInt(&isNumber);
        if (isNumber && statFields(process).value(1).toInt() == parent)
            children.push_back(process);
    }
    return children;
}

std::vector<pid_t> childrenOf(pid_t parent)
{
    QFile file(u"/proc/%1/task/%1/children"_s.arg(parent));
    if (!file.open(QIODevice::ReadOnly))
        return QFile::exists(u"/proc/%1"_s.arg(parent)) ? childrenByScan(parent)
                                                        : std::vector<pid_t>();
    std::vector<pid_t> children;
    for (const QByteArray &number : file.readAll().split(' ')) {
        if (const pid_t child = number.toInt())
            children.push_back(child);
    }
    return children;
}

bool isGone(pid_t process)
{
    const QList<QByteArray> fields = statFields(process);
    return fields.isEmpty() || fields.value(0) == "Z";
}

} // namespace

std::optional<qint64> processStartTicks(pid_t process)
{
    constexpr qsizetype startField = 19;   // 22 of proc(5), counted after "pid (command)"
    const QList<QByteArray> fields = statFields(process);
    return fields.size() > startField ? std::optional(fields[startField].toLongLong())
                                      : std::nullopt;
}

bool isAlive(pid_t process, qint64 start_ticks)
{
    return process > 0 && processStartTicks(process) == start_ticks && !isGone(process);
}

std::vector<pid_t> processTree(pid_t root)
{
    std::vector<pid_t> tree{root};
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const std::vector<pid_t> children = childrenOf(tree[i]);
        tree.insert(tree.end(), children.begin(), children.end());
    }
    return tree;
}

void killTree(pid_t root, int wait_ms)
{
    constexpr int pause_us = 2000;
    const std::vector<pid_t> tree = processTree(root);
    for (const pid_t process : tree)
        kill(process, SIGKILL);
    for (int waited_us = 0; waited_us < wait_ms * 1000; waited_us += pause_us) {
        if (std::all_of(tree.begin(), tree.end(), isGone))
            return;
        usleep(pause_us);
    }
}

int killGroup(pid_t group, const QByteArray &path, int wait_ms)
{
    constexpr int pause_us = 2000;
    constexpr qsizetype groupField = 2;
    std::vector<pid_t> members;
    if (path.isEmpty())   // every command line contains it
        return 0;
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        const pid_t process = name.toInt();
        if (process <= 0 || statFields(process).value(groupField).toInt() != group
            || isGone(process))
            continue;
        QFile file(u"/proc/%1/cmdline"_s.arg(process));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(path))
            members.push_back(process);
    }
    for (const pid_t process : members)
        kill(process, SIGKILL);
    for (int waited_us = 0; waited_us < wait_ms * 1000; waited_us += pause_us) {
        if (std::all_of(members.begin(), members.end(), isGone))
            break;
        usleep(pause_us);
    }
    return static_cast<int>(members.size());
}

std::optional<Account> Account::forServer(const char *packaged)
{
    Account account{geteuid(), getegid(), false, {}};
    const passwd *entry = geteuid() == 0 ? getpwnam(packaged) : getpwuid(geteuid());
    if (!entry)
        return geteuid() == 0 ? std::nullopt : std::optional(account);
    account.name = QString::fromLocal8Bit(entry->pw_name);
    if (geteuid() == 0) {
        account.user = entry->pw_uid;
        account.group = entry->pw_gid;
        account.switches = true;
    }
    return account;
}

std::optional<QString> Account::obstacleTo(const QString &folder) const
{
    if (!switches)
        return std::nullopt;
    QString path = QDir::cleanPath(folder);
    while (true) {
        struct stat status{};
        if (stat(QFile::encodeName(path).constData(), &status) == 0) {
            const mode_t needed = status.st_uid == user    ? S_IXUSR
                                  : status.st_gid == group ? S_IXGRP
                                                           : S_IXOTH;
            if (!(status.st_mode & needed))
                return path;
        }
        if (path == "/"_L1)
            return std::nullopt;
        path = QFileInfo(path).path();
    }
}

} // namespace drivetrain
