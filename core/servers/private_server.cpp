// SPDX-License-Identifier: GPL-3.0-or-later
#include "servers/private_server.h"
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr int pollEvery_ms = 20;
constexpr int quitWait_ms = 300, killWait_ms = 300;
constexpr int logLinesShown = 5;
constexpr qsizetype socketPathMax =
    90; // sun_path holds 107 bytes, ".s.PGSQL.5432" and the like come on top

/// Becomes the account, takes no blocked signal along, and dies with the thread that started it.
/// Runs in the child after fork: only calls that are safe there.
void becomeAccount(const Account &account, int deathSignal)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (account.switches
        && (setgroups(0, nullptr) != 0 || setgid(account.group) != 0 || setuid(account.user) != 0))
        _exit(127);
    setpgid(0, 0);
    umask(S_IRWXG | S_IRWXO);
    prctl(PR_SET_PDEATHSIG, deathSignal);   // after setuid, which clears it
}

bool own(const QString &path, const Account &account, mode_t mode)
{
    const QByteArray name = QFile::encodeName(path);
    return chmod(name.constData(), mode) == 0
        && (!account.switches || chown(name.constData(), account.user, account.group) == 0);
}

QString socketParent(const Account &account)
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool fits = !account.switches && !runtime.isEmpty() && runtime.size() < 50
        && QFileInfo(runtime).isWritable();
    return fits ? runtime : u"/tmp"_s;
}

} // namespace

PrivateServer::PrivateServer(const Account &account, QString dataFolder, OwnFolder socketFolder)
    : m_account(account), m_dataFolder(std::move(dataFolder)),
      m_socketFolder(std::move(socketFolder))
{
}

PrivateServer::~PrivateServer() { kill(); }

QString PrivateServer::temporaryFolder() const
{
    return QFileInfo(m_dataFolder).path() + u"/tmp"_s;
}

Expected<std::unique_ptr<PrivateServer>> PrivateServer::make(const QString &folder,
                                                             const Account &account)
{
    auto sockets = OwnFolder::make(socketParent(account));
    if (!sockets)
        return tl::unexpected(sockets.error());
    const QString data = folder + u"/data"_s;
    if (sockets->path().size() > socketPathMax)
        return failure(ErrorKind::InvalidInput, u"path too long for a socket"_s, sockets->path());
    // The lap's folder lets the account pass to its data, and look at nothing else.
    const bool made =
        chmod(QFile::encodeName(folder).constData(), S_IRWXU | S_IXGRP | S_IXOTH) == 0
        && QDir().mkdir(data) && own(data, account, S_IRWXU) && QDir().mkdir(folder + u"/tmp"_s)
        && own(folder + u"/tmp"_s, account, S_IRWXU) && own(sockets->path(), account, S_IRWXU);
    if (!made)
        return failure(ErrorKind::Permission, QString::fromLocal8Bit(strerror(errno)), folder);
    return std::unique_ptr<PrivateServer>(new PrivateServer(account, data, std::move(*sockets)));
}

std::unique_ptr<QProcess> PrivateServer::process(const Command &command, int deathSignal) const
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, u"/usr/sbin:/usr/bin:/sbin:/bin"_s);
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    environment.insert(u"HOME"_s, m_dataFolder);
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(m_account.switches ? u"/"_s : m_dataFolder);
    process->setProgram(command.program);
    process->setArguments(command.arguments);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setStandardInputFile(QProcess::nullDevice());
    process->setChildProcessModifier(
        [account = m_account, deathSignal] { becomeAccount(account, deathSignal); });
    return process;
}

QString PrivateServer::lastLines(QProcess &process) const
{
    // A server writes to its log alone.
    QByteArray text = process.isReadable() ? process.readAll() : QByteArray();
    QFile log(QFileInfo(m_dataFolder).path() + u"/server.log"_s);
    if (text.isEmpty() && log.open(QIODevice::ReadOnly))
        text = log.readAll();
    const QStringList lines = QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
    return lines.mid(std::max<qsizetype>(0, lines.size() - logLinesShown)).join(u"; "_s);
}

Expected<void> PrivateServer::runTool(const Command &command, std::stop_token stop)
{
    const auto tool = process(command, SIGKILL);
    tool->start();
    if (!tool->waitForStarted())
        return failure(ErrorKind::NotAvailable, tool->errorString(), command.program);
    const pid_t pid = static_cast<pid_t>(tool->processId());
    // Its own children do not die with us, so that the next start must find them.
    auto note = LeftoverNote::write({Leftover::Kind::Server, m_dataFolder, pid,
                                     processStartTicks(pid).value_or(0), {}, {}});
    if (!note)
        return tl::unexpected(note.error());
    m_note.emplace(std::move(*note));
    QElapsedTimer timer;
    timer.start();
    while (!tool->waitForFinished(pollEvery_ms)) {
        if (tool->state() == QProcess::NotRunning)
            break;
        if (!stop.stop_requested() && timer.elapsed() < toolWithin_ms)
            continue;
        killTree(pid, killWait_ms);
        tool->waitForFinished(killWait_ms);
        return failure(stop.stop_requested() ? ErrorKind::Cancelled : ErrorKind::Timeout, {},
                       command.program);
    }
    m_note->forget();
    if (tool->exitStatus() != QProcess::NormalExit || tool->exitCode() != 0)
        return failure(ErrorKind::Engine, lastLines(*tool), command.program);
    return {};
}

Expected<void> PrivateServer::start(const Command &command, int deathSignal,
                                    const std::function<bool()> &isReady, std::stop_token stop)
{
    auto note = LeftoverNote::write({Leftover::Kind::Server, m_dataFolder, 0, 0, {}, {}});
    if (!note)
        return tl::unexpected(note.error());
    m_note.emplace(std::move(*note));
    m_process = process(command, deathSignal);
    m_deathSignal = deathSignal;
    m_process->setStandardOutputFile(QFileInfo(m_dataFolder).path() + u"/server.log"_s);
    m_process->start();
    if (!m_process->waitForStarted())
        return failure(ErrorKind::NotAvailable, m_process->errorString(), command.program);
    m_pid = static_cast<pid_t>(m_process->processId());
    if (auto kept = m_note->update({Leftover::Kind::Server, m_dataFolder, m_pid,
                                    processStartTicks(m_pid).value_or(0), {}, {}}); !kept)
        return kept;
    QElapsedTimer timer;
    timer.start();
    while (!isReady()) {
        if (m_process->waitForFinished(pollEvery_ms) || m_process->state() == QProcess::NotRunning)
            return failure(ErrorKind::Engine, lastLines(*m_process), command.program);
        if (stop.stop_requested() || timer.elapsed() > startWithin_ms)
            return failure(stop.stop_requested() ? ErrorKind::Cancelled : ErrorKind::Timeout,
                           lastLines(*m_process), command.program);
    }
    return {};
}

void PrivateServer::kill()
{
    if (m_process && m_process->state() != QProcess::NotRunning) {
        // The main process first: it ends and reaps its children, who would else be nobody's.
        const auto pid = static_cast<pid_t>(m_process->processId());
        ::kill(pid, m_deathSignal);
        if (!m_process->waitForFinished(quitWait_ms)) {
            killTree(pid, killWait_ms);
            m_process->waitForFinished(killWait_ms);
        }
    }
    m_pid = 0;
    if (m_note)
        m_note->forget();
}

std::vector<pid_t> PrivateServer::processes() const
{
    const pid_t root = m_pid;
    return root > 0 ? processTree(root) : std::vector<pid_t>();
}

std::optional<IoBytes> PrivateServer::io() const
{
    for (const pid_t each : processes()) {
        const auto bytes = processIo(each);
        if (!bytes)
            return std::nullopt;
        m_io[each] = *bytes;
    }
    IoBytes total;
    for (const auto &[each, bytes] : m_io) {
        total.read_bytes += bytes.read_bytes;
        total.write_bytes += bytes.write_bytes;
    }
    return total;
}

std::int64_t PrivateServer::size_bytes() const
{
    namespace fs = std::filesystem;
    std::int64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(QFile::encodeName(m_dataFolder).constData(), error),
         end;
         !error && it != end; it.increment(error)) {
        std::error_code gone;   // servers remove files while we look
        if (it->is_regular_file(gone) && !gone) {
            const auto size = it->file_size(gone);
            bytes += gone ? 0 : static_cast<std::int64_t>(size);
        }
    }
    return bytes;
}

} // namespace drivetrain
