// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/environment.h"
#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <sys/utsname.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

QJsonValue firstLine(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString line = QString::fromUtf8(file.readLine()).trimmed();
    return line.isEmpty() ? QJsonValue() : QJsonValue(line);
}

/// The value behind "key   : value" in a /proc file.
QJsonValue procValue(const QString &path, const QByteArray &key)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray &line : file.readAll().split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).trimmed() == key)
            return QString::fromUtf8(line.mid(colon + 1)).trimmed();
    }
    return {};
}

QJsonValue memory_bytes(const QByteArray &key)
{
    const QString text = procValue(u"/proc/meminfo"_s, key).toString();
    return text.isEmpty() ? QJsonValue() : QJsonValue(text.section(u' ', 0, 0).toLongLong() * 1024);
}

QJsonValue onBattery()
{
    const QDir supplies(u"/sys/class/power_supply"_s);
    for (const QString &name : supplies.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QJsonValue online = firstLine(supplies.filePath(name) + u"/online"_s);
        if (!online.isNull())
            return online.toString() == "0"_L1;
    }
    return {};
}

QJsonValue virtualisation()
{
    const QJsonValue vendor = firstLine(u"/sys/class/dmi/id/sys_vendor"_s);
    const bool guest = procValue(u"/proc/cpuinfo"_s, "flags").toString().contains(" hypervisor"_L1);
    if (!guest)
        return procValue(u"/proc/cpuinfo"_s, "flags").isNull() ? QJsonValue() : QJsonValue(u"none"_s);
    return vendor.isNull() ? QJsonValue(u"guest"_s) : QJsonValue(u"guest, "_s + vendor.toString());
}

} // namespace

QJsonObject environmentNow()
{
    utsname system{};
    uname(&system);
    const QString cpu = u"/sys/devices/system/cpu/cpu0/cpufreq/"_s;
    return {{u"cpu_model"_s, procValue(u"/proc/cpuinfo"_s, "model name")},
            {u"cpu_cores"_s, static_cast<qint64>(sysconf(_SC_NPROCESSORS_ONLN))},
            {u"cpu_governor"_s, firstLine(cpu + u"scaling_governor"_s)},
            {u"memory_total_bytes"_s, memory_bytes("MemTotal")},
            {u"memory_available_bytes"_s, memory_bytes("MemAvailable")},
            {u"kernel"_s, QString::fromLocal8Bit(system.release)},
            {u"operating_system"_s, QSysInfo::prettyProductName()},
            {u"clock_source"_s,
             firstLine(u"/sys/devices/system/clocksource/clocksource0/current_clocksource"_s)},
            {u"virtualisation"_s, virtualisation()},
            {u"load_average"_s, firstLine(u"/proc/loadavg"_s)},
            {u"pressure_cpu"_s, firstLine(u"/proc/pressure/cpu"_s)},
            {u"pressure_io"_s, firstLine(u"/proc/pressure/io"_s)},
            {u"runs_as_root"_s, geteuid() == 0},
            {u"on_battery"_s, onBattery()},
            {u"qt_version"_s, QString::fromLatin1(qVersion())},
            {u"drivetrain_version"_s, QStringLiteral(DRIVETRAIN_VERSION)}};
}

} // namespace drivetrain
