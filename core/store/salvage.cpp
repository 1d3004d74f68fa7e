// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/opening.h"
#include "store/records.h"
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Whole numbers of a column as far as they can be read: from the front up to the damage, then from
/// the back.
std::vector<qint64> readableIds(const Database &from, const QString &table, const QString &where)
{
    std::vector<qint64> ids;
    for (const auto &order : {u"ASC"_s, u"DESC"_s}) {
        auto query =
            from.execute(u"SELECT id FROM %1 WHERE %2 ORDER BY id %3"_s.arg(table, where, order));
        while (query) {
            const auto row = from.next(*query);
            if (!row || !*row)
                break;
            ids.push_back(query->value(0).toLongLong());
        }
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

/// An index may be what is damaged: `+run` makes SQLite read the table itself.
std::vector<qint64> readableLaps(const Database &from, qint64 run)
{
    auto ids = readableIds(from, u"lap"_s, u"run = %1"_s.arg(run));
    const auto others = readableIds(from, u"lap"_s, u"+run = %1"_s.arg(run));
    ids.insert(ids.end(), others.begin(), others.end());
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Expected<void> takeOver(const Database &from, const Database &to, qint64 id, Salvage &salvaged)
{
    auto run = readRun(from, id);
    if (!run) {
        ++salvaged.runs_lost;
        return {};
    }
    int lost = 0;
    if (!readNotes(from, *run))
        run->notes << u"notes could not be read from the damaged results file"_s;
    for (const qint64 lapId : readableLaps(from, id)) {
        auto lap = readLap(from, lapId, true);
        if (!lap)
            lap = readLap(from, lapId, false);   // the samples may be all that is lost
        if (lap && lap->target >= 0 && static_cast<std::size_t>(lap->target) < run->targets.size())
            run->laps.push_back(std::move(*lap));
        else
            ++lost;
    }
    if (lost > 0)
        run->notes << u"%1 laps could not be read from the damaged results file"_s.arg(lost);
    std::stable_sort(run->laps.begin(), run->laps.end(),
                     [](const Lap &a, const Lap &b) { return a.position < b.position; });
    auto transaction = Transaction::begin(to, Transaction::Kind::Write);
    if (!transaction)
        return tl::unexpected(transaction.error());
    if (const auto made = insertRun(to, *run, id); !made)
        return tl::unexpected(made.error());
    for (const Lap &lap : run->laps) {
        if (auto done = insertLap(to, id, lap); !done)
            return done;
    }
    if (auto done = transaction->commit(); !done)
        return done;
    ++salvaged.runs;
    salvaged.laps += static_cast<int>(run->laps.size());
    salvaged.laps_lost += lost;
    return {};
}

} // namespace

Expected<Salvage> salvage(const QString &damaged, const Database &to)
{
    Salvage salvaged;
    const auto from = Database::open(damaged, Database::Mode::Salvage);
    if (!from)
        return salvaged;   // not a database at all: nothing to be had
    for (const qint64 id : readableIds(*from, u"run"_s, u"1"_s)) {
        if (const auto done = takeOver(*from, to, id, salvaged); !done)
            return tl::unexpected(done.error());
    }
    return salvaged;
}

} // namespace drivetrain
