// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/small_file.h"
#include "measure/file_descriptor.h"
#include <cerrno>
#include <fcntl.h>

namespace drivetrain {
namespace {
constexpr std::size_t readMax_bytes = 4 << 20;
}

std::optional<std::string> readSmallFile(const std::string &path)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file)
        return std::nullopt;
    std::string text;
    char buffer[8192];
    while (text.size() < readMax_bytes) {
        const ssize_t got = ::read(file.value(), buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            break;
        text.append(buffer, static_cast<std::size_t>(got));
    }
    return text;
}

std::optional<std::string> readSmallText(const std::string &path)
{
    const auto text = readSmallFile(path);
    if (!text)
        return std::nullopt;
    const std::size_t begin = text->find_first_not_of(" \t\n\0");
    if (begin == std::string::npos)
        return std::nullopt;
    return text->substr(begin, text->find_last_not_of(" \t\n\0") + 1 - begin);
}

} // namespace drivetrain
