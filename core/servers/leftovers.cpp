// SPDX-License-Identifier: GPL-3.0-or-later
#include "servers/leftovers.h"
#include "servers/processes.h"
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QStandardPaths>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr auto marker = ".drivetrain-folder";
constexpr int killWait_ms = 700;

QString notesFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
           + u"/drivetrain/leftovers"_s;
}

QJsonObject toJson(const Leftover &leftover)
{
    return {{u"kind"_s, static_cast<int>(leftover.kind)},
            {u"path"_s, leftover.path},
            {u"process"_s, leftover.process},
            {u"process_start_ticks"_s, leftover.process_start_ticks},
            {u"target"_s, leftover.target},
            {u"tag"_s, leftover.tag}};
}

std::optional<Leftover> fromJson(const QByteArray &bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    const int kind = json.value("kind"_L1).toInt(-1);
    if (kind < 0 || kind > static_cast<int>(Leftover::Kind::Database))
        return std::nullopt;
    return Leftover{
        static_cast<Leftover::Kind>(kind),  json.value("path"_L1).toString(),
        json.value("process"_L1).toInt(),   json.value("process_start_ticks"_L1).toInteger(),
        json.value("target"_L1).toString(), json.value("tag"_L1).toString()};
}

Expected<void> writeNote(const QString &path, const Leftover &leftover)
{
    QSaveFile file(path);   // written beside, synced, renamed into place
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(toJson(leftover)).toJson()) < 0
        || !file.commit())
        return failure(ErrorKind::Io, file.errorString(), path);
    return {};
}

Error systemError(const QString &subject)
{
    const int code = errno;
    const ErrorKind kind = code == ENOSPC || code == EDQUOT ? ErrorKind::DiskFull
        : code == EACCES || code == EPERM                   ? ErrorKind::Permission
        : code == EROFS                                     ? ErrorKind::ReadOnly
        : code == ENOENT                                    ? ErrorKind::NotFound
                                                            : ErrorKind::Io;
    return {kind,
            QString::fromLatin1(strerrorname_np(code)),
            QString::fromLocal8Bit(std::strerror(code)),
            subject,
            {}};
}

bool bearsMarker(const QString &folder)
{
    struct stat status{};
    const bool isFolder =
        lstat(QFile::encodeName(folder).constData(), &status) == 0 && S_ISDIR(status.st_mode);
    return isFolder
           && lstat(QFile::encodeName(folder + u'/' + QString::fromLatin1(marker)).constData(),
                    &status)
                  == 0
           && S_ISREG(status.st_mode);
}

/// Removes a folder of ours with all in it; links in it are removed, not followed.
Expected<void> removeMarked(const QString &path)
{
    if (!QFileInfo(path).isSymLink() && !QFileInfo::exists(path))
        return {};
    const bool empty =
        QDir(path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    if (!bearsMarker(path) && !empty)
        return failure(ErrorKind::Permission, u"the folder does not bear Drivetrain's marker"_s,
                       path);
    namespace fs = std::filesystem;
    std::error_code error;
    // The marker goes last: who is killed in between must be able to go on.
    const fs::path folder(QFile::encodeName(path).constData());
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, error)) {
        if (entry.path().filename() != marker)
            fs::remove_all(entry.path(), error);
        if (error)
            break;
    }
    if (!error)
        fs::remove_all(folder, error);
    if (error)
        return failure(ErrorKind::Io, QString::fromStdString(error.message()), path);
    return {};
}

struct Note { QString path; Leftover leftover; };

/// Notes of processes that are gone. A note's name begins "PID-STARTTICKS-".
std::vector<Note> orphans()
{
    std::vector<Note> notes;
    const QDir folder(notesFolder());
    for (const QString &name : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        const QStringList parts = name.split(u'-');
        if (parts.size() < 3 || isAlive(parts[0].toInt(), parts[1].toLongLong()))
            continue;
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        if (const auto leftover = fromJson(file.readAll()))
            notes.push_back({folder.filePath(name), *leftover});
    }
    return notes;
}

} // namespace

QString Leftover::describe() const
{
    switch (kind) {
    case Kind::Folder: return u"folder %1"_s.arg(path);
    case Kind::Server: return u"server process %1 on %2"_s.arg(process).arg(path);
    case Kind::Database: return u"database %1 on %2"_s.arg(tag, target);
    }
    return {};
}

Expected<LeftoverNote> LeftoverNote::write(const Leftover &leftover)
{
    static std::atomic<int> number{0};
    const QString folder = notesFolder();
    if (!QDir().mkpath(folder))
        return failure(ErrorKind::Permission, {}, folder);
    const QString path = u"%1/%2-%3-%4.json"_s.arg(folder).arg(getpid())
                             .arg(processStartTicks(getpid()).value_or(0)).arg(++number);
    if (auto written = writeNote(path, leftover); !written)
        return tl::unexpected(written.error());
    return LeftoverNote(path);
}

LeftoverNote::LeftoverNote(LeftoverNote &&other) noexcept : m_path(std::exchange(other.m_path, {}))
{
}
LeftoverNote &LeftoverNote::operator=(LeftoverNote &&other) noexcept
{
    m_path = std::exchange(other.m_path, {});
    return *this;
}

Expected<void> LeftoverNote::update(const Leftover &leftover)
{
    return writeNote(m_path, leftover);
}

void LeftoverNote::forget()
{
    if (!m_path.isEmpty())
        QFile::remove(std::exchange(m_path, {}));
}

Expected<OwnFolder> OwnFolder::make(const QString &parent)
{
    constexpr int tries = 16;
    for (int i = 0; i < tries; ++i) {
        const QString path = u"%1/.drivetrain-%2"_s.arg(QDir::cleanPath(parent))
                                 .arg(QRandomGenerator::system()->generate(), 8, 16, QChar(u'0'));
        auto note = LeftoverNote::write({Leftover::Kind::Folder, path, 0, 0, {}, {}});
        if (!note)
            return tl::unexpected(note.error());
        if (mkdir(QFile::encodeName(path).constData(), S_IRWXU) != 0) {
            const bool taken = errno == EEXIST;
            const Error error = systemError(path);
            note->forget();
            if (taken)
                continue;
            return tl::unexpected(error);
        }
        OwnFolder folder(path, std::move(*note));
        QFile mark(path + u'/' + QString::fromLatin1(marker));
        if (!mark.open(QIODevice::WriteOnly | QIODevice::NewOnly))
            return failure(ErrorKind::Io, mark.errorString(), mark.fileName());
        return folder;
    }
    return failure(ErrorKind::Exists, {}, parent);
}

OwnFolder::OwnFolder(OwnFolder &&other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_note(std::move(other.m_note))
{
}

OwnFolder &OwnFolder::operator=(OwnFolder &&other) noexcept
{
    if (this != &other) {
        static_cast<void>(remove());
        m_path = std::exchange(other.m_path, {});
        m_note = std::move(other.m_note);
    }
    return *this;
}

OwnFolder::~OwnFolder()
{
    static_cast<void>(remove());
} // what fails keeps its note for the next start

Expected<void> OwnFolder::remove()
{
    if (m_path.isEmpty())
        return {};
    if (auto removed = removeMarked(m_path); !removed)
        return removed;
    m_path.clear();
    m_note.forget();
    return {};
}

std::vector<Leftover> findLeftovers()
{
    std::vector<Leftover> leftovers;
    for (const Note &note : orphans())
        leftovers.push_back(note.leftover);
    return leftovers;
}

Sweep sweepLeftovers()
{
    Sweep sweep;
    const std::vector<Note> notes = orphans();
    for (const Note &note : notes) {   // servers first: they hold the folders
        if (note.leftover.kind != Leftover::Kind::Server)
            continue;
        const bool alive = isAlive(note.leftover.process, note.leftover.process_start_ticks);
        if (alive)
            killTree(note.leftover.process, killWait_ms);
        const int others = note.leftover.process > 0
                               ? killGroup(note.leftover.process,
                                           QFile::encodeName(note.leftover.path), killWait_ms)
                               : 0;
        if (alive || others > 0)
            sweep.removed.push_back(note.leftover);
        QFile::remove(note.path);
    }
    for (const Note &note : notes) {
        if (note.leftover.kind == Leftover::Kind::Database)
            sweep.databases.push_back(note.leftover);
        if (note.leftover.kind != Leftover::Kind::Folder)
            continue;
        const bool there = QFileInfo::exists(note.leftover.path);
        if (const auto removed = removeMarked(note.leftover.path); !removed) {
            sweep.failed.emplace_back(note.leftover, removed.error());
            continue;
        }
        if (there)
            sweep.removed.push_back(note.leftover);
        QFile::remove(note.path);
    }
    return sweep;
}

void forgetDatabase(const Leftover &leftover)
{
    for (const Note &note : orphans()) {
        if (note.leftover.kind == Leftover::Kind::Database && note.leftover.tag == leftover.tag
            && note.leftover.target == leftover.target)
            QFile::remove(note.path);
    }
}

} // namespace drivetrain
