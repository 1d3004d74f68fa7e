// SPDX-License-Identifier: GPL-3.0-or-later
// Planner, worker, cancellation and the time left, without a database.
#include "measure/clock.h"
#include "run/canceller.h"
#include "run/live_board.h"
#include "run/planner.h"
#include "run/time_left.h"
#include "run/worker.h"
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

void spin(std::int64_t ns)
{
    const std::int64_t until = monotonic_ns() + ns;
    while (monotonic_ns() < until) {
    }
}

/// Takes a known time for each statement, half of which it books as waiting.
class FakeSession final : public Session
{
public:
    static constexpr std::int64_t statement_ns = 200'000;
    Expected<Outcome> execute(const std::string &sql, RowSink *) override
    {
        if (sql == "fail")
            return failure(ErrorKind::Engine, u"no"_s);
        spin(statement_ns);
        m_phases.add(Phase::NetworkWait, statement_ns / 2);
        return Outcome{2, 0};
    }
    Expected<std::unique_ptr<Statement>> prepare(std::string_view) override
    {
        return failure(ErrorKind::NotAvailable);
    }
    Expected<void> begin() override { return {}; }
    Expected<void> commit() override { return {}; }
    Expected<void> rollback() override { return {}; }
    void cancel() noexcept override { ++cancels; }
    void abandon() noexcept override { ++abandons; }
    PhaseTotals phases() const noexcept override { return m_phases; }
    std::atomic<int> cancels{0}, abandons{0};
private:
    PhaseTotals m_phases;
};

class FakeStream final : public StatementStream
{
public:
    FakeStream(int count, int failAt) : m_count(count), m_failAt(failAt) {}
    bool next(Request &request) override
    {
        request.sql = m_done == m_failAt ? "fail" : "work";
        return m_done++ < m_count;
    }
    const std::vector<std::string> &shapes() const override { return m_shapes; }
    RowSink *sink() override { return nullptr; }
private:
    int m_count, m_failAt, m_done = 0;
    std::vector<std::string> m_shapes;
};

WorkerResult work(FakeStream stream, std::stop_token stop = {})
{
    FakeSession session;
    WorkerCounters counters;
    ThreadClock clock;
    std::barrier start(1);
    return runWorker(session, stream, counters, clock, start, stop);
}

} // namespace

class TestRun : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void phasesAddUpToTheWallTime()
    {
        const WorkerResult result = work({200, -1});
        QVERIFY(!result.error);
        QCOMPARE(result.operations, 200);
        QCOMPARE(result.rows, 400);
        QCOMPARE(result.latency.count(), 200U);
        QCOMPARE(result.phases.sum_ns(), result.end_ns - result.begin_ns);
        QCOMPARE(result.phases.of(Phase::NetworkWait), 200 * FakeSession::statement_ns / 2);
        for (const std::int64_t ns : result.phases.ns)
            QVERIFY(ns >= 0);
        QVERIFY(result.latency.min_ns() >= FakeSession::statement_ns);
    }

    void aFailedStatementEndsTheWorkerAndCountsApart()
    {
        const WorkerResult result = work({100, 30});
        QVERIFY(result.error && result.error->kind == ErrorKind::Engine);
        QCOMPARE(result.operations, 30);
        QCOMPARE(result.failed_operations, 1);
        QCOMPARE(result.latency.count(), 30U);
    }

    void aSessionThatIsNotReadyIsNotUsed()   // and nobody waits at the barrier in vain
    {
        class Unready final : public Session
        {
        public:
            Expected<void> ready() override { return failure(ErrorKind::Connection); }
            Expected<Outcome> execute(const std::string &, RowSink *) override
            {
                ++executed;
                return Outcome{};
            }
            Expected<std::unique_ptr<Statement>> prepare(std::string_view) override
            { return failure(ErrorKind::NotAvailable); }
            Expected<void> begin() override { return {}; }
            Expected<void> commit() override { return {}; }
            Expected<void> rollback() override { return {}; }
            void cancel() noexcept override {}
            void abandon() noexcept override {}
            PhaseTotals phases() const noexcept override { return {}; }
            int executed = 0;
        } session;
        WorkerCounters counters;
        ThreadClock clock;
        std::barrier start(1);
        FakeStream stream(10, -1);
        const WorkerResult result = runWorker(session, stream, counters, clock, start, {});
        QVERIFY(result.error && result.error->kind == ErrorKind::Connection);
        QCOMPARE(result.operations, 0);
        QCOMPARE(session.executed, 0);
    }

    void aStopEndsTheWorker()
    {
        std::stop_source stop;
        std::jthread stopper([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        const WorkerResult result = work({1'000'000, -1}, stop.get_token());
        QVERIFY(result.error && result.error->kind == ErrorKind::Cancelled);
        QVERIFY(result.operations < 100'000);
    }

    void cancelFirstAbandonLater()
    {
        std::stop_source stop;
        FakeSession early, late;
        Canceller canceller(stop.get_token());
        canceller.add(&early);
        QCOMPARE(early.cancels.load(), 0);
        stop.request_stop();
        QVERIFY(QTest::qWaitFor([&] { return early.cancels == 1; }, 1000));
        canceller.add(&late);   // opened after the stop
        QCOMPARE(late.cancels.load(), 1);
        QVERIFY(QTest::qWaitFor([&] { return early.abandons > 0 && late.abandons > 0; }, 2000));
        canceller.remove(&early);
        canceller.remove(&late);
    }

    void lapsAreInterleavedInASeededOrder()
    {
        Plan plan = demoPlan(u"/"_s);
        plan.laps = 20;
        const auto order = Planner::order(plan, 3);
        QCOMPARE(order.size(), 60U);
        int firsts[3] = {0, 0, 0};
        for (std::size_t lap = 0; lap < 20; ++lap) {
            QSet<int> targets;
            for (std::size_t i = 0; i < 3; ++i) {
                QCOMPARE(order[lap * 3 + i].number, int(lap) + 1);
                targets.insert(order[lap * 3 + i].target);
            }
            QCOMPARE(targets.size(), 3);   // each target once a lap
            ++firsts[order[lap * 3].target];
        }
        for (const int count : firsts)
            QVERIFY2(count > 1, "the order does not change from lap to lap");
        const auto same = [&order](const std::vector<PlannedLap> &other) {
            return std::equal(
                order.begin(), order.end(), other.begin(),
                [](const PlannedLap &a, const PlannedLap &b) { return a.target == b.target; });
        };
        QVERIFY(same(Planner::order(plan, 3)));
        plan.seed = 2;
        QVERIFY(!same(Planner::order(plan, 3)));
    }

    void targetsTimesDrives()
    {
        QTemporaryDir one, two;
        Plan plan = demoPlan(one.path());
        plan.drives << two.path();
        plan.targets.push_back(*parseTarget(u"postgres://u@h/db"_s));
        const auto targets = Planner::targets(plan);
        QCOMPARE(targets.size(), 5U);   // somebody's server comes once, without a drive
        QVERIFY(!targets.back().drive);
        QCOMPARE(targets[1].drive->folder, two.path());
        QCOMPARE(int(Planner::wishedDurability(plan, plan.targets[1])), int(Durability::Unsafe));
    }

    void timeLeftLearns()
    {
        TimeLeft left({{0, 10}, {1, 20}, {0, 10}, {1, 20}});
        QCOMPARE(left.left_s(0), 60.0);
        QCOMPARE(left.left_s(4), 56.0);
        left.lapDone(5);   // twice as fast as forecast: so may the others be
        QCOMPARE(left.left_s(0), 10.0 + 5.0 + 10.0);
        left.lapDone(40);
        QCOMPARE(left.left_s(0), 5.0 + 40.0);
        QCOMPARE(left.left_s(100), 40.0);   // never negative for the lap under way
    }

    void samplesAreBoundedAndNumbered()
    {
        LiveBoard board;
        for (std::size_t i = 0; i < LiveBoard::samplesMax + 10; ++i)
            board.addSample({0, 1, {}});
        const auto all = board.samplesSince(0);
        QCOMPARE(all.samples.size(), LiveBoard::samplesMax);
        QCOMPARE(all.next, LiveBoard::samplesMax + 10);
        QVERIFY(board.samplesSince(all.next).samples.empty());
        board.reset();
        QVERIFY(board.samplesSince(0).samples.empty());
        board.addSample({1, 1, {}});
        QCOMPARE(board.samplesSince(all.next).samples.size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestRun)
#include "tst_run.moc"
