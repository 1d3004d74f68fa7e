// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/worker.h"
#include "measure/clock.h"
#include "run/carrier.h"
#include <algorithm>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr qsizetype failuresKept = 20;

class Tally final : public StatementTally
{
public:
    Tally(WorkerResult &result, WorkerCounters &counters) : m_result(result), m_counters(counters)
    {}
    void done(const Outcome &outcome, std::optional<std::int64_t> service_ns) override
    {
        const auto rows = outcome.rows_affected + outcome.rows_returned;
        if (service_ns)
            m_result.latency.record(*service_ns);
        ++m_result.operations;
        m_result.rows += rows;
        m_counters.add(static_cast<std::uint64_t>(rows), false);
    }

private:
    WorkerResult &m_result;
    WorkerCounters &m_counters;
};

/// Says where in the user's file the statement stands.
void locate(Error &error, const QString &where)
{
    if (!where.isEmpty())
        error.subject = error.subject.isEmpty() ? where : where + u": "_s + error.subject;
}

/// Counts a failed statement. True: the stream goes on after it.
bool failed(Error error, const StatementStream &stream, std::size_t behind,
            WorkerCounters &counters, WorkerResult &result)
{
    ++result.failed_operations;
    counters.add(0, true);
    locate(error, stream.where(behind));
    if (!stream.goesOnAfterFailure() || error.kind != ErrorKind::Engine) {
        result.error = std::move(error);
        return false;
    }
    if (result.failures.size() < failuresKept)
        result.failures << error.subject + u": "_s + error.words;
    return true;
}

/// The loop itself: what is inside a session's calls in `inside_ns`, the rest in `client_ns`.
void runStatements(Carrier &carrier, StatementStream &stream, WorkerCounters &counters,
                   const std::stop_token &stop, WorkerResult &result, std::int64_t &client_ns,
                   std::int64_t &inside_ns)
{
    Request request;
    std::int64_t last_ns = tick_ns();
    while (stream.next(request)) {
        const std::int64_t made_ns = tick_ns();
        client_ns += made_ns - last_ns;
        auto done = carrier.carry(request, stream.sink(), made_ns);
        last_ns = tick_ns();
        inside_ns += last_ns - made_ns;
        if (!done
            && !failed(std::move(done.error()), stream, carrier.behind(), counters, result))
            return;
        if (stop.stop_requested()) {
            result.error = Error{ErrorKind::Cancelled, {}, {}, {}, {}};
            return;
        }
    }
    if (auto broken = stream.failure()) {
        result.error = std::move(*broken);
        return;
    }
    client_ns += tick_ns() - last_ns;
    last_ns = tick_ns();
    if (auto done = carrier.end(); !done)
        static_cast<void>(
            failed(std::move(done.error()), stream, carrier.behind(), counters, result));
    inside_ns += tick_ns() - last_ns;
}

} // namespace

WorkerResult runWorker(Session &session, StatementStream &stream, WorkerCounters &counters,
                       ThreadClock &clock, std::barrier<> &start, std::stop_token stop,
                       Transport transport)
{
    WorkerResult result;
    Tally tally(result, counters);
    const auto carrier = makeCarrier(transport, session, stream.shapes(), tally);
    clock = ownThreadClock();
    if (auto ready = session.ready(); !ready)
        result.error = std::move(ready.error());
    start.arrive_and_wait();   // ready: the sampler takes its first reading
    start.arrive_and_wait();

    const CpuTime cpuBefore = threadCpuTime();
    const PhaseTotals phasesBefore = session.phases();
    std::int64_t client_ns = 0, inside_ns = 0;
    result.begin_ns = monotonic_ns();
    const std::int64_t first_ns = tick_ns();
    if (!result.error)
        runStatements(*carrier, stream, counters, stop, result, client_ns, inside_ns);
    if (!result.error) {
        const std::int64_t before_ns = tick_ns();
        const auto rest = session.finishStep();
        inside_ns += tick_ns() - before_ns;
        if (rest)
            result.rows += rest->rows_affected + rest->rows_returned;
        else
            result.error = rest.error();
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
