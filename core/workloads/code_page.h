// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace drivetrain {

/// Turns the text of old files into UTF-8: one byte a character, the lower half ASCII.
///
/// 437, 850 and 1252 go by tables of our own. Qt knows them only where it was built with ICU, and
/// the checksum of the same records must not depend on that: ICU reads byte 0xe6 of 437 as a Greek
/// mu and swaps three control characters in the code pages of IBM. For any other name the upper
/// half is Qt's. Immutable once made; any thread.
class CodePage
{
public:
    /// "850", "cp437", "IBM850", "1252", "windows-1252", "utf-8", or any name of a code page of one
    /// byte a character that Qt knows. InvalidInput for any other.
    [[nodiscard]] static Expected<CodePage> named(const QString &name);

    /// Replaces `to` by `bytes` as valid UTF-8. What stands for no character becomes U+FFFD, and so
    /// does a zero byte: no engine's text takes one.
    void decode(std::string_view bytes, std::string &to) const;

    /// The characters of the bytes 128..255 of 437, 850 or 1252; empty for any other number.
    [[nodiscard]] static std::span<const char16_t> table(int number);

private:
    struct Character { std::array<char, 3> bytes{}; std::uint8_t size = 0; };

    CodePage() = default;
    static Character encode(char16_t character);
    bool m_utf8 = false;
    std::array<Character, 128> m_upper{};
};

} // namespace drivetrain
