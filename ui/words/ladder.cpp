// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tr.h"
#include "words/words.h"
#include <QLocale>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain::words {
namespace {

/// Figures of one ladder, in percent of the time that one text in base 64 took.
class Percents
{
public:
    explicit Percents(const Ladder &ladder)
        : m_scale(100 / ladder.base64_s), m_digits(std::abs(ladder.percent()) < 10 ? 1 : 0)
    {
    }
    /// No "-0", and a sign only where it is wanted.
    [[nodiscard]] QString of(double seconds) const
    {
        const double step = std::pow(10, m_digits);
        const double rounded = std::round(seconds * m_scale * step) / step;
        return QLocale().toString(rounded == 0 ? 0.0 : rounded, 'f', m_digits);
    }
    /// " (12 to 15)", or nothing
    [[nodiscard]] QString interval(const std::optional<Interval> &interval) const
    {
        return interval ? u' ' + Words::tr("(%1 to %2)").arg(of(interval->low), of(interval->high))
                        : QString();
    }
    /// "26 %, 24 to 28"
    [[nodiscard]] QString whole(const Ladder::Part &part) const
    {
        return part.interval ? Words::tr("%1 %, %2 to %3")
                                   .arg(of(part.seconds), of(part.interval->low),
                                        of(part.interval->high))
                             : Words::tr("%1 %").arg(of(part.seconds));
    }

private:
    double m_scale;
    int m_digits;
};

/// The same, upside down: what is saved.
Ladder::Part saving(const Ladder::Part &part)
{
    Ladder::Part turned{-part.seconds, std::nullopt};
    if (part.interval)
        turned.interval = Interval{-part.interval->high, -part.interval->low};
    return turned;
}

bool isUnsure(const Ladder::Part &part)
{
    return part.interval && part.interval->low <= 0 && part.interval->high >= 0;
}

/// "14 (12 to 15)"; what saves time says so, unless its interval holds 0.
QString figure(const Percents &percents, const Ladder::Part &part)
{
    if (part.seconds >= 0 || isUnsure(part))
        return percents.of(part.seconds) + percents.interval(part.interval);
    const Ladder::Part less = saving(part);
    return Words::tr("saving %1").arg(percents.of(less.seconds))
           + percents.interval(less.interval);
}

} // namespace

QStringList ladderParts()
{
    return {Words::tr("Parsing the text"), Words::tr("Turning text into numbers"),
            Words::tr("Sixteen columns, not one"), Words::tr("The rest: more bytes")};
}

QString ladder(const Run &run, const Ladder &ladder)
{
    if (!(ladder.base64_s > 0))
        return {};
    const Percents percents(ladder);
    const QString name = targetName(run, ladder.target);
    const QString parsing = figure(percents, ladder.parsing),
                  conversion = figure(percents, ladder.conversion),
                  columns = figure(percents, ladder.columns), rest = figure(percents, ladder.rest);
    if (isUnsure(ladder.whole))
        return Words::tr("%1: no difference found between sixteen columns and one text (%2); "
                         "parsing is %3, conversion %4, columns %5, the rest %6.")
            .arg(name, percents.whole(ladder.whole), parsing, conversion, columns, rest);
    if (ladder.whole.seconds >= 0)
        return Words::tr("%1: sixteen columns took %2 (%3) longer than one text; of the %4, "
                         "parsing is %5, conversion %6, columns %7, the rest %8.")
            .arg(name, duration(ladder.whole.seconds), percents.whole(ladder.whole),
                 percents.whole({ladder.whole.seconds, std::nullopt}), parsing, conversion, columns,
                 rest);
    const Ladder::Part less = saving(ladder.whole);
    return Words::tr("%1: sixteen columns took %2 (%3) less than one text; of one text's time, "
                     "parsing is %4, conversion %5, columns %6, the rest %7.")
        .arg(name, duration(less.seconds), percents.whole(less), parsing, conversion, columns,
             rest);
}

} // namespace drivetrain::words
