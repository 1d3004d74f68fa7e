// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/catalogue.h"
#include "workloads/catalogue_lap.h"
#include "workloads/catalogue_source.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

using namespace catalogue;

struct Known { const char *name; QStringList values; };
const std::vector<Known> &choices()
{
    static const std::vector<Known> known{
        {"records", {u"large"_s, u"sample"_s}}, {"schema", {u"body"_s, u"fields"_s}}};
    return known;
}

class Catalogue final : public Workload
{
public:
    QString name() const override { return u"catalogue"_s; }
    QString title() const override { return u"Catalogue"_s; }
    QString description() const override
    {
        return u"Library records with an index entry for every field: written, appended, read at random, checked, written by four at once"_s;
    }
    std::set<Transport> transports() const override
    {
        return {Transport::Literal, Transport::Prepared, Transport::Pipelined, Transport::Bulk};
    }
    bool takesInput() const override { return true; }
    bool takesTransaction() const override { return true; }
    HistoricalTable historical() const override;
    Faults checkParameters(const QJsonObject &parameters, const QString &field) const override;
    Faults checkInput(const QString &path, const Dialect &, const QString &field) const override;
    std::int64_t space_bytes(const WorkloadSettings &settings) const override
    {
        // Ten times a record's 500 bytes for rows, entries, index and log, for six sets and five
        // databases of them (seen on PostgreSQL: 62 MB a set at scale 1).
        const auto records = static_cast<double>(recordsAtScale(settings));
        return static_cast<std::int64_t>(records * 2'000 * 11) + 20'000'000;
    }
    std::vector<StepInfo> steps(const WorkloadSettings &settings) const override
    {
        constexpr double fieldsAMean = 9.93;
        const std::int64_t records = recordsAtScale(settings);
        return stepsOf(settings, records,
                       std::llround(static_cast<double>(records) * fieldsAMean));
    }
    std::unique_ptr<WorkloadLap> lap(const WorkloadSettings &settings) const override
    { return makeLap(settings); }
};

Faults Catalogue::checkParameters(const QJsonObject &parameters, const QString &field) const
{
    Faults faults;
    for (auto it = parameters.begin(); it != parameters.end(); ++it) {
        const QString name = field + u'.' + it.key();
        const auto known = std::find_if(choices().begin(), choices().end(), [&](const Known &k) {
            return it.key() == QLatin1StringView(k.name);
        });
        if (it.key() == "read_s"_L1) {
            constexpr double most_s = 3600;
            if (!(it->toDouble(-1) > 0) || it->toDouble() > most_s)
                faults.push_back({FaultCode::OutOfRange, name, it->toVariant().toString(),
                                  u"0.001..3600"_s, {}});
        } else if (it.key() == "code_page"_L1) {
            if (!it->isString() && !it->isDouble())
                faults.push_back({FaultCode::WrongType, name, {}, u"text"_s, {}});
        } else if (known == choices().end()) {
            faults.push_back({FaultCode::UnknownKey, name, {}, {}, {}});
        } else if (!known->values.contains(it->toString())) {
            faults.push_back({FaultCode::BadValue, name, it->toVariant().toString(),
                              known->values.join(u'|'), {}});
        }
    }
    return faults;
}

Faults Catalogue::checkInput(const QString &path, const Dialect &, const QString &field) const
{
    WorkloadSettings settings;
    const auto records = isisRecords(path, codePageOf(settings));
    if (records)
        return {};
    const Error &error = records.error();
    return {{FaultCode::InputNotReadable, field, path,
             error.subject.isEmpty() || error.subject == path
                 ? error.words : error.subject + u": "_s + error.words, error.remedy}};
}

HistoricalTable Catalogue::historical() const
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {u"OpenIsis, published figures for 58,970 records and 585,334 index entries"_s,
            u"A record store without SQL; rates as published, in seconds for the same counts"_s,
            {{u"OpenIsis"_s, u"2001-2004"_s, u"Pentium III 800 MHz, 256 MB"_s,
              {3.93, 20.304, none, none, none, none, 10, 5.18, none, none}},
             {u"OpenIsis (appends)"_s, u"2001-2004"_s, u"650 MHz, much cache"_s,
              {none, 29, 29, 29, 29, 29, none, none, none, none}},
             {u"OpenIsis (four writers)"_s, u"2001-2004"_s, u"two processors"_s,
              {none, none, none, none, none, none, none, none, 60, none}}}};
}

} // namespace

std::unique_ptr<Workload> makeCatalogue() { return std::make_unique<Catalogue>(); }

} // namespace drivetrain
