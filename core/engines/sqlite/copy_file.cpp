// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/sqlite/copy_file.h"
#include "measure/file_descriptor.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;

namespace drivetrain::sqlite {
namespace {

constexpr std::size_t block_bytes = 1 << 20;
constexpr int syncedBlocks = 32;   // so that the sync at the end is short, and can be waited for

tl::unexpected<Error> systemFailure(int code, const QString &path)
{
    const ErrorKind kind = code == EACCES || code == EPERM ? ErrorKind::Permission
        : code == EROFS                                    ? ErrorKind::ReadOnly
        : code == ENOSPC || code == EDQUOT                 ? ErrorKind::DiskFull
        : code == ENOENT                                   ? ErrorKind::NotFound
                                                           : ErrorKind::Io;
    return failure(kind, QString::fromLocal8Bit(std::strerror(code)), path,
                   QString::fromLatin1(strerrorname_np(code)));
}

/// Bytes read, 0 at the end of the file, -1 with errno.
ssize_t readSome(int file, std::vector<char> &to)
{
    ssize_t got = 0;
    do
        got = read(file, to.data(), to.size());
    while (got < 0 && errno == EINTR);
    return got;
}

/// 0, or the number of what went wrong.
int writeAll(int file, const char *bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written == 0 || (written < 0 && errno != EINTR))
            return written == 0 ? EIO : errno;
        const auto done = static_cast<std::size_t>(written < 0 ? 0 : written);
        bytes += done;
        size -= done;
    }
    return 0;
}

/// A log that was not written back, or a rollback journal that is hot: one that was committed
/// begins with a zero (https://sqlite.org/fileformat2.html#the_rollback_journal).
Expected<void> checkNothingBeside(const QString &database)
{
    for (const QString &suffix : {u"-wal"_s, u"-journal"_s}) {
        QFile file(database + suffix);
        char first = 0;
        if (file.open(QIODevice::ReadOnly) && file.getChar(&first)
            && (first != 0 || suffix == "-wal"_L1))
            return failure(ErrorKind::InvalidInput,
                           u"%1 holds changes that the file has not got yet"_s.arg(file.fileName()),
                           database);
    }
    return {};
}

} // namespace

Expected<void> copyDatabaseFile(const QString &from, const QFile &to,
                                const std::stop_token &stop)
{
    // O_NONBLOCK: a pipe is not waited for.
    const FileDescriptor source(
        open(QFile::encodeName(from).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (!source || fstat(source.value(), &status) != 0)
        return systemFailure(errno, from);
    if (!S_ISREG(status.st_mode))
        return failure(ErrorKind::InvalidInput, u"not a plain file"_s, from);
    if (auto checked = checkNothingBeside(from); !checked)
        return checked;
    std::vector<char> block(block_bytes);
    for (int blocks = 1;; ++blocks) {
        if (stop.stop_requested())
            return failure(ErrorKind::Cancelled);
        const ssize_t got = readSome(source.value(), block);
        if (got < 0)
            return systemFailure(errno, from);
        if (got == 0)
            break;
        if (const int code = writeAll(to.handle(), block.data(), static_cast<std::size_t>(got)))
            return systemFailure(code, to.fileName());
        if (blocks % syncedBlocks == 0 && fdatasync(to.handle()) != 0)
            return systemFailure(errno, to.fileName());
    }
    if (fsync(to.handle()) != 0)
        return systemFailure(errno, to.fileName());
    return {};
}

} // namespace drivetrain::sqlite
