// SPDX-License-Identifier: GPL-3.0-or-later
#include "pick/connections.h"
#include <QSettings>
#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace drivetrain::connections {
namespace {

constexpr auto settingsKey = "connections";
constexpr qsizetype kept = 20;

/// Who connects where; options make no difference to a password.
QString keychainKey(TargetSpec target)
{
    target.options.clear();
    return target.text();
}

} // namespace

QStringList remembered()
{
    return QSettings().value(QLatin1StringView(settingsKey)).toStringList();
}

void remember(const TargetSpec &target)
{
    QStringList all = remembered();
    all.removeAll(target.text());
    all.prepend(target.text());
    QSettings().setValue(QLatin1StringView(settingsKey), all.mid(0, kept));
}

void forget(const TargetSpec &target)
{
    QStringList all = remembered();
    all.removeAll(target.text());
    QSettings().setValue(QLatin1StringView(settingsKey), all);
    auto *job = new QKeychain::DeletePasswordJob(u"drivetrain"_s);   // deletes itself when done
    job->setKey(keychainKey(target));
    job->start();
}

void writePassword(const TargetSpec &target, const QString &password)
{
    auto *job = new QKeychain::WritePasswordJob(u"drivetrain"_s);
    job->setKey(keychainKey(target));
    job->setTextData(password);
    job->start();
}

void readPassword(const TargetSpec &target, QObject *context,
                  const std::function<void(const QString &)> &found)
{
    auto *job = new QKeychain::ReadPasswordJob(u"drivetrain"_s);
    job->setKey(keychainKey(target));
    QObject::connect(job, &QKeychain::Job::finished, context, [job, found] {
        if (job->error() == QKeychain::NoError)
            found(job->textData());
    });
    job->start();
}

} // namespace drivetrain::connections
