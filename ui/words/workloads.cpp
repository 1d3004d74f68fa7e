// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tr.h"
#include "words/words.h"
#include <QRegularExpression>
#include <vector>

using namespace Qt::StringLiterals;

namespace drivetrain::words {
namespace {

/// A step's title in English, as core gives it; %1 stands for a number.
using Titles = std::vector<const char *>;

const Titles &titlesOf(const QString &workload)
{
    static const Titles bulkLoad{
        QT_TRANSLATE_NOOP("Words", "lstat as one text in base 64"),
        QT_TRANSLATE_NOOP("Words", "lstat as sixteen integer columns"),
        QT_TRANSLATE_NOOP("Words", "base 64, values bound"),
        QT_TRANSLATE_NOOP("Words", "decimals in one text, values bound"),
        QT_TRANSLATE_NOOP("Words", "sixteen text columns, values bound"),
        QT_TRANSLATE_NOOP("Words", "sixteen integer columns, values bound"),
        QT_TRANSLATE_NOOP("Words", "base 64, with two indexes"),
        QT_TRANSLATE_NOOP("Words", "sixteen integer columns, with two indexes"),
    };
    static const Titles vacuum{
        QT_TRANSLATE_NOOP("Words", "Marking dead rows' space as free"),
        QT_TRANSLATE_NOOP("Words", "Compacting the database"),
        QT_TRANSLATE_NOOP("Words", "Rebuilding the indexes"),
    };
    static const Titles catalogue{
        QT_TRANSLATE_NOOP("Words", "Writing %1 records without an index"),
        QT_TRANSLATE_NOOP("Words", "Writing them with an index entry for every field"),
        QT_TRANSLATE_NOOP("Words", "Append %1 of 5"),
        QT_TRANSLATE_NOOP("Words", "Random reads"),
        QT_TRANSLATE_NOOP("Words", "Index check"),
        QT_TRANSLATE_NOOP("Words", "Four writers, each to a database of its own"),
        QT_TRANSLATE_NOOP("Words", "Four writers to one database"),
    };
    static const Titles none; // as published, or in the user's own words
    return workload == "bulk-load"_L1   ? bulkLoad
           : workload == "vacuum"_L1    ? vacuum
           : workload == "catalogue"_L1 ? catalogue
                                        : none;
}

/// The number in a title that is of the pattern; nothing: it is of another.
std::optional<QString> numberIn(const QString &title, const QString &pattern)
{
    const QString expression = u"^"_s + QRegularExpression::escape(pattern) + u'$';
    const QRegularExpression number(QString(expression).replace(u"\\%1"_s, u"(\\d+)"_s));
    const auto match = number.match(title);
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

} // namespace

QString workloadTitle(const QString &name, const QString &title)
{
    if (name == "speed-comparison"_L1)
        return Words::tr("Speed comparison");
    if (name == "bulk-load"_L1)
        return Words::tr("Bulk load");
    if (name == "vacuum"_L1)
        return Words::tr("Compacting (VACUUM)");
    if (name == "catalogue"_L1)
        return Words::tr("Library catalogue");
    return name == "script"_L1 ? Words::tr("Your own SQL") : title;
}

QString workloadDescription(const QString &name, const QString &description)
{
    if (name == "speed-comparison"_L1)
        return Words::tr("Sixteen small tests: inserts, selects, updates and deletes, with and "
                         "without indexes.");
    if (name == "bulk-load"_L1)
        return Words::tr("Fills a large table of a backup program, its facts as one text or as "
                         "sixteen numbers.");
    if (name == "vacuum"_L1)
        return Words::tr("Compacts a database full of holes: what the drive costs.");
    if (name == "catalogue"_L1)
        return Words::tr("Books with an index entry for every field: written, read at random, "
                         "written by four at once.");
    return name == "script"_L1 ? Words::tr("Replays a file of SQL statements that you choose.")
                               : description;
}

QString stepTitle(const QString &workload, const QString &title)
{
    for (const char *source : titlesOf(workload)) {
        const QString pattern = QString::fromLatin1(source);
        if (!pattern.contains("%1"_L1)) {
            if (title == pattern)
                return Words::tr(source);
        } else if (const auto number = numberIn(title, pattern)) {
            return Words::tr(source).arg(*number);
        }
    }
    return title;
}

} // namespace drivetrain::words
