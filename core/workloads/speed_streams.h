// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "workloads/speed_model.h"
#include "workloads/workload.h"
#include <memory>
#include <optional>

namespace drivetrain::speed {

/// Keeps what the SELECTs answered, for the check after the step. Memory is set aside before.
class AnswerSink : public RowSink
{
public:
    struct Given { std::int64_t count = -1; std::optional<double> average; };
    explicit AnswerSink(std::size_t expected) { m_given.reserve(expected); }
    void row(std::span<const Cell> cells) override;
    [[nodiscard]] const std::vector<Given> &given() const { return m_given; }
private:
    std::vector<Given> m_given;
};

/// The statements of test `number`, as published. `answers` outlives the stream.
[[nodiscard]] std::unique_ptr<StatementStream> makeStream(int number, const Counts &counts,
                                                          const WorkloadSettings &settings,
                                                          std::uint32_t bRange,
                                                          AnswerSink &answers);

} // namespace drivetrain::speed
