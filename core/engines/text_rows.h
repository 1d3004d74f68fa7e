// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/session.h"
#include <QStringList>
#include <vector>

namespace drivetrain {

/// All rows of a statement as texts, NULL as an empty one: for small results outside of the measured
/// path, such as a server's settings.
[[nodiscard]] inline Expected<std::vector<QStringList>> textRows(Session &session,
                                                                 const QString &sql)
{
    class Texts final : public RowSink
    {
    public:
        void row(std::span<const Cell> cells) override
        {
            QStringList &row = rows.emplace_back();
            for (const Cell &cell : cells)
                row << QString::fromUtf8(cell.text.data(), static_cast<qsizetype>(cell.text.size()));
        }
        std::vector<QStringList> rows;
    };
    Texts texts;
    const auto done = session.execute(sql.toStdString(), &texts);
    if (!done)
        return tl::unexpected(done.error());
    return std::move(texts.rows);
}

} // namespace drivetrain
