// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/start_files.h"
#include "servers/leftovers.h"
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

constexpr qint64 block_bytes = 1 << 20;

/// Size and SHA-256 of a file as one line; empty where it cannot be read or was stopped.
QByteArray seal(const QString &path, const std::stop_token &stop)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!file.atEnd()) {
        if (stop.stop_requested())
            return {};
        hash.addData(file.read(block_bytes));
    }
    return QByteArray::number(file.size()) + ' ' + hash.result().toHex() + '\n';
}

bool isWhole(const QString &path, const std::stop_token &stop)
{
    QFile note(path + u".sum"_s);
    if (!QFileInfo::exists(path) || !note.open(QIODevice::ReadOnly))
        return false;
    const QByteArray noted = note.readAll();
    return !noted.isEmpty() && noted == seal(path, stop);
}

/// Only the options that shape the file stay, and what makes it quickly.
TargetSpec maker(const Engine &engine, const TargetSpec &target)
{
    TargetSpec spec;
    spec.engine = target.engine;
    spec.options.emplace_back(u"durability"_s, u"unsafe"_s);
    spec.options.emplace_back(u"journal"_s, u"delete"_s);
    for (const QString &key : engine.capabilities(target).start_file_options) {
        if (const auto value = target.option(key))
            spec.options.emplace_back(key, *value);
    }
    return spec;
}

Expected<void> make(const Engine &engine, const TargetSpec &target, const Workload &workload,
                    const WorkloadSettings &settings, const QString &path, std::stop_token stop)
{
    auto own = OwnFolder::make(QFileInfo(path).path());
    if (!own)
        return tl::unexpected(own.error());
    Place place;
    place.folder = own->path();
    place.durability = Durability::Unsafe;
    auto installation = engine.open(maker(engine, target), place, stop);
    if (!installation)
        return tl::unexpected(installation.error());
    {
        auto session = (*installation)->connect(stop);
        if (!session)
            return tl::unexpected(session.error());
        if (auto made = workload.makeStart(settings, **session, stop); !made)
            return made;
    }
    const auto address = (*installation)->address();
    if (!address)
        return failure(ErrorKind::Internal);
    QFile::remove(path);
    if (!QFile::rename(address->database, path))
        return failure(ErrorKind::Io, u"the start file could not be kept"_s, path);
    QSaveFile note(path + u".sum"_s);
    const QByteArray sum = seal(path, stop);
    if (sum.isEmpty() || !note.open(QIODevice::WriteOnly) || note.write(sum) != sum.size()
        || !note.commit())
        return stop.stop_requested() ? failure(ErrorKind::Cancelled)
                                     : failure(ErrorKind::Io, note.errorString(), path);
    return {};
}

} // namespace

QString StartFiles::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
           + u"/drivetrain"_s;
}

Expected<QString> StartFiles::get(const Engine &engine, const TargetSpec &target,
                                  const Workload &workload, const WorkloadSettings &settings,
                                  std::stop_token stop)
{
    const QString key = workload.startKey(settings);
    const Capabilities can = engine.capabilities(target);
    if (key.isEmpty() || !can.starts_from_file)
        return QString();
    QStringList shaped{key};
    for (const QString &option : can.start_file_options)
        shaped << option + u'=' + target.option(option).value_or(QString());
    const QByteArray name =
        QCryptographicHash::hash(shaped.join(u'\n').toUtf8(), QCryptographicHash::Sha256).toHex();
    if (!QDir().mkpath(folder()))
        return failure(ErrorKind::Io, u"the folder cannot be made"_s, folder());
    const QString path = folder() + u'/' + workload.name() + u'-'
        + QString::fromLatin1(name.left(24)) + u".db"_s;
    if (isWhole(path, stop))
        return path;
    if (auto made = make(engine, target, workload, settings, path, stop); !made)
        return tl::unexpected(made.error());
    return path;
}

} // namespace drivetrain
