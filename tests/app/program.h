// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

/// Runs the built program with a data folder of its own, as a person would.
class Program
{
public:
    struct Result { int status = -1; QString out, err; };

    Program()
    {
        // Servers run under accounts of their own: their data must be where those can enter.
        QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7755));
        QDir(m_folder.path()).mkdir(QStringLiteral("drive"));
        QFile::setPermissions(drive(), QFile::Permissions(0x7755));
    }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString drive() const { return m_folder.filePath(QStringLiteral("drive")); }
    [[nodiscard]] QString data() const { return m_folder.filePath(QStringLiteral("data")); }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    void prepare(QProcess &process) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), data());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path(QStringLiteral("config")));
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), path(QStringLiteral("cache")));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder());
        process.setProgram(QStringLiteral(DRIVETRAIN_PROGRAM));
    }
    [[nodiscard]] Result run(const QStringList &arguments, int within_ms = 240'000) const
    {
        QProcess process;
        prepare(process);
        process.setArguments(arguments);
        process.start();
        if (!process.waitForFinished(within_ms))
            return {};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
                QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    /// What a run may leave: folders on the drive, sockets in /tmp, notes, server processes of
    /// ours.
    [[nodiscard]] QStringList leftovers() const
    {
        const auto hidden = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
        QStringList left = QDir(drive()).entryList(hidden);
        left << QDir(data() + QStringLiteral("/drivetrain/leftovers")).entryList(hidden);
        for (const QString &name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
            QFile file(QStringLiteral("/proc/%1/cmdline").arg(name));
            if (name.toInt() > 0 && file.open(QIODevice::ReadOnly)
                && file.readAll().contains(drive().toUtf8()))
                left << QStringLiteral("process %1").arg(name);
        }
        return left;
    }

private:
    QTemporaryDir m_folder{QStringLiteral("/var/tmp/drivetrain-test-XXXXXX")};
};
