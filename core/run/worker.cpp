// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/worker.h"
#include "measure/clock.h"
#include <algorithm>

namespace drivetrain {
namespace {

/// The prepared statements of a step, made when first used: their table may come to be in the same
/// step.
class Prepared
{
public:
    Prepared(Session &session, const std::vector<std::string> &shapes)
        : m_session(session), m_shapes(shapes), m_statements(shapes.size()) {}

    Expected<Outcome> execute(const Request &request, RowSink *sink)
    {
        auto &statement = m_statements[static_cast<std::size_t>(request.shape)];
        if (!statement) {
            auto made = m_session.prepare(m_shapes[static_cast<std::size_t>(request.shape)]);
            if (!made)
                return tl::unexpected(std::move(made.error()));
            statement = std::move(*made);
        }
        return statement->execute(request.values, sink);
    }

private:
    Session &m_session;
    const std::vector<std::string> &m_shapes;
    std::vector<std::unique_ptr<Statement>> m_statements;
};

Expected<Outcome> perform(Session &session, Prepared &prepared, const Request &request,
                          RowSink *sink)
{
    if (request.kind == Request::Kind::Statement) {
        return request.shape < 0 ? session.execute(request.sql, sink)
                                 : prepared.execute(request, sink);
    }
    const auto done = request.kind == Request::Kind::Begin ? session.begin() : session.commit();
    if (!done)
        return tl::unexpected(done.error());
    return Outcome{};
}

} // namespace

WorkerResult runWorker(Session &session, StatementStream &stream, WorkerCounters &counters,
                       ThreadClock &clock, std::barrier<> &start, std::stop_token stop)
{
    WorkerResult result;
    Request request;
    Prepared prepared(session, stream.shapes());
    clock = ownThreadClock();
    start.arrive_and_wait();   // ready: the sampler takes its first reading
    start.arrive_and_wait();

    const CpuTime cpuBefore = threadCpuTime();
    const PhaseTotals phasesBefore = session.phases();
    std::int64_t client_ns = 0, inside_ns = 0;
    result.begin_ns = monotonic_ns();
    const std::int64_t first_ns = tick_ns();
    std::int64_t last_ns = first_ns;
    while (stream.next(request)) {
        const std::int64_t made_ns = tick_ns();
        client_ns += made_ns - last_ns;
        auto outcome = perform(session, prepared, request, stream.sink());
        last_ns = tick_ns();
        inside_ns += last_ns - made_ns;
        if (!outcome) {
            ++result.failed_operations;
            counters.add(0, true);
            result.error = std::move(outcome.error());
            break;
        }
        if (request.kind == Request::Kind::Statement) {
            const auto rows = outcome->rows_affected + outcome->rows_returned;
            result.latency.record(last_ns - made_ns);
            ++result.operations;
            result.rows += rows;
            counters.add(static_cast<std::uint64_t>(rows), false);
        }
        if (stop.stop_requested()) {
            result.error = Error{ErrorKind::Cancelled, {}, {}, {}, {}};
            break;
        }
    }
    result.end_ns = result.begin_ns + tick_ns() - first_ns;   // as the phases are counted
    const CpuTime cpuAfter = threadCpuTime();
    result.cpu = {cpuAfter.user_s - cpuBefore.user_s, cpuAfter.sys_s - cpuBefore.sys_s};

    const PhaseTotals phasesAfter = session.phases();
    for (std::size_t i = 0; i < phaseCount; ++i)
        result.phases.ns[i] = phasesAfter.ns[i] - phasesBefore.ns[i];
    result.phases.add(session.restPhase(),
                      std::max<std::int64_t>(0, inside_ns - result.phases.sum_ns()));
    result.phases.add(Phase::Client, client_ns);
    result.phases.add(Phase::Other, result.end_ns - result.begin_ns - result.phases.sum_ns());
    return result;
}

} // namespace drivetrain
