// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tr.h"
#include "words/words.h"
#include <QLocale>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace drivetrain::words {
namespace {

QString decimal(double value, int digits)
{
    return QLocale().toString(value, 'f', digits);
}

/// Digits behind the point that a ratio is good for: one near 1 needs more.
int ratioDigits(double ratio)
{
    return ratio < 2 ? 2 : ratio < 20 ? 1 : 0;
}

QString laps(int count)
{
    return Words::tr("%n lap(s)", nullptr, count);
}

QString withInterval(const Verdict &verdict)
{
    const int digits =
        ratioDigits(verdict.ratio); // one for all three, else the interval may seem to miss it
    if (!verdict.interval)
        return decimal(verdict.ratio, digits);
    return Words::tr("%1 (%2 to %3)")
        .arg(decimal(verdict.ratio, digits), decimal(verdict.interval->low, digits),
             decimal(verdict.interval->high, digits));
}

bool severalDrives(const std::vector<RunTarget> &targets)
{
    QStringList folders;
    for (const RunTarget &target : targets) {
        if (target.drive && !folders.contains(target.drive->folder))
            folders << target.drive->folder;
    }
    return folders.size() > 1;
}

/// Whether the name alone would leave open which of two is meant.
bool hasNeighbourOfOtherDurability(const std::vector<RunTarget> &targets, const RunTarget &which)
{
    return std::any_of(targets.begin(), targets.end(), [&which](const RunTarget &other) {
        return other.facts && other.spec.engine == which.spec.engine
               && other.facts->durability != which.facts->durability;
    });
}

} // namespace

QString duration(double seconds)
{
    if (seconds < 0.1)
        return Words::tr("%1 ms").arg(decimal(seconds * 1e3, 1));
    if (seconds < 10)
        return Words::tr("%1 s").arg(decimal(seconds, 2));
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 60)
        return Words::tr("%1 s").arg(whole);
    if (whole < 3600)
        return Words::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    return Words::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString roughDuration(double seconds)
{
    constexpr double half = 30;
    if (seconds < 2 * half)
        return Words::tr("%1 s").arg(static_cast<qint64>(std::max(1.0, std::ceil(seconds))));
    const auto halves = static_cast<qint64>(std::llround(seconds / half));
    if (seconds > 600 || halves % 2 == 0) {
        const qint64 minutes = std::llround(seconds / 60);
        return minutes < 60 ? Words::tr("%1 min").arg(minutes)
                            : Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
    }
    return Words::tr("%1 min %2 s").arg(halves / 2).arg(30);
}

QString timeLeft(std::optional<double> seconds)
{
    return seconds ? Words::tr("about %1 left").arg(roughDuration(*seconds))
                   : Words::tr("time left unknown");
}

QString bytes(std::int64_t bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}
QString rate(double per_s)
{
    return Words::tr("%1/s").arg(per_s < 100 ? decimal(per_s, 1)
                                             : QLocale().toString(static_cast<qlonglong>(per_s)));
}
QString seconds(double seconds)
{
    return decimal(seconds, seconds < 10 ? 4 : 2);
}

namespace {

/// The database behind a Qt driver, as far as it is known.
QString nameThroughQt(const RunTarget &target)
{
    const QString &driver = target.spec.subject;
    if (driver == "QODBC"_L1)
        return target.facts ? Words::tr("%1 through ODBC").arg(target.facts->name) : u"ODBC"_s;
    const QString database = target.facts ? target.facts->name
                             : driver == "QSQLITE"_L1 ? u"SQLite"_s
                             : driver == "QPSQL"_L1   ? u"PostgreSQL"_s
                             : driver == "QMYSQL"_L1  ? u"MySQL"_s
                                                      : driver;
    return Words::tr("%1 through Qt").arg(database);
}

/// Options that only repeat a Qt target's address.
bool isAddressOfQt(const TargetSpec &spec, const QString &key)
{
    static const QStringList keys{u"host"_s, u"port"_s, u"user"_s, u"database"_s, u"dsn"_s};
    return spec.engine == "qt"_L1 && spec.address && keys.contains(key);
}

} // namespace

QString targetName(const std::vector<RunTarget> &targets, int target, bool withDurability)
{
    if (target < 0 || static_cast<std::size_t>(target) >= targets.size())
        return {};
    const RunTarget &which = targets[static_cast<std::size_t>(target)];
    QString name = which.spec.engine == "sqlite"_L1     ? u"SQLite"_s
                   : which.spec.engine == "postgres"_L1 ? u"PostgreSQL"_s
                   : which.spec.engine == "mariadb"_L1  ? u"MariaDB"_s
                                                        : which.spec.engine;
    if (which.facts)
        name = which.facts->name;
    if (which.spec.engine == "qt"_L1)
        name = nameThroughQt(which);
    QStringList details;
    for (const auto &[key, value] : which.spec.options) {
        if ((key == "durability"_L1 && !withDurability) || isAddressOfQt(which.spec, key))
            continue;
        details << (key == "durability"_L1
                        ? durability(durabilityFromName(value).value_or(Durability::Unsafe))
                    : key == "engine"_L1 ? value
                                         : key + u'=' + value);
    }
    if (withDurability && which.facts && !which.spec.option(u"durability")
        && hasNeighbourOfOtherDurability(targets, which))
        details << durability(which.facts->durability);
    if (which.spec.address)
        details << (which.spec.address->host.isEmpty() ? which.spec.address->database
                                                       : which.spec.address->host);
    if (which.drive && severalDrives(targets))
        details << which.drive->folder;
    return details.isEmpty() ? name : name + u" ("_s + details.join(u", "_s) + u')';
}

QString targetName(const Run &run, int target, bool withDurability)
{
    return targetName(run.targets, target, withDurability);
}

QString forecast(const Plan &plan, const Forecast &forecast)
{
    QStringList titles;
    for (const QString &name : plan.workloads)
        titles << workloadTitle(name, name);
    QString text = Words::tr("Runs %1, %2 on each of %3: about %4 in all.")
                       .arg(titles.join(u", "_s), laps(plan.laps),
                            Words::tr("%n database(s)", nullptr, forecast.targets),
                            roughDuration(forecast.seconds));
    for (const Forecast::OnDrive &drive : forecast.drives)
        text += u' '
                + Words::tr("Needs %1 of the %2 free on %3.")
                      .arg(bytes(drive.needed_bytes), bytes(drive.free_bytes), drive.folder);
    return text;
}

QString verdict(const Run &run, const QString &workload, const Verdict &v)
{
    const QString title = workloadTitle(workload, workload);
    const QString first = targetName(run, v.first), second = targetName(run, v.second);
    switch (v.kind) {
    case VerdictKind::Faster:
        return Words::tr("%1: %2 is %3 times as fast as %4, from %5 each.")
            .arg(title, first, withInterval(v), second, laps(v.laps));
    case VerdictKind::NoDifference:
        return Words::tr("%1: no difference found between %2 and %3, from %4 each (ratio %5).")
            .arg(title, first, second, laps(v.laps), withInterval(v));
    case VerdictKind::TooFewLaps:
        return Words::
            tr("%1: %2 took %3, %4 took %5. %6 each are too few for a verdict; four are needed.")
                .arg(title, first, duration(v.first_s), second, duration(v.second_s), laps(v.laps));
    case VerdictKind::UnequalDurability: // the durabilities stand in the sentence itself
        return Words::tr("%1: not comparable, unequal durability: %2 (%3) took %4, %5 (%6) took "
                         "%7, ratio %8.")
            .arg(title, targetName(run, v.first, false), durability(v.first_durability),
                 duration(v.first_s), targetName(run, v.second, false),
                 durability(v.second_durability), duration(v.second_s), withInterval(v));
    case VerdictKind::Wrong:
        return run.status == RunStatus::Cancelled || run.status == RunStatus::Interrupted
                   ? Words::tr("%1: no verdict, the run was not finished.").arg(title)
                   : Words::tr("%1: no verdict, not every database gave a verified lap.")
                         .arg(title);
    case VerdictKind::OnlyOne:
        return Words::tr("%1: %2 took %3 (median of %4).")
            .arg(title, first, duration(v.first_s), laps(v.laps));
    }
    return {};
}

} // namespace drivetrain::words
