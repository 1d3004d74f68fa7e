// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/mysql/mysql_array.h"
#include <map>

namespace drivetrain {

/// Statements gathered and sent together: texts as one multi-statement message, prepared ones of
/// one shape, inside of a transaction, as arrays of values where library and server know them.
/// Outside of a transaction prepared ones go one by one, since an array would be one transaction.
class MysqlPipeline final : public Pipeline
{
public:
    static constexpr std::size_t statementsMax = 500, textMax_bytes = 256 * 1024;
    [[nodiscard]] static Expected<std::unique_ptr<Pipeline>> make(MysqlSession &session,
                                                                  OutcomeSink &sink);
    ~MysqlPipeline() override;
    Expected<void> literal(const std::string &sql, RowSink *sink) override;
    Expected<void> prepared(int shape, const std::string &sql, std::span<const Value> values,
                            RowSink *sink) override;
    Expected<void> begin() override;
    Expected<void> commit() override;
    Expected<void> drain() override;

private:
    struct Sent { RowSink *sink; std::int64_t at_ns; };
    struct Shape { std::unique_ptr<Statement> single; std::unique_ptr<MysqlArray> array; };
    MysqlPipeline(MysqlSession &session, OutcomeSink &sink) : m_session(session), m_sink(sink) {}
    Expected<void> sendTexts();
    Expected<void> sendArray();
    Expected<void> single(Shape &shape, const std::string &sql, std::span<const Value> values,
                          RowSink *sink);

    MysqlSession &m_session;
    OutcomeSink &m_sink;
    std::string m_texts;
    std::vector<Sent> m_sent;          ///< of the texts gathered
    std::map<int, Shape> m_shapes;
    MysqlArray *m_filling = nullptr;   ///< at most one holds rows
    bool m_inTransaction = false;
};

} // namespace drivetrain
