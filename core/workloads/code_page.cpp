// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/code_page.h"
#include "workloads/code_page_tables.h"
#include <QStringDecoder>
#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr char16_t replacement = 0xfffd;
constexpr std::string_view replacementUtf8 = "\xef\xbf\xbd";

/// The number of "850", "cp850", "IBM-850" or "windows-1252"; 0 for a name without one.
int numberOf(const QString &name)
{
    QString rest = name.toLower();
    for (const auto &prefix : {u"windows"_s, u"ibm"_s, u"cp"_s})
        if (rest.startsWith(prefix))
            rest.remove(0, prefix.size());
    if (rest.startsWith(u'-') || rest.startsWith(u'_'))
        rest.remove(0, 1);
    return rest.toInt();
}

/// Qt's own idea of the bytes 128..255, or nothing where it knows no such code page of one byte a
/// character.
std::optional<std::array<char16_t, 128>> fromQt(const QByteArray &name)
{
    if (!QStringDecoder(name.constData()).isValid())
        return {};
    const auto character = [&name](int byte) -> QString {
        QStringDecoder decoder(name.constData());
        const char bytes[1] = {static_cast<char>(byte)};
        return decoder(QByteArrayView(bytes, 1));
    };
    if (character('A') != "A"_L1)
        return {};
    std::array<char16_t, 128> upper{};
    for (int byte = 128; byte < 256; ++byte) {
        const QString text = character(byte);
        if (text.size() != 1)
            return {};
        const char16_t unit = text.front().unicode();
        upper[static_cast<std::size_t>(byte - 128)] = text.front().isSurrogate() ? replacement
                                                                                 : unit;
    }
    if (std::all_of(upper.begin(), upper.end(), [](char16_t c) { return c == replacement; }))
        return {};
    return upper;
}

} // namespace

std::span<const char16_t> CodePage::table(int number)
{
    switch (number) {
    case 437:
        return codepages::dos437;
    case 850:
        return codepages::dos850;
    case 1252:
        return codepages::windows1252;
    default:
        return {};
    }
}

CodePage::Character CodePage::encode(char16_t character)
{
    const auto byte = [](int value) { return static_cast<char>(value); };
    if (character < 0x80)
        return {{byte(character)}, 1};
    if (character < 0x800)
        return {{byte(0xc0 | character >> 6), byte(0x80 | (character & 0x3f))}, 2};
    return {{byte(0xe0 | character >> 12), byte(0x80 | (character >> 6 & 0x3f)),
             byte(0x80 | (character & 0x3f))},
            3};
}

Expected<CodePage> CodePage::named(const QString &name)
{
    CodePage page;
    const QString wanted = name.trimmed();
    if (wanted.compare("utf-8"_L1, Qt::CaseInsensitive) == 0
        || wanted.compare("utf8"_L1, Qt::CaseInsensitive) == 0) {
        page.m_utf8 = true;
        return page;
    }
    const int number = numberOf(wanted);
    const QByteArray vendor = number >= 1250 && number <= 1258 ? "windows-" : "IBM";
    const QByteArray known = number > 0 ? vendor + QByteArray::number(number) : wanted.toLatin1();
    const auto fill = [&page](std::span<const char16_t> characters) {
        std::transform(characters.begin(), characters.end(), page.m_upper.begin(), encode);
    };
    if (!table(number).empty())
        fill(table(number));
    else if (const auto upper = fromQt(known))
        fill(*upper);
    else
        return failure(ErrorKind::InvalidInput,
                       u"a code page of one byte a character expected: 850, 437, 1252, utf-8"_s,
                       name);
    return page;
}

void CodePage::decode(std::string_view bytes, std::string &to) const
{
    to.clear();
    const bool ascii = std::none_of(bytes.begin(), bytes.end(), [](char c) { return c & 0x80; });
    if (m_utf8 && !ascii) {
        const auto text = QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size()));
        for (const char c : QString::fromUtf8(text).toUtf8()) {
            if (c)
                to += c;
            else
                to += replacementUtf8;
        }
        return;
    }
    for (const char c : bytes) {
        if (c & 0x80) {
            const Character &character = m_upper[static_cast<unsigned char>(c) & 0x7f];
            to.append(character.bytes.data(), character.size);
        } else if (c) {
            to += c;
        } else {
            to += replacementUtf8;
        }
    }
}

} // namespace drivetrain
