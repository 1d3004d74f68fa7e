// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/file_window.h"
#include <QFileInfo>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {
constexpr std::int64_t windowBytes = 65536;
}

FileWindow::FileWindow(std::unique_ptr<QFile> file) :
    m_file(std::move(file)), m_size(m_file->size()),
    m_buffer(static_cast<std::size_t>(std::clamp<std::int64_t>(m_size, 0, windowBytes)))
{
}

Expected<FileWindow> FileWindow::open(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return failure(ErrorKind::NotFound, u"no such file"_s, path);
    if (!info.isFile())   // opening a pipe would wait for its writer
        return failure(ErrorKind::InvalidInput, u"not a regular file"_s, path);
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        const bool readable = info.isReadable();
        return failure(readable ? ErrorKind::Io : ErrorKind::Permission, file->errorString(), path);
    }
    return FileWindow(std::move(file));
}

std::span<const std::uint8_t> FileWindow::at(std::int64_t offset, std::size_t length)
{
    if (offset < 0 || offset >= m_size)
        return {};
    length = static_cast<std::size_t>(std::min<std::int64_t>(
        {static_cast<std::int64_t>(length), m_size - offset, windowBytes}));
    const auto covered = [this, offset, length] {
        return offset >= m_begin
            && offset + static_cast<std::int64_t>(length)
            <= m_begin + static_cast<std::int64_t>(m_filled);
    };
    if (!covered()) {
        m_begin = offset;
        m_filled = 0;
        if (!m_file->seek(offset))
            return {};
        while (m_filled < m_buffer.size()) {
            const auto read = m_file->read(reinterpret_cast<char *>(m_buffer.data() + m_filled),
                                           static_cast<qint64>(m_buffer.size() - m_filled));
            if (read <= 0)
                break;
            m_filled += static_cast<std::size_t>(read);
        }
    }
    const auto begin = static_cast<std::size_t>(offset - m_begin);
    const std::span<const std::uint8_t> filled(m_buffer.data(), m_filled);
    return filled.subspan(begin, std::min(length, m_filled - begin));
}

} // namespace drivetrain
