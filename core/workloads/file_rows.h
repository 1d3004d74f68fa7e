// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <optional>
#include <string_view>

namespace drivetrain {

/// One row of a backup catalogue's file table.
struct FileRow
{
    static constexpr std::size_t statMax = 16;
    std::int64_t file_id = 0, file_index = 0, job_id = 0, path_id = 0, filename_id = 0;
    /// st_dev st_ino st_mode st_nlink st_uid st_gid st_rdev st_size st_blksize st_blocks st_atime
    /// st_mtime st_ctime LinkFI st_flags data_stream
    std::array<std::int64_t, statMax> stat{};
    std::size_t stat_count = statMax;   ///< the user's rows may have fewer
    std::string md5;                    ///< base 64 without padding, "0" where there is none
};

/// A number in base 64 as backup catalogues write it: the digits A-Z a-z 0-9 + /, most significant
/// first, zero is "A", a minus sign before the magnitude of a negative one. Not the base 64 of
/// bytes.
void appendBase64Number(std::string &to, std::int64_t number);
/// False where `text` is no such number.
[[nodiscard]] bool base64Number(std::string_view text, std::int64_t &number);

/// Rows one after another; one object a thread.
class FileRowSource
{
public:
    virtual ~FileRowSource() = default;
    [[nodiscard]] virtual bool next(FileRow &row) = 0;   ///< false: the end, or failure()
    [[nodiscard]] virtual std::optional<Error> failure() const { return std::nullopt; }
    [[nodiscard]] virtual std::int64_t line() const { return 0; }   ///< of the user's file
};

/// Realistic rows from a seed: sizes log-normal with a median of 8 kB, 512-byte blocks, mostly
/// regular files, 4,000 files a job, one device a job. The row of an id depends on nothing else.
[[nodiscard]] std::unique_ptr<FileRowSource> generatedFileRows(std::uint64_t seed,
                                                               std::int64_t rows);
/// The rows of the user's INSERT statements: seven values each, the sixth an lstat in base 64.
/// Errors name the line.
[[nodiscard]] Expected<std::unique_ptr<FileRowSource>> fileRowsOf(const QString &path);

} // namespace drivetrain
