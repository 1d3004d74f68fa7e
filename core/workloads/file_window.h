// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <QFile>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace drivetrain {

/// A file seen through one buffer: any stretch of bytes, with memory bound by the window's size,
/// cheap for stretches that follow each other. For one thread.
class FileWindow
{
public:
    /// NotFound, Permission, InvalidInput (no regular file) or Io.
    [[nodiscard]] static Expected<FileWindow> open(const QString &path);

    [[nodiscard]] std::int64_t size() const { return m_size; }   ///< bytes, when it was opened
    [[nodiscard]] QString path() const { return m_file->fileName(); }

    /// Up to `length` bytes (64 KiB at most) from `offset` on: fewer at the file's end, or where it
    /// cannot be read. They hold until the next call.
    [[nodiscard]] std::span<const std::uint8_t> at(std::int64_t offset, std::size_t length);

private:
    explicit FileWindow(std::unique_ptr<QFile> file);
    std::unique_ptr<QFile> m_file;
    std::int64_t m_size = 0;
    std::int64_t m_begin = 0;             ///< where in the file the buffer begins
    std::size_t m_filled = 0;             ///< bytes of the buffer that are the file's
    std::vector<std::uint8_t> m_buffer;   ///< as large as the file, and never above 64 KiB
};

} // namespace drivetrain
