// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue_values.h"
#include "workloads/catalogue_vocabulary.h"
#include <algorithm>
#include <charconv>
#include <span>

namespace drivetrain {
namespace {

using Words = std::span<const std::string_view>;

/// The lesser of two draws: words at the front come more often, as in real text.
std::string_view pick(Words words, Random &random)
{
    const std::uint64_t draw = random.next(), count = words.size();
    return words[std::min((draw >> 32) * count, (draw & 0xffffffff) * count) >> 32];
}

bool chance(std::uint32_t percent, Random &random)
{
    return random.below(100) < percent;
}

void appendNumber(std::string &to, std::uint32_t number)
{
    char digits[10];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    to.append(digits, end);
}

void appendYear(std::string &to, Random &random)
{
    appendNumber(to, 1960 + random.below(41));
}

/// A length around the mean, from 0.4 to 1.6 of it.
std::size_t lengthAround(int mean_bytes, Random &random)
{
    const auto mean = static_cast<std::uint32_t>(mean_bytes);
    return mean * 2 / 5 + random.below(mean * 6 / 5 + 1);
}

/// Appends words until `to` is as near to `length` as words allow: one at least.
void appendText(std::string &to, std::size_t length, bool french, Random &random)
{
    const Words words = french ? Words(vocabulary::frenchWords) : Words(vocabulary::englishWords);
    const Words links = french ? Words(vocabulary::frenchLinks) : Words(vocabulary::englishLinks);
    for (bool first = true;; first = false) {
        const std::string_view word = pick(words, random);
        const std::string_view link = first || chance(45, random) ? std::string_view()
                                                                  : pick(links, random);
        const std::size_t added = word.size() + (link.empty() ? 0 : link.size() + 1) + 1;
        if (!first && to.size() + added / 2 >= length)
            return;
        if (!first)
            to += ' ';
        if (!link.empty())
            (to += link) += ' ';
        to += word;
    }
}

void capitalise(std::string &text)
{
    const std::size_t letter = text.size() > 2 && text[1] == '\'' ? 2 : 0;   // l'Information
    char &c = text[letter];
    if (c >= 'a' && c <= 'z')
        c = static_cast<char>(c - 'a' + 'A');
}

void title(std::string &to, int mean_bytes, bool french, Random &random)
{
    appendText(to, lengthAround(mean_bytes, random), french, random);
    capitalise(to);
}

void imprint(std::string &to, Random &random)
{
    if (chance(74, random)) {
        (to += "^a") += pick(vocabulary::cities, random);
        (to += "^b") += pick(vocabulary::publishers, random);
    }
    to += "^c";
    appendYear(to, random);
}

void collation(std::string &to, Random &random)
{
    if (chance(55, random)) {
        const std::uint32_t first = 1 + random.below(400);
        appendNumber(to += "^ap. ", first);
        appendNumber(to += '-', first + 4 + random.below(30));
    } else {
        if (chance(30, random))
            to += "^axii, ";
        else
            to += "^a";
        appendNumber(to, 16 + random.below(500));
        to += " p.";
    }
    if (chance(70, random))
        to += chance(20, random) ? "^billus., maps" : "^billus.";
}

void author(std::string &to, Random &random)
{
    to += pick(vocabulary::surnames, random);
    to += ", ";
    if (chance(15, random)) {
        to += chance(50, random) ? "Katharine" : "Jean-Pierre";
        return;
    }
    const std::uint32_t initials = chance(50, random) ? 2 : 3;
    for (std::uint32_t initial = 0; initial < initials; ++initial)
        (to += static_cast<char>('A' + random.below(26))) += '.';
}

void keywords(std::string &to, int mean_bytes, Random &random)
{
    const std::size_t length = lengthAround(mean_bytes, random);
    for (bool first = true;; first = false) {
        const std::string_view one = pick(vocabulary::englishWords, random);
        const std::string_view two = chance(45, random) ? pick(vocabulary::englishWords, random)
                                                        : std::string_view();
        const std::size_t added = one.size() + two.size() + (two.empty() ? 2 : 3);
        if (!first && to.size() + added / 2 >= length)
            return;
        (to += '<') += one;
        if (!two.empty())
            (to += ' ') += two;
        to += '>';
    }
}

void corporateBody(std::string &to, int mean_bytes, Random &random)
{
    const std::size_t length = lengthAround(mean_bytes, random);
    const std::string_view country = chance(60, random) ? pick(vocabulary::countries, random)
                                                        : std::string_view();
    const std::size_t rest = country.empty() ? 0 : country.size() + 3;
    (to += pick(vocabulary::institutions, random)) += ' ';
    appendText(to, length > rest ? length - rest : 0, false, random);
    if (!country.empty())
        ((to += " (") += country) += ')';
}

void meeting(std::string &to, int mean_bytes, Random &random)
{
    const std::size_t length = lengthAround(mean_bytes, random);
    const std::string_view city = pick(vocabulary::cities, random);
    (to += pick(vocabulary::meetings, random)) += ' ';
    appendText(to, length - city.size() - 8, false, random);
    (to += "^p") += city;
    appendYear(to += "^d", random);
}

} // namespace

void makeCatalogueValue(int tag, int mean_bytes, Random &random, std::string &to)
{
    to.clear();
    switch (tag) {
    case 12:
    case 72:
        return meeting(to, mean_bytes, random);
    case 25:
        to += pick(vocabulary::editions, random);
        return;
    case 26:
        return imprint(to, random);
    case 30:
        return collation(to, random);
    case 44:
        title(to, mean_bytes - 6, false, random);
        return appendNumber(to += "; no. ", 1 + random.below(60));
    case 50:
        to += pick(vocabulary::notes, random);
        return;
    case 69:
        return keywords(to, mean_bytes, random);
    case 70:
        return author(to, random);
    case 71:
        return corporateBody(to, mean_bytes - 3, random);   // few names are shorter than 20
    case 76:
        title(to, mean_bytes - 5, true, random);
        to += "^zfre";
        return;
    default:   // 24 title, 74 added title
        return title(to, mean_bytes, chance(20, random), random);
    }
}

} // namespace drivetrain
