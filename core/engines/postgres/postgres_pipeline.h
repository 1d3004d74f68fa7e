// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "engines/postgres/postgres_session.h"
#include "engines/postgres/postgres_values.h"
#include <deque>

namespace drivetrain {

/// libpq's pipeline mode. Outside of a transaction a Sync follows each statement, so that each is
/// a transaction of its own; inside of one a Sync follows every `perSync` statements. Results of
/// SELECTs are held whole by libpq.
class PostgresPipeline final : public Pipeline
{
public:
    static constexpr std::size_t inFlightMax = 1024, inFlightLow = 512;
    static constexpr int perSync = 256;
    [[nodiscard]] static Expected<std::unique_ptr<Pipeline>> make(PostgresSession &session,
                                                                  OutcomeSink &sink);
    ~PostgresPipeline() override;
    Expected<void> literal(const std::string &sql, RowSink *sink) override;
    Expected<void> prepared(int shape, const std::string &sql, std::span<const Value> values,
                            RowSink *sink) override;
    Expected<void> begin() override;
    Expected<void> commit() override;
    Expected<void> drain() override;

private:
    enum class Kind { Statement, Unseen, Sync };   ///< Unseen: PREPARE, BEGIN, COMMIT
    struct Sent { Kind kind; RowSink *sink; std::int64_t at_ns; };
    PostgresPipeline(PostgresSession &session, OutcomeSink &sink)
        : m_session(session), m_sink(sink) {}
    Expected<void> sent(int ok, Kind kind, RowSink *sink);
    Expected<void> unseen(const char *sql);
    Expected<void> sync();
    Expected<void> readUntil(std::size_t left);
    Expected<void> readOne();
    Expected<void> readSync();

    PostgresSession &m_session;
    OutcomeSink &m_sink;
    PostgresValues m_values;
    std::deque<Sent> m_inFlight;
    std::map<int, std::string> m_prepared;   ///< names by shape
    int m_unsynced = 0;
    bool m_inTransaction = false;
};

} // namespace drivetrain
