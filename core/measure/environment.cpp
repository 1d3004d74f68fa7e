// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/environment.h"
#include "measure/small_file.h"
#include <QSysInfo>
#include <filesystem>
#include <set>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

namespace fs = std::filesystem;

QJsonValue textOr(const std::optional<std::string> &text)
{ return text ? QJsonValue(QString::fromStdString(*text)) : QJsonValue(); }

QJsonValue numberOr(const std::optional<std::string> &text)
{
    const auto value = text ? numberOf<std::int64_t>(*text) : std::nullopt;
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

/// The value of the first "key : value" line.
std::optional<std::string> keyed(const std::string &text, std::string_view key)
{
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = takeLine(rest);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || !line.starts_with(key))
            continue;
        const std::size_t keyEnd = line.find_last_not_of(" \t", colon - 1) + 1;
        if (keyEnd != key.size())
            continue;
        const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
        if (begin == std::string_view::npos)
            return std::nullopt;
        return std::string(line.substr(begin));
    }
    return std::nullopt;
}

/// "[always] madvise never": the one in brackets.
std::optional<std::string> chosen(const std::optional<std::string> &text)
{
    const std::size_t begin = text ? text->find('[') : std::string::npos;
    const std::size_t end = text ? text->find(']') : std::string::npos;
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return std::nullopt;
    return text->substr(begin + 1, end - begin - 1);
}

/// Physical cores: different pairs of package and core id.
QJsonValue physicalCores()
{
    std::set<std::pair<std::string, std::string>> cores;
    std::error_code error;
    for (fs::directory_iterator it("/sys/devices/system/cpu", error), end; !error && it != end;
         it.increment(error)) {
        const auto package = readSmallText(it->path() / "topology/physical_package_id");
        const auto core = readSmallText(it->path() / "topology/core_id");
        if (package && core)
            cores.emplace(*package, *core);
    }
    return cores.empty() ? QJsonValue() : QJsonValue(static_cast<qint64>(cores.size()));
}

void addCpu(QJsonObject &json)
{
    const std::string info = readSmallFile("/proc/cpuinfo").value_or("");
    const std::string cpufreq = "/sys/devices/system/cpu/cpu0/cpufreq/";
    json[u"cpu_model"_s] = textOr(keyed(info, "model name"));
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    json[u"cpu_threads"_s] = cores > 0 ? QJsonValue(static_cast<qint64>(cores)) : QJsonValue();
    json[u"cpu_cores"_s] = physicalCores();
    json[u"cpu_architecture"_s] = QSysInfo::currentCpuArchitecture();
    json[u"cpu_governor"_s] = textOr(readSmallText(cpufreq + "scaling_governor"));
    json[u"cpu_frequency_max_khz"_s] = numberOr(readSmallText(cpufreq + "cpuinfo_max_freq"));
    json[u"cpu_microcode"_s] = textOr(keyed(info, "microcode"));
    // Intel's driver says what is off, the others what is on.
    const auto noTurbo = readSmallText("/sys/devices/system/cpu/intel_pstate/no_turbo");
    const auto boost = readSmallText("/sys/devices/system/cpu/cpufreq/boost");
    json[u"cpu_boost"_s] = noTurbo ? QJsonValue(*noTurbo == "0")
        : boost ? QJsonValue(*boost == "1") : QJsonValue();
    const auto stat = readSmallFile("/proc/stat");
    std::string_view line = stat ? std::string_view(*stat) : std::string_view();
    (void)takeWord(line);
    for (int i = 0; i < 7; ++i)
        (void)takeWord(line);
    const auto steal = numberOf<std::int64_t>(takeWord(line));
    json[u"cpu_steal_since_boot_s"_s] = steal
        ? QJsonValue(static_cast<double>(*steal) / static_cast<double>(sysconf(_SC_CLK_TCK)))
        : QJsonValue();
}

/// "16303044 kB" as bytes.
QJsonValue kilobytes(const std::optional<std::string> &text)
{
    std::string_view rest = text ? std::string_view(*text) : std::string_view();
    const auto value = numberOf<std::int64_t>(takeWord(rest));
    return value ? QJsonValue(static_cast<qint64>(*value * 1024)) : QJsonValue();
}

void addMemory(QJsonObject &json)
{
    const std::string info = readSmallFile("/proc/meminfo").value_or("");
    json[u"memory_total_bytes"_s] = kilobytes(keyed(info, "MemTotal"));
    json[u"memory_available_bytes"_s] = kilobytes(keyed(info, "MemAvailable"));
    json[u"swap_total_bytes"_s] = kilobytes(keyed(info, "SwapTotal"));
    json[u"swap_free_bytes"_s] = kilobytes(keyed(info, "SwapFree"));
    json[u"swappiness"_s] = numberOr(readSmallText("/proc/sys/vm/swappiness"));
    json[u"dirty_ratio_percent"_s] = numberOr(readSmallText("/proc/sys/vm/dirty_ratio"));
    json[u"dirty_background_ratio_percent"_s] =
        numberOr(readSmallText("/proc/sys/vm/dirty_background_ratio"));
    json[u"transparent_hugepage"_s] =
        textOr(chosen(readSmallText("/sys/kernel/mm/transparent_hugepage/enabled")));
}

void addSystem(QJsonObject &json)
{
    utsname names{};
    const bool known = ::uname(&names) == 0;
    json[u"kernel"_s] = known ? QJsonValue(QString::fromLocal8Bit(names.release)) : QJsonValue();
    json[u"kernel_build"_s] =
        known ? QJsonValue(QString::fromLocal8Bit(names.version)) : QJsonValue();
    json[u"operating_system"_s] = QSysInfo::prettyProductName();
    json[u"clock_source"_s] =
        textOr(readSmallText("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
    json[u"machine_vendor"_s] = textOr(readSmallText("/sys/class/dmi/id/sys_vendor"));
    json[u"machine_model"_s] = textOr(readSmallText("/sys/class/dmi/id/product_name"));
    json[u"selinux_enforcing"_s] = numberOr(readSmallText("/sys/fs/selinux/enforce"));
    json[u"is_root"_s] = ::geteuid() == 0;
    struct sysinfo facts{};
    json[u"uptime_s"_s] = ::sysinfo(&facts) == 0 ? QJsonValue(static_cast<qint64>(facts.uptime))
                                                 : QJsonValue();
    double load[3]{};
    json[u"load_1min"_s] = ::getloadavg(load, 3) > 0 ? QJsonValue(load[0]) : QJsonValue();
}

/// The hypervisor's or container's name; false on bare metal; null where it cannot be told.
QJsonValue virtualisation(const QJsonObject &json)
{
    std::error_code error;
    if (fs::exists("/.dockerenv", error) || fs::exists("/run/.containerenv", error))
        return u"container"_s;
    if (const auto type = readSmallText("/sys/hypervisor/type"))
        return QString::fromStdString(*type);
    const auto info = readSmallFile("/proc/cpuinfo");
    if (!info)
        return {};
    const auto flags = keyed(*info, "flags");
    if (!flags)
        return {};   // not x86: no flag tells
    if ((' ' + *flags + ' ').find(" hypervisor ") == std::string::npos)
        return false;
    const QString vendor = json[u"machine_vendor"_s].toString();
    return vendor.isEmpty() ? u"virtual machine"_s : vendor;
}

/// On mains, on battery, or null for a machine that has no power supply to ask.
QJsonValue onBattery()
{
    std::error_code error;
    QJsonValue answer;
    for (fs::directory_iterator it("/sys/class/power_supply", error), end; !error && it != end;
         it.increment(error)) {
        const auto type = readSmallText(it->path() / "type");
        if (type == "Mains" || type == "USB") {
            if (readSmallText(it->path() / "online") == "1")
                return false;
        } else if (type == "Battery") {
            const auto status = readSmallText(it->path() / "status");
            if (status && answer.isNull())
                answer = *status == "Discharging";
            else if (status == "Discharging")
                answer = true;
        }
    }
    return answer;
}

/// Every disk's scheduler and write cache, by device name.
QJsonObject disks()
{
    QJsonObject all;
    std::error_code error;
    for (fs::directory_iterator it("/sys/block", error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with("loop") || name.starts_with("ram") || name.starts_with("zram"))
            continue;
        const auto queue = it->path() / "queue";
        const auto scheduler = readSmallText(queue / "scheduler");
        all[QString::fromStdString(name)] = QJsonObject{
            {u"scheduler"_s, textOr(scheduler && scheduler->find('[') == std::string::npos
                                        ? scheduler : chosen(scheduler))},
            {u"write_cache"_s, textOr(readSmallText(queue / "write_cache"))},
            {u"model"_s, textOr(readSmallText(it->path() / "device/model"))},
            {u"rotational"_s, numberOr(readSmallText(queue / "rotational"))},
            {u"read_ahead_kib"_s, numberOr(readSmallText(queue / "read_ahead_kb"))},
        };
    }
    return all;
}

/// Pressure stall information: the share of the last 10 s in which some task waited.
QJsonValue pressure(const char *what)
{
    const auto text = readSmallFile(std::string("/proc/pressure/") + what);
    const std::size_t at = text ? text->find("avg10=") : std::string::npos;
    if (at == std::string::npos)
        return {};
    bool good = false;
    const double value = QByteArray(text->substr(at + 6, text->find(' ', at) - at - 6).c_str())
                             .toDouble(&good);
    return good ? QJsonValue(value) : QJsonValue();
}

} // namespace

QJsonObject environmentNow()
{
    QJsonObject json;
    addCpu(json);
    addMemory(json);
    addSystem(json);
    json[u"virtualisation"_s] = virtualisation(json);
    json[u"on_battery"_s] = onBattery();
    json[u"disks"_s] = disks();
    for (const char *what : {"cpu", "io", "memory"})
        json[u"pressure_%1_percent"_s.arg(QString::fromLatin1(what))] = pressure(what);
    json[u"drivetrain_version"_s] = QStringLiteral(DRIVETRAIN_VERSION);
    json[u"qt_version"_s] = QString::fromLatin1(qVersion());
#ifdef __VERSION__
    json[u"compiler"_s] = QStringLiteral(__VERSION__);
#endif
#ifdef NDEBUG
    json[u"build"_s] = u"release"_s;
#else
    json[u"build"_s] = u"debug"_s;
#endif
    return json;
}

} // namespace drivetrain
