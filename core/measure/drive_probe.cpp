// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/clock.h"
#include "measure/drives.h"
#include "measure/file_descriptor.h"
#include <QFile>
#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <random>
#include <sys/statvfs.h>
#include <vector>

namespace drivetrain {
namespace {

constexpr std::size_t page_bytes = 4096, block_bytes = std::size_t{1} << 20;
constexpr int syncsMax = 200;
constexpr std::int64_t sequentialMax_bytes = std::int64_t{64} << 20;
constexpr std::int64_t shareOfFree = 8;   // the probe takes at most an eighth of what is free

/// Our own new file, gone with this object. It keeps its name until then: a file system may skip
/// work for a file that has none.
class ProbeFile
{
public:
    explicit ProbeFile(const QString &folder)
    {
        std::random_device random;
        for (int attempt = 0; attempt < 8 && !m_file; ++attempt) {
            m_path = QFile::encodeName(folder) + "/.drivetrain-probe-"
                     + QByteArray::number(::getpid()) + '-' + QByteArray::number(random(), 16);
            m_file = FileDescriptor(::open(
                m_path.constData(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        }
    }
    ~ProbeFile()
    {
        if (m_file)
            ::unlink(m_path.constData());
    }
    ProbeFile(const ProbeFile &) = delete;
    ProbeFile &operator=(const ProbeFile &) = delete;
    [[nodiscard]] int fd() const { return m_file.value(); }
    [[nodiscard]] bool isOpen() const { return static_cast<bool>(m_file); }

private:
    QByteArray m_path;
    FileDescriptor m_file;
};

double since_s(std::int64_t begin_ns)
{
    return static_cast<double>(monotonic_ns() - begin_ns) * 1e-9;
}

/// The median of appending a page and syncing it, as a log does.
std::optional<double> medianSync_s(int fd, const std::vector<char> &bytes, double budget_s)
{
    std::vector<double> times_s;
    const std::int64_t begin_ns = monotonic_ns();
    for (int i = 0; i < syncsMax && (times_s.empty() || since_s(begin_ns) < budget_s); ++i) {
        const std::int64_t one_ns = monotonic_ns();
        const auto offset = static_cast<off_t>(i) * static_cast<off_t>(page_bytes);
        if (::pwrite(fd, bytes.data(), page_bytes, offset) != static_cast<ssize_t>(page_bytes)
            || ::fdatasync(fd) != 0)
            return std::nullopt;
        times_s.push_back(since_s(one_ns));
    }
    const auto middle = times_s.begin() + static_cast<std::ptrdiff_t>(times_s.size() / 2);
    std::nth_element(times_s.begin(), middle, times_s.end());
    return *middle;
}

std::optional<double> sequential_bytes_per_s(int fd, const std::vector<char> &bytes,
                                             double budget_s, std::int64_t most_bytes)
{
    const std::int64_t begin_ns = monotonic_ns();
    std::int64_t written_bytes = 0;
    // The last sync takes its time as well: half of the budget for handing over, half for that.
    do {
        const ssize_t written = ::pwrite(fd, bytes.data(), bytes.size(), written_bytes);
        if (written <= 0)
            return std::nullopt;
        written_bytes += written;
    } while (written_bytes < most_bytes && since_s(begin_ns) < budget_s / 2);
    if (::fdatasync(fd) != 0)
        return std::nullopt;
    return static_cast<double>(written_bytes) / since_s(begin_ns);
}

} // namespace

std::optional<DriveProbe> probeDrive(const QString &folder, double budget_s)
{
    struct statvfs space{};
    if (::statvfs(QFile::encodeName(folder).constData(), &space) != 0)
        return std::nullopt;
    const std::int64_t free_bytes = static_cast<std::int64_t>(space.f_bavail)
        * static_cast<std::int64_t>(space.f_frsize);
    const std::int64_t most_bytes = std::min(sequentialMax_bytes, free_bytes / shareOfFree);
    if (most_bytes < static_cast<std::int64_t>(block_bytes))
        return std::nullopt;
    const ProbeFile file(folder);
    if (!file.isOpen())
        return std::nullopt;
    std::vector<char> bytes(block_bytes);   // random: some drives and file systems compress
    std::mt19937 random(1);
    std::generate(bytes.begin(), bytes.end(), [&random] { return static_cast<char>(random()); });

    const auto sync_s = medianSync_s(file.fd(), bytes, budget_s / 2);
    const auto rate = sync_s ? sequential_bytes_per_s(file.fd(), bytes, budget_s / 2, most_bytes)
                             : std::nullopt;
    if (!rate)
        return std::nullopt;
    return DriveProbe{*sync_s, *rate};
}

} // namespace drivetrain
