// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "measure/disk.h"
#include "servers/leftovers.h"
#include "servers/processes.h"
#include <QProcess>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace drivetrain {

/// A database server of our own: data in a folder on the chosen drive, a socket in a folder that
/// only its account enters, no TCP port. Gone with all its processes when the object goes; a
/// SIGKILL of the application takes the server with it. Made and destroyed by one thread, which
/// must live as long.
class PrivateServer
{
public:
    static constexpr int startWithin_ms = 60'000, toolWithin_ms = 120'000;

    /// A program with its arguments; "" in the environment but PATH, HOME and a C locale.
    struct Command { QString program; QStringList arguments; };

    /// Makes `folder`/data, `folder`/tmp and the socket's folder, all the account's own.
    [[nodiscard]] static Expected<std::unique_ptr<PrivateServer>> make(const QString &folder,
                                                                       const Account &account);
    ~PrivateServer();

    [[nodiscard]] QString dataFolder() const { return m_dataFolder; }
    [[nodiscard]] QString temporaryFolder() const;
    [[nodiscard]] QString socketFolder() const { return m_socketFolder->path(); }

    /// Runs a tool (initdb) to its end. Errors carry the last lines that it printed.
    [[nodiscard]] Expected<void> runTool(const Command &command, std::stop_token stop);
    /// Starts the server and waits until `isReady` says so.
    [[nodiscard]] Expected<void> start(const Command &command, int deathSignal,
                                       const std::function<bool()> &isReady, std::stop_token stop);
    /// Ends it at once, data unsaved. Idempotent.
    void kill();

    [[nodiscard]] std::vector<pid_t> processes() const;   ///< any thread; empty where not running
    /// of all its processes, ended ones as last seen
    [[nodiscard]] std::optional<IoBytes> io() const;
    [[nodiscard]] std::int64_t size_bytes() const;        ///< all files of the data folder

private:
    PrivateServer(const Account &account, QString dataFolder, OwnFolder socketFolder);
    std::unique_ptr<QProcess> process(const Command &command, int deathSignal) const;
    [[nodiscard]] QString lastLines(QProcess &process) const;

    Account m_account;
    QString m_dataFolder;
    std::optional<OwnFolder> m_socketFolder;
    std::optional<LeftoverNote> m_note;
    std::unique_ptr<QProcess> m_process;
    std::atomic<pid_t> m_pid{0};
    int m_deathSignal = 0;
    mutable std::map<pid_t, IoBytes> m_io;
};

} // namespace drivetrain
