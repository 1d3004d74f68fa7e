// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/html_report.h"
#include "charts/result_charts.h"
#include "charts/run_pictures.h"
#include "export/export.h"
#include "stats/ladder.h"
#include "words/words.h"
#include <QBuffer>
#include <QCoreApplication>
#include <QLocale>
#include <QPdfWriter>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

const auto style =
    u"body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#1f2733;"
    "background:#fff}h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:"
    "collapse;font-size:.9em}th,td{padding:.35em .7em;border-bottom:1px solid #dfe3e8;text-align:"
    "right;vertical-align:top}th:first-child,td:first-child,.text{text-align:left}.best{font-"
    "weight:bold;color:#1a7f4b}"
    ".bad{color:#b3261e;font-weight:bold}.faint{color:#5b6675}img{max-width:100%}"
    "@media(prefers-color-scheme:dark){body{background:#16191e;color:#e8ebef}th,td{border-color:"
    "#38404a}.best{color:#5cc98a}.bad{color:#ff8a80}.faint{color:#a3adba}}"_s;

QString safe(const QString &text)
{
    return text.toHtmlEscaped();
}

QString cell(const StepCell &cell)
{
    if (cell.wrong || cell.failed)
        return u"<td class=\"bad\">%1</td>"_s.arg(
            safe(cell.wrong ? Texts::tr("wrong") : Texts::tr("failed")));
    if (!cell.median_s)
        return u"<td>&ndash;</td>"_s;
    const QString ratio = cell.ratio ? u" <span class=\"faint\">%1&times;</span>"_s.arg(
                              QLocale().toString(*cell.ratio, 'f', 2))
                                     : QString();
    return u"<td%1>%2%3</td>"_s.arg(cell.fastest ? u" class=\"best\""_s : QString(),
                                    words::seconds(*cell.median_s), ratio);
}

QString numbered(const QString &workload, const StepRow &row)
{
    return u"%1. %2"_s.arg(row.number).arg(words::stepTitle(workload, row.title));
}

QString resultRows(const Run &run, const QString &workload)
{
    const ResultTable table = resultTable(run, workload);
    QString html = u"<table><tr><th>%1</th>"_s.arg(
        safe(Texts::tr("Step, median in seconds, ratio to the fastest")));
    for (const QString &name : badgedNames(run.targets))
        html += u"<th>%1</th>"_s.arg(safe(name));
    html += u"</tr>"_s;
    const auto row = [&html](const QString &title, const StepRow &cells) {
        html += u"<tr><td>%1</td>"_s.arg(safe(title));
        for (const StepCell &each : cells.cells)
            html += cell(each);
        html += u"</tr>"_s;
    };
    for (const StepRow &each : table.rows)
        row(numbered(workload, each), each);
    row(Texts::tr("Sum"), table.total);
    return html + u"</table>"_s;
}

QString lapRows(const Run &run, const QString &workload)
{
    QString html = u"<table><tr><th>%1</th><th>%2</th><th>%3</th><th>%4</th></tr>"_s.arg(
        safe(Texts::tr("Target")), safe(Texts::tr("Lap")), safe(Texts::tr("Seconds")),
        safe(Texts::tr("Outcome")));
    for (const Lap &lap : run.laps) {
        if (lap.workload != workload)
            continue;
        QString outcome = words::lapStatus(lap.status);
        if (lap.error)
            outcome += u": "_s + words::error(*lap.error);
        for (const StepResult &step : lap.steps) {
            if (step.verification == Verification::Wrong)
                outcome += u"; %1: %2"_s.arg(words::stepTitle(workload, step.title),
                                             step.wrong_detail);
        }
        const QString time =
            lap.status == LapStatus::Finished ? words::seconds(lap.wall_s()) : u"\u2013"_s;
        html += u"<tr><td>%1</td><td>%2</td><td>%3</td><td>%4</td></tr>"_s
                    .arg(safe(words::targetName(run, lap.target)))
                    .arg(lap.number)
                    .arg(time, safe(outcome));
    }
    return html + u"</table>"_s;
}

QString historicalSeconds(const HistoricalColumn &column, int step)
{
    const auto seconds = column.step_s(step);
    return seconds ? QLocale().toString(*seconds, 'f', 3) : u"\u2013"_s;
}

QString historicalRows(const HistoricalTable &table, const Run &run, const QString &workload)
{
    if (table.columns.empty())
        return {};
    QString html = u"<h2>%1</h2><p class=\"faint\">%2. %3. %4</p><table><tr><th>%5</th>"_s.arg(
        safe(Texts::tr("Historical figures")), safe(table.source), safe(table.caveat),
        safe(table.columns.front().machine), safe(Texts::tr("Step, seconds")));
    for (const HistoricalColumn &column : table.columns)
        html += u"<th>%1</th>"_s.arg(safe(words::historicalLabel(column.engine, column.year)));
    html += u"</tr>"_s;
    const ResultTable results = resultTable(run, workload);
    for (const StepRow &row : results.rows) {
        html += u"<tr><td>%1</td>"_s.arg(safe(numbered(workload, row)));
        for (const HistoricalColumn &column : table.columns)
            html += u"<td>%1</td>"_s.arg(historicalSeconds(column, row.number));
        html += u"</tr>"_s;
    }
    return html + u"</table>"_s;
}

QString picture(const Run &run, const QString &workload, RunPicture kind, const QString &title,
                QSize size = {1400, 800})
{
    constexpr double pixelScale = 1.5;
    const QByteArray png = renderPng(run, workload, kind, size, pixelScale);
    return u"<h2>%1</h2><img alt=\"%1\" src=\"data:image/png;base64,%2\">"_s.arg(
        safe(title), QString::fromLatin1(png.toBase64()));
}

/// Why sixteen columns took longer, where the workload tells.
QString ladderRows(const Run &run, const QString &workload, bool withPicture)
{
    QString html;
    for (const Ladder &ladder : ladders(run, workload))
        html += u"<li>%1</li>"_s.arg(safe(words::ladder(run, ladder)));
    if (html.isEmpty())
        return {};
    const QString title = Texts::tr("What sixteen columns cost");
    html = u"<ul>%1</ul><p class=\"faint\">%2</p>"_s.arg(
        html, safe(Texts::tr("In percent of the time for one text in base 64; each figure is a "
                             "median of the laps with its 95 % interval, so the parts may miss "
                             "their sum by a little.")));
    return withPicture
               ? picture(run, workload, RunPicture::Ladder, title, {1400, 460}) + html
               : u"<h2>%1</h2>"_s.arg(safe(title)) + html;
}

QString environmentRows(const Run &run)
{
    QString html = u"<table>"_s;
    for (auto it = run.environment.begin(); it != run.environment.end(); ++it) {
        const QString value =
            it->isNull() ? Texts::tr("not available") : it->toVariant().toString();
        html += u"<tr><td>%1</td><td>%2</td></tr>"_s.arg(safe(it.key()), safe(value));
    }
    return html + u"</table>"_s;
}

/// What was compared, and where its data stood.
QString targetRows(const Run &run)
{
    QString html = u"<table><tr>"_s;
    for (const QString &title : {Texts::tr("Target"), Texts::tr("Version"), Texts::tr("Durability"),
                                 Texts::tr("Drive"), Texts::tr("Settings as read back")})
        html += u"<th>%1</th>"_s.arg(safe(title));
    html += u"</tr>"_s;
    for (const RunTarget &target : run.targets) {
        QStringList drive, settings;
        if (target.drive) {
            drive << target.drive->folder << words::driveKind(target.drive->kind)
                  << target.drive->model << target.drive->device << target.drive->file_system
                  << target.drive->mount_options;
            drive.removeAll(QString());
        }
        for (const Setting &setting :
             target.facts ? target.facts->settings : std::vector<Setting>())
            settings << setting.name + u'=' + setting.value;
        const QStringList cells{
            target.spec.text(),
            target.facts ? target.facts->name + u' ' + target.facts->version
                         : Texts::tr("not available"),
            target.facts ? words::durability(target.facts->durability) : Texts::tr("not available"),
            drive.isEmpty() ? Texts::tr("somebody's server") : drive.join(u", "_s),
            settings.join(u' ')};
        html += u"<tr>"_s;
        for (const QString &cell : cells)
            html += u"<td class=\"text\">%1</td>"_s.arg(safe(cell));
        html += u"</tr>"_s;
    }
    return html + u"</table>"_s;
}

QString body(const Run &run, const std::vector<HistoricalTable> &historical, bool withPictures)
{
    QString html;
    for (qsizetype i = 0; i < run.plan.workloads.size(); ++i) {
        const QString workload = run.plan.workloads[i];
        html += u"<h1>%1</h1>"_s.arg(
            safe(words::verdict(run, workload, headlineVerdict(run, workload))));
        html += resultRows(run, workload) + ladderRows(run, workload, withPictures);
        if (withPictures) {
            html += picture(run, workload, RunPicture::Steps, Texts::tr("Every step"));
            html += picture(run, workload, RunPicture::Totals, Texts::tr("All steps together"));
            html += picture(run, workload, RunPicture::Phases, Texts::tr("Where the time went"));
        }
        html += u"<h2>%1</h2>"_s.arg(safe(Texts::tr("Every lap, in the order in which they ran")))
                + lapRows(run, workload);
        if (static_cast<std::size_t>(i) < historical.size())
            html += historicalRows(historical[static_cast<std::size_t>(i)], run, workload);
    }
    html += u"<h2>%1</h2>"_s.arg(safe(Texts::tr("What was compared"))) + targetRows(run);
    html += u"<h2>%1</h2><p class=\"faint\">%2</p>"_s.arg(
        safe(Texts::tr("Settings")),
        safe(settingsBlock(run).join(u'\n')).replace(u'\n', "<br>"_L1));
    html += u"<h2>%1</h2>"_s.arg(safe(Texts::tr("Machine"))) + environmentRows(run);
    html += u"<p class=\"faint\">%1</p>"_s.arg(
        safe(Texts::tr("A lap whose answers are not right has no speed. Durable: a commit survives "
                       "a power cut; relaxed: the "
                       "last moments may be lost; unsafe: the data may be destroyed.")));
    return html;
}

} // namespace

QByteArray htmlReport(const Run &run, const std::vector<HistoricalTable> &historical)
{
    const QString title = Texts::tr("Drivetrain, run %1").arg(run.id);
    return u"<!doctype html><html><head><meta "
           u"charset=\"utf-8\"><title>%1</title><style>%2</style></head><body>%3"
           "</body></html>\n"_s.arg(safe(title), style, body(run, historical, true))
               .toUtf8();
}

QByteArray pdfReport(const Run &run, const std::vector<HistoricalTable> &historical)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setTitle(Texts::tr("Drivetrain, run %1").arg(run.id));
    QTextDocument document;
    document.setDefaultStyleSheet(
        u"td,th{padding:2px 6px}.best{font-weight:bold}.faint{color:#5b6675}"_s);
    document.setHtml(body(run, historical, false));
    document.print(&writer);
    return bytes;
}

} // namespace drivetrain
