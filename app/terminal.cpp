// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.h"
#include "stats/comparison.h"
#include "words/words.h"
#include <QTextStream>
#include <algorithm>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

void print(std::FILE *stream, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
    std::fflush(stream);
}

int columns()
{
    winsize size{};
    constexpr int usual = 80;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : usual;
}

/// "0.0123 s  1.0x*"; right for a column of a text table.
QString cellText(const StepCell &cell)
{
    if (cell.wrong)
        return u"WRONG"_s;
    if (cell.failed)
        return u"failed"_s;
    if (!cell.median_s)
        return u"-"_s;
    const QString ratio =
        cell.ratio ? u"%1x"_s.arg(*cell.ratio, 0, 'f', *cell.ratio < 10 ? 2 : 0) : QString();
    return u"%1 %2%3"_s.arg(*cell.median_s, 0, 'f', 4)
        .arg(ratio, 7)
        .arg(QChar(cell.fastest ? u'*' : u' '));
}

} // namespace

void printOut(const QString &text) { print(stdout, text); }
void printError(const QString &text) { print(stderr, text); }

QString resultText(const Run &run, const QString &workload)
{
    const ResultTable table = resultTable(run, workload);
    QString text;
    QTextStream out(&text);
    const auto letter = [](std::size_t i) { return u"[%1]"_s.arg(i + 1); };
    for (std::size_t i = 0; i < run.targets.size(); ++i) {
        const RunTarget &target = run.targets[i];
        out << letter(i) << u' ' << target.label();
        if (target.facts)
            out << u"  ("_s << target.facts->name << u' ' << target.facts->version << u", "_s
                << durabilityName(target.facts->durability) << u')';
        out << u'\n';
    }
    constexpr int titleWidth = 45, cellWidth = 17;
    out << u'\n' << u"step, median of wall time in s"_s.leftJustified(titleWidth);
    for (std::size_t i = 0; i < run.targets.size(); ++i)
        out << letter(i).rightJustified(cellWidth);
    out << u'\n';
    const auto row = [&](const QString &title, const StepRow &cells) {
        out << title.leftJustified(titleWidth);
        for (const StepCell &cell : cells.cells)
            out << cellText(cell).rightJustified(cellWidth);
        out << u'\n';
    };
    for (const StepRow &each : table.rows)
        row(u"%1 %2"_s.arg(each.number, 2).arg(each.title), each);
    row(u"   sum"_s, table.total);
    return text;
}

ProgressLine::ProgressLine() : m_terminal(isatty(STDERR_FILENO)) {}

void ProgressLine::show(const Progress &progress)
{
    const int percent = static_cast<int>(progress.fraction * 100);
    const QString target = progress.target >= 0 && static_cast<std::size_t>(progress.target)
            < progress.targets.size()
        ? progress.targets[static_cast<std::size_t>(progress.target)].label() : QString();
    const QString step =
        progress.step > 0 && static_cast<std::size_t>(progress.step) <= progress.steps.size()
            ? progress.steps[static_cast<std::size_t>(progress.step - 1)].title
            : words::runStage(progress.stage);
    const QString where =
        u"%1, lap %2/%3, %4"_s.arg(target).arg(progress.lap).arg(progress.laps).arg(step);
    if (!m_terminal) {
        constexpr int everyPercent = 10;
        if (percent / everyPercent == m_lastPercent / everyPercent && m_lastPercent >= 0)
            return;
        m_lastPercent = percent;
        printError(
            u"%1 %  %2: %3\n"_s.arg(percent, 3).arg(words::timeLeft(progress.left_s), where));
        return;
    }
    constexpr int barWidth = 24;
    const int filled = percent * barWidth / 100;
    QString line =
        u"[%1%2] %3 %  %4  %5"_s.arg(QString(filled, u'#'), QString(barWidth - filled, u'.'))
            .arg(percent, 3)
            .arg(words::timeLeft(progress.left_s), where);
    line = line.left(columns() - 1);
    printError(u'\r' + line.leftJustified(m_shown));
    m_shown = line.size();
}

void ProgressLine::finish()
{
    if (m_terminal && m_shown > 0)
        printError(u'\r' + QString(m_shown, u' ') + u'\r');
    m_shown = 0;
}

} // namespace drivetrain
