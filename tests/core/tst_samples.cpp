// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/engine.h"
#include "export/export.h"
#include "measure/clock.h"
#include "measure/rate.h"
#include "run/sampler.h"
#include "store/records.h"
#include <QDataStream>
#include <QIODevice>
#include <QTest>
#include <numeric>

using namespace drivetrain;
using namespace Qt::StringLiterals;

namespace {

/// Nothing but its processes is asked by a sampler.
class NoServer final : public Installation
{
public:
    EngineFacts facts() const override { return {}; }
    const Dialect &dialect() const override { return m_dialect; }
    Expected<std::unique_ptr<Session>> connect(std::stop_token) override
    {
        return failure(ErrorKind::NotAvailable);
    }
    QString dataFolder() const override { return {}; }
    std::optional<std::int64_t> size_bytes() override { return {}; }
    IoTotals io() const override { return {}; }
    Expected<void> drop() override { return {}; }
private:
    Dialect m_dialect;
};

/// A worker that finishes an operation of `rows` rows every now and then, for `duration`, in bursts.
void work(WorkerCounters &counters, std::chrono::milliseconds duration)
{
    const auto end = std::chrono::steady_clock::now() + duration;
    for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
        counters.add(3, false);
        std::this_thread::sleep_for(std::chrono::microseconds(i % 7 == 0 ? 900 : 150));
    }
}

struct Sampled { std::uint64_t operations = 0, rows = 0; double time_s = 0, mean_per_s = 0; };

Sampled sum(const std::vector<Sample> &samples)
{
    Sampled all;
    double weighted = 0;
    for (const Sample &sample : samples) {
        all.operations += sample.operations;
        all.rows += sample.rows;
        all.time_s += sample.interval_s;
        weighted += static_cast<double>(sample.operations) / sample.interval_s * sample.interval_s;
    }
    all.mean_per_s = weighted / all.time_s;
    return all;
}

} // namespace

class TestSamples : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void counterThatRunsBackwardsMakesAGap();
    void rateIsOverTheMeasuredInterval();
    void totalsDoNotDependOnTheInterval();
    void processorSharesStayWithinTheMachine();
    void oldBlocksAreStillRead();
    void everyFieldIsStoredAndExported();
};

void TestSamples::counterThatRunsBackwardsMakesAGap()
{
    QCOMPARE(*counterRate(1385, 2770, 1), 1385.0);
    QVERIFY(!counterRate(2770, 0, 1));
    QCOMPARE(*counterRate(0, 1390, 1), 1390.0);
    QVERIFY(!counterRate(std::nullopt, 5, 1) && !counterRate(5, std::nullopt, 1));
    QVERIFY(!counterRate(5, 6, 0));
}

void TestSamples::rateIsOverTheMeasuredInterval()
{
    QCOMPARE(*counterRate(0, 2032, 4.448 - 2.416), 2032 / (4.448 - 2.416));
    QVERIFY(std::abs(*counterRate(0, 2032, 4.448 - 2.416) - 1000) < 1e-6);   // not 1016

    // The sampler too divides by what went by, not by what was asked for.
    const NoServer installation;
    std::vector<WorkerCounters> counters(1);
    Sampler::Sources sources;
    sources.counters = counters;
    sources.installation = &installation;
    sources.interval = std::chrono::hours(1);
    const std::int64_t begin_ns = monotonic_ns();
    Sampler sampler(sources);
    work(counters[0], std::chrono::milliseconds(250));
    const auto samples = sampler.finish(0);
    const double least_s = 0.25, most_s = static_cast<double>(monotonic_ns() - begin_ns) / 1e9;
    QCOMPARE(samples.size(), 1u);
    QVERIFY(samples[0].interval_s >= least_s && samples[0].interval_s <= most_s);
    QCOMPARE(samples[0].t_s, samples[0].interval_s);
}

void TestSamples::totalsDoNotDependOnTheInterval()
{
    const NoServer installation;
    std::vector<WorkerCounters> counters(1);
    Sampler::Sources fast, slow;
    fast.counters = slow.counters = counters;
    fast.installation = slow.installation = &installation;
    fast.interval = std::chrono::milliseconds(10);
    slow.interval = std::chrono::milliseconds(100);
    Sampler first(fast), second(slow);   // both look at the same worker at the same time
    work(counters[0], std::chrono::milliseconds(2000));
    const Sampled ten = sum(first.finish(0)), hundred = sum(second.finish(0));
    const auto done = counters[0].snapshot();
    QCOMPARE(ten.operations, done.operations);
    QCOMPARE(hundred.operations, done.operations);
    QCOMPARE(ten.rows, 3 * done.operations);
    QCOMPARE(hundred.rows, 3 * done.operations);
    QVERIFY2(std::abs(ten.mean_per_s / hundred.mean_per_s - 1) < 0.005,
             qPrintable(u"%1 %2"_s.arg(ten.mean_per_s).arg(hundred.mean_per_s)));
}

void TestSamples::processorSharesStayWithinTheMachine()
{
    const NoServer installation;
    std::vector<WorkerCounters> counters(2);
    std::vector<ThreadClock> clocks(2);
    std::atomic<int> ready{0};
    std::atomic<bool> ends{false};
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        threads.emplace_back([&, i] {
            clocks[i] = ownThreadClock();
            ++ready;
            while (!ends) {
                if (i == 1)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    }
    while (ready < 2)
        std::this_thread::yield();
    Sampler::Sources sources;
    sources.counters = counters;
    sources.clocks = clocks;
    sources.installation = &installation;
    std::vector<Sample> seen;
    sources.onSample = [&](const Sample &sample) { seen.push_back(sample); };
    Sampler sampler(sources);
    std::this_thread::sleep_for(std::chrono::milliseconds(450));
    const std::size_t count = seen.size();
    QVERIFY(count >= 2);
    for (std::size_t i = 0; i < count; ++i) {
        const Sample &sample = seen[i];
        const double cores = 100.0 * std::thread::hardware_concurrency();
        QVERIFY(*sample.cpu_client_percent <= cores * 1.02);
        QVERIFY(*sample.cpu_busiest_thread_percent <= *sample.cpu_client_percent);
        QVERIFY(*sample.cpu_busiest_thread_percent > *sample.cpu_client_percent / 2);
        QVERIFY(*sample.cpu_machine_percent <= 100);
        QVERIFY(std::abs(*sample.cpu_user_percent + *sample.cpu_system_percent
                         - *sample.cpu_machine_percent) < 0.01);
    }
    ends = true;
    threads.clear();
    static_cast<void>(sampler.finish(0));
}

/// As it was written before there were more than eight fields.
void TestSamples::oldBlocksAreStillRead()
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream.setByteOrder(QDataStream::LittleEndian);
    stream << quint8(1) << quint32(1) << 0.5 << 0.1 << qint32(4) << quint64(7) << quint64(70)
           << quint8(0b10001) << 55.0 << 1e6;
    const auto samples = samplesFromBlock(qCompress(bytes));
    QVERIFY(samples && samples->size() == 1);
    Sample expected;
    expected.t_s = 0.5;
    expected.interval_s = 0.1;
    expected.step_number = 4;
    expected.operations = 7;
    expected.rows = 70;
    expected.cpu_client_percent = 55;
    expected.disk_write_bytes_per_s = 1e6;
    QVERIFY(samples->front() == expected);
}

void TestSamples::everyFieldIsStoredAndExported()
{
    Sample sample;
    double value = 1;
    for (const SampleField &field : sampleFields)
        sample.*field.value = value++;
    Sample sparse;
    sparse.*sampleFields.back().value = 0.25;
    const auto read = samplesFromBlock(samplesToBlock({sample, sparse}));
    QVERIFY(read && *read == (std::vector<Sample>{sample, sparse}));

    Run run;
    run.targets.push_back({*parseTarget(u"sqlite"_s), {}, {}});
    run.laps.push_back({});
    run.laps[0].samples = {sample};
    const QList<QByteArray> lines = samplesCsv(run).split('\n');
    for (const SampleField &field : sampleFields)
        QVERIFY2(lines[0].contains(field.name), field.name);
    QVERIFY2(lines[1].trimmed().endsWith(",1,2,3,4,5,6,7,8,9,10,11,12,13"), lines[1].constData());
}

QTEST_GUILESS_MAIN(TestSamples)
#include "tst_samples.moc"
