// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <QString>
#include <QStringList>
#include <sys/types.h>
#include <vector>

namespace drivetrain {

/// Something of ours that must be gone at the end of a lap: a folder, a private server, a database
/// on somebody's server.
struct Leftover
{
    enum class Kind { Folder, Server, Database };
    Kind kind = Kind::Folder;
    QString path;        ///< Folder: its path. Server: its data folder
    /// Server: its main process, with the start time below (a pid may be used again)
    pid_t process = 0;
    qint64 process_start_ticks = 0;
    /// Database: the target's text (no password) and the name of our database or schema
    QString target, tag;
    [[nodiscard]] QString describe() const;   ///< one line of facts
};

/// A note on disk, written and synced *before* the thing is made and removed after the thing is
/// gone, so that the next start finds what a killed application left. Notes are files of their own
/// in $XDG_DATA_HOME/drivetrain/leftovers, named after the process that made them.
class LeftoverNote
{
public:
    [[nodiscard]] static Expected<LeftoverNote> write(const Leftover &leftover);
    LeftoverNote(LeftoverNote &&other) noexcept;
    LeftoverNote &operator=(LeftoverNote &&other) noexcept;
    /// Keeps the note: only forget() removes it, after the thing is truly gone.
    ~LeftoverNote() = default;
    /// the server's pid is known now
    [[nodiscard]] Expected<void> update(const Leftover &leftover);
    void forget();
private:
    explicit LeftoverNote(QString path) : m_path(std::move(path)) {}
    QString m_path;
};

/// A folder of the run's own: made 0700 in `parent` under a fresh name beginning ".drivetrain-",
/// with a marker file, noted first, removed with all that is in it by remove() or the destructor.
/// Never follows a symbolic link; never removes a folder without the marker.
class OwnFolder
{
public:
    [[nodiscard]] static Expected<OwnFolder> make(const QString &parent);
    OwnFolder(OwnFolder &&) noexcept;
    OwnFolder &operator=(OwnFolder &&) noexcept;
    ~OwnFolder();
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] Expected<void> remove();
private:
    OwnFolder(QString path, LeftoverNote note) : m_path(std::move(path)), m_note(std::move(note)) {}
    QString m_path;
    LeftoverNote m_note;
};

/// Notes whose process is gone (pid and start time are compared): what a killed application left.
[[nodiscard]] std::vector<Leftover> findLeftovers();
/// Ends servers (only where pid and start time agree), then removes folders that bear the marker,
/// then the notes. Databases are returned: the caller drops them through their engine and then
/// calls forgetDatabase(). What could not be removed is in `failed`, and its note stays.
struct Sweep
{
    std::vector<Leftover> removed;
    std::vector<Leftover> databases;
    std::vector<std::pair<Leftover, Error>> failed;
};
[[nodiscard]] Sweep sweepLeftovers();
void forgetDatabase(const Leftover &leftover);

} // namespace drivetrain
