// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/mounts.h"
#include "measure/small_file.h"
#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace drivetrain {
namespace {

constexpr std::array<std::string_view, 30> pseudoTypes{
    "proc",    "sysfs",           "devtmpfs",    "devpts",     "cgroup",   "cgroup2",  "securityfs",
    "debugfs", "tracefs",         "pstore",      "bpf",        "configfs", "fusectl",  "hugetlbfs",
    "mqueue",  "autofs",          "binfmt_misc", "rpc_pipefs", "nsfs",     "efivarfs", "selinuxfs",
    "nfsd",    "fuse.gvfsd-fuse", "fuse.portal", "fuse.lxcfs", "rootfs",   "smackfs",  "sockfs",
    "pipefs",  "resctrl"};
constexpr std::array<std::string_view, 17> networkTypes{
    "nfs",         "nfs4",      "cifs",      "smb3",           "smbfs",  "9p",
    "afs",         "ceph",      "glusterfs", "fuse.glusterfs", "lustre", "fuse.sshfs",
    "fuse.rclone", "fuse.s3fs", "davfs",     "ncpfs",          "beegfs"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N> &list, std::string_view word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Space, tab, newline and backslash stand as \040 and so on.
std::string unescape(std::string_view word)
{
    const auto isOctal = [](char c) { return c >= '0' && c <= '7'; };
    std::string text;
    text.reserve(word.size());
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '\\' && i + 3 < word.size() && isOctal(word[i + 1]) && isOctal(word[i + 2])
            && isOctal(word[i + 3])) {
            text += static_cast<char>((word[i + 1] - '0') * 64 + (word[i + 2] - '0') * 8
                                      + (word[i + 3] - '0'));
            i += 3;
        } else {
            text += word[i];
        }
    }
    return text;
}

bool isListed(std::string_view options, std::string_view option)
{
    while (!options.empty()) {
        const std::size_t end = std::min(options.find(','), options.size());
        if (options.substr(0, end) == option)
            return true;
        options.remove_prefix(std::min(end + 1, options.size()));
    }
    return false;
}

/// A mount says "ro" or "rw" for itself first: its word counts, not the file system's.
std::string joinedOptions(const std::string &ofMount, std::string_view ofFileSystem)
{
    std::string all = ofMount;
    while (!ofFileSystem.empty()) {
        const std::size_t end = std::min(ofFileSystem.find(','), ofFileSystem.size());
        const std::string_view option = ofFileSystem.substr(0, end);
        ofFileSystem.remove_prefix(std::min(end + 1, ofFileSystem.size()));
        if (!option.empty() && option != "rw" && option != "ro" && !isListed(ofMount, option))
            all += ',' + std::string(option);
    }
    return all;
}

std::optional<Mount> parseLine(std::string_view line)
{
    Mount mount;
    const auto id = numberOf<int>(takeWord(line));
    (void)takeWord(line);   // the parent's
    const std::string_view device = takeWord(line);
    const std::size_t colon = device.find(':');
    if (!id || colon == std::string_view::npos)
        return std::nullopt;
    const auto major = numberOf<unsigned>(device.substr(0, colon));
    const auto minor = numberOf<unsigned>(device.substr(colon + 1));
    mount.root = unescape(takeWord(line));
    mount.mount_point = unescape(takeWord(line));
    const std::string options = unescape(takeWord(line));
    for (std::string_view word = takeWord(line); word != "-"; word = takeWord(line)) {
        if (word.empty())
            return std::nullopt;
    }
    mount.type = unescape(takeWord(line));
    mount.source = unescape(takeWord(line));
    if (!major || !minor || mount.type.empty())
        return std::nullopt;
    mount.options = joinedOptions(options, unescape(takeWord(line)));
    mount.id = *id;
    mount.major = *major;
    mount.minor = *minor;
    return mount;
}

bool isBelow(const std::string &path, const std::string &folder)
{
    return folder == "/" || path == folder
        || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

} // namespace

bool Mount::hasOption(std::string_view option) const { return isListed(options, option); }

std::vector<Mount> parseMounts(std::string_view mountinfo)
{
    std::vector<Mount> mounts;
    while (!mountinfo.empty()) {
        auto mount = parseLine(takeLine(mountinfo));
        if (!mount)
            continue;
        std::erase_if(mounts,
                      [&](const Mount &other) { return other.mount_point == mount->mount_point; });
        mounts.push_back(std::move(*mount));
    }
    return mounts;
}

std::vector<Mount> readMounts()
{
    const auto text = readSmallFile("/proc/self/mountinfo");
    return text ? parseMounts(*text) : std::vector<Mount>{};
}

const Mount *mountOf(const std::vector<Mount> &mounts, const std::string &path)
{
    struct statx facts{};
    if (::statx(AT_FDCWD, path.c_str(), 0, STATX_MNT_ID, &facts) == 0
        && (facts.stx_mask & STATX_MNT_ID) != 0) {
        const auto found = std::find_if(mounts.begin(), mounts.end(), [&](const Mount &mount) {
            return static_cast<std::uint64_t>(mount.id) == facts.stx_mnt_id;
        });
        if (found != mounts.end())
            return &*found;
    }
    const Mount *best = nullptr;
    for (const Mount &mount : mounts) {
        if (isBelow(path, mount.mount_point)
            && (!best || mount.mount_point.size() >= best->mount_point.size()))
            best = &mount;
    }
    return best;
}

std::optional<BlockDevice> blockDeviceOf(const Mount &mount)
{
    if (mount.major != 0)
        return BlockDevice{mount.major, mount.minor};
    struct stat facts{};
    if (mount.source.starts_with("/dev/") && ::stat(mount.source.c_str(), &facts) == 0
        && S_ISBLK(facts.st_mode))
        return BlockDevice{gnu_dev_major(facts.st_rdev), gnu_dev_minor(facts.st_rdev)};
    return std::nullopt;
}

bool isPseudo(const Mount &mount)
{
    const auto below = [&mount](const char *folder) { return isBelow(mount.mount_point, folder); };
    return contains(pseudoTypes, mount.type) || below("/proc") || below("/sys");
}

bool isNetwork(const Mount &mount) { return contains(networkTypes, mount.type); }

bool mayHang(const Mount &mount)
{
    return isNetwork(mount) || mount.type.starts_with("fuse");
}

bool isMemory(const Mount &mount) { return mount.type == "tmpfs" || mount.type == "ramfs"; }

} // namespace drivetrain
