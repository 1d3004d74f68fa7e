// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export.h"
#include "measure/file_descriptor.h"
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

tl::unexpected<Error> systemFailure(int code, const QString &path)
{
    const ErrorKind kind = code == EEXIST ? ErrorKind::Exists
        : code == EACCES || code == EPERM ? ErrorKind::Permission
        : code == EROFS                   ? ErrorKind::ReadOnly
        : code == ENOSPC || code == EDQUOT ? ErrorKind::DiskFull
        : code == ENOENT                   ? ErrorKind::NotFound
                                           : ErrorKind::Io;
    return failure(kind, QString::fromLocal8Bit(std::strerror(code)), path,
                   QString::fromLatin1(strerrorname_np(code)));
}

/// 0, or the number of what went wrong.
int writeAll(int descriptor, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = write(descriptor, bytes.constData() + done,
                                      static_cast<std::size_t>(bytes.size() - done));
        if (written == 0 || (written < 0 && errno != EINTR))
            return written == 0 ? EIO : errno;
        done += std::max<ssize_t>(0, written);
    }
    return fsync(descriptor) == 0 ? 0 : errno;
}

} // namespace

Expected<void> writeNewFile(const QString &path, const QByteArray &bytes)
{
    const QFileInfo info(path);
    if (info.exists() || info.isSymLink())
        return systemFailure(EEXIST, path);
    // Not made of the name: that may be as long as a name can be.
    const QByteArray beside = QFile::encodeName(info.path()) + "/.drivetrain-"
        + QByteArray::number(QRandomGenerator::system()->generate64(), 16);
    FileDescriptor file(open(beside.constData(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
    if (!file)
        return systemFailure(errno, path);
    int code = writeAll(file.value(), bytes);
    file = FileDescriptor();
    // link, unlike rename, refuses a name that is taken meanwhile.
    if (code == 0 && link(beside.constData(), QFile::encodeName(path).constData()) != 0) {
        code = errno;
        const bool noLinks =
            code == EPERM || code == EOPNOTSUPP || code == ENOSYS; // FAT and the like
        if (noLinks)
            code = renameat2(AT_FDCWD, beside.constData(), AT_FDCWD,
                             QFile::encodeName(path).constData(), RENAME_NOREPLACE)
                           == 0
                       ? 0
                       : errno;
    }
    unlink(beside.constData());
    if (code != 0)
        return systemFailure(code, path);
    return {};
}

} // namespace drivetrain
