// SPDX-License-Identifier: GPL-3.0-or-later
#include "output_files.h"
#include "charts/run_pictures.h"
#include "export/export.h"
#include "report/html_report.h"
#include "stats/ladder.h"
#include <QDir>
#include <QFileInfo>
#include <functional>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

/// Pictures a workload: file name and what it shows.
const QList<std::pair<QString, RunPicture>> &pictures()
{
    static const QList<std::pair<QString, RunPicture>> all{{u"steps"_s, RunPicture::Steps},
                                                          {u"totals"_s, RunPicture::Totals},
                                                          {u"phases"_s, RunPicture::Phases},
                                                          {u"ladder"_s, RunPicture::Ladder}};
    return all;
}

struct OutputFile
{
    QString path;
    std::function<QByteArray()> make;
};

std::vector<OutputFile> files(const OutputRequest &request, const QStringList &workloads,
                              const Run *run, const std::vector<HistoricalTable> *historical)
{
    std::vector<OutputFile> all;
    const auto add = [&](const QString &format, const QString &name,
                         std::function<QByteArray()> make) {
        if (request.formats.contains(format))
            all.push_back({request.folder + u'/' + name, std::move(make)});
    };
    add(u"json"_s, u"run.json"_s, [run] { return runJson(*run); });
    add(u"csv"_s, u"steps.csv"_s, [run] { return stepsCsv(*run); });
    add(u"csv"_s, u"samples.csv"_s, [run] { return samplesCsv(*run); });
    add(u"html"_s, u"report.html"_s, [=] { return htmlReport(*run, *historical); });
    add(u"pdf"_s, u"report.pdf"_s, [=] { return pdfReport(*run, *historical); });
    for (const QString &workload : workloads) {
        for (const auto &[name, picture] : pictures()) {
            // Before the run nobody knows: the name is kept free.
            if (picture == RunPicture::Ladder && run && ladders(*run, workload).empty())
                continue;
            const QString base = u"charts/%1-%2."_s.arg(workload, name);
            const RunPicture kind = picture;
            add(u"png"_s, base + u"png"_s, [=] {
                return renderPng(*run, workload, kind, request.size, request.pixelScale);
            });
            add(u"svg"_s, base + u"svg"_s,
                [=] { return renderSvg(*run, workload, kind, request.size); });
        }
    }
    return all;
}

/// The nearest folder above that is there already.
QString existingParent(QString path)
{
    while (!QFileInfo::exists(path) && path != "/"_L1)
        path = QFileInfo(path).path();
    return path;
}

} // namespace

Faults checkOutput(const OutputRequest &request, const QStringList &workloads, const QString &field)
{
    Faults faults;
    for (const OutputFile &file : files(request, workloads, nullptr, nullptr)) {
        const QFileInfo info(file.path);
        if (info.exists() || info.isSymLink())
            faults.push_back({FaultCode::OutputExists, field, file.path, {}, {}});
    }
    const QString parent = existingParent(request.folder);
    if (!QFileInfo(parent).isDir() || access(QFile::encodeName(parent).constData(), W_OK) != 0)
        faults.push_back({FaultCode::OutputNotWritable, field, request.folder, parent, {}});
    return faults;
}

Expected<QStringList> writeOutput(const OutputRequest &request, const Run &run,
                                  const std::vector<HistoricalTable> &historical)
{
    QStringList written;
    for (const OutputFile &file : files(request, run.plan.workloads, &run, &historical)) {
        if (!QDir().mkpath(QFileInfo(file.path).path()))
            return failure(ErrorKind::Permission, {}, QFileInfo(file.path).path());
        const QByteArray bytes = file.make();
        if (bytes.isEmpty())
            return failure(ErrorKind::Internal, u"nothing to write"_s, file.path);
        if (auto done = writeNewFile(file.path, bytes); !done)
            return tl::unexpected(done.error());
        written << file.path;
    }
    return written;
}

} // namespace drivetrain
