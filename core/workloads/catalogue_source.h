// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "model/error.h"
#include "workloads/catalogue_records.h"
#include <memory>

namespace drivetrain::catalogue {

/// An index entry's value is cut off here, on every engine alike: what all of them can index.
inline constexpr std::size_t valueMax_bytes = 200;

/// Records by their place, 0-based; made or held in memory. An object a thread.
class RecordSource
{
public:
    virtual ~RecordSource() = default;
    [[nodiscard]] virtual std::int64_t size() const = 0;
    /// Valid until the next call. Values are at most valueMax_bytes long.
    [[nodiscard]] virtual const CatalogueRecord &record(std::int64_t index) = 0;
};

[[nodiscard]] std::unique_ptr<RecordSource>
generatedRecords(std::uint64_t seed, CatalogueRecords::Preset preset, std::int64_t count);

/// What a user's master file came to. Kept for the file's path, size and time, so that it is read
/// once.
struct IsisRecords
{
    std::vector<CatalogueRecord> records;
    QString report;   ///< English fact: "150 records read, 2 deleted, 1 damaged (record 17 ...)"
};
[[nodiscard]] Expected<std::shared_ptr<const IsisRecords>> isisRecords(const QString &path,
                                                                       const QString &codePage);
[[nodiscard]] std::unique_ptr<RecordSource>
recordsOf(std::shared_ptr<const IsisRecords> records);

} // namespace drivetrain::catalogue
