// SPDX-License-Identifier: GPL-3.0-or-later
#include "passwords.h"
#include "terminal.h"
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <qt6keychain/keychain.h>
#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// The client library finds a password by itself: asking would only annoy.
bool clientKnows(const TargetSpec &target)
{
    const auto is = [](const char *name) { return !qEnvironmentVariableIsEmpty(name); };
    const QDir home = QDir::home();
    if (target.subject == "QSQLITE"_L1)
        return true;   // a file has none
    if (target.engine == "postgres"_L1 || target.subject == "QPSQL"_L1)
        return is("PGPASSWORD") || is("PGPASSFILE") || home.exists(u".pgpass"_s);
    return is("MYSQL_PWD") || home.exists(u".my.cnf"_s) || home.exists(u".mylogin.cnf"_s);
}

std::optional<QString> fromKeychain(const QString &key)
{
    QKeychain::ReadPasswordJob job(u"drivetrain"_s);
    job.setAutoDelete(false);
    job.setKey(key);
    QEventLoop loop;
    QObject::connect(&job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
    job.start();
    loop.exec();
    return job.error() == QKeychain::NoError ? std::optional(job.textData()) : std::nullopt;
}

std::optional<QString> fromTerminal(const QString &key)
{
    termios shown{};
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &shown) != 0)
        return std::nullopt;
    termios hidden = shown;
    hidden.c_lflag &= static_cast<tcflag_t>(~ECHO);
    printError(u"Password for %1: "_s.arg(key));
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    QByteArray typed;
    char c = 0;
    constexpr qsizetype longest = 1024;
    while (typed.size() < longest && ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
        typed += c;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    printError(u"\n"_s);
    return typed.isEmpty() ? std::nullopt : std::optional(QString::fromLocal8Bit(typed));
}

} // namespace

/// Who connects where; options make no difference to a password, unless they are the address.
QString Passwords::key(const TargetSpec &target)
{
    TargetSpec bare = target;
    std::erase_if(bare.options, [&target](const auto &option) {
        return target.subject.isEmpty() || option.first == "durability"_L1;
    });
    return bare.text();
}

void Passwords::askFor(const Plan &plan)
{
    if (!m_askOnTerminal)
        return;
    for (const TargetSpec &target : plan.targets) {
        if (!target.isSomebodysServer() || clientKnows(target))
            continue;
        auto password = fromKeychain(key(target));
        if (!password)
            password = fromTerminal(key(target));
        const std::lock_guard lock(m_kept->mutex);
        if (password)
            m_kept->passwords[key(target)] = *password;
    }
}

void Passwords::remember(const TargetSpec &target, const QString &password)
{
    const std::lock_guard lock(m_kept->mutex);
    m_kept->passwords[key(target)] = password;
}

std::function<std::optional<QString>(const TargetSpec &)> Passwords::source() const
{
    return [kept = m_kept](const TargetSpec &target) -> std::optional<QString> {
        const std::lock_guard lock(kept->mutex);
        const auto found = kept->passwords.find(key(target));
        return found == kept->passwords.end() ? std::nullopt : std::optional(found->second);
    };
}

} // namespace drivetrain
