// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/script_index.h"
#include "workloads/sql_shape.h"
#include "workloads/workload.h"
#include <array>
#include <unordered_map>

namespace drivetrain {

/// The statements of one step of a script, read from the file as they are wanted.
class ScriptStream final : public StatementStream
{
public:
    static constexpr std::size_t shapesMax = 1000, linesKept = 4096;
    struct Settings
    {
        QString path;
        Dialect dialect;
        bool lifts = false;             ///< literals into parameters
        bool goes_on = false;           ///< after a refused statement
        std::int64_t transaction = 0;   ///< statements; 0: as the file says
    };
    ScriptStream(Settings settings, const ScriptIndex::Step &step);
    bool next(Request &request) override;
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return nullptr; }
    QString where(std::size_t behind) const override;
    bool goesOnAfterFailure() const override { return m_settings.goes_on; }
    std::optional<Error> failure() const override { return m_failure; }

private:
    bool framed(Request &request);
    bool take(Request &request);
    void lift(Request &request, std::string_view sql);
    void refuseCommand(const SqlScript::Item &item);
    Settings m_settings;
    std::unique_ptr<SqlScript> m_script;
    SqlShape m_shape;
    std::vector<std::string> m_shapes;
    std::unordered_map<std::string, int> m_numbers;   ///< of shapes
    std::array<std::int64_t, linesKept> m_lines{};
    int m_number = -1;                                ///< of the latest shape
    std::size_t m_made = 0;
    std::int64_t m_inTransaction = 0;
    bool m_open = false, m_held = false, m_over = false;
    Request m_next;
    std::optional<Error> m_failure;
};

} // namespace drivetrain
