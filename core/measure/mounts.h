// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drivetrain {

/// A line of /proc/self/mountinfo (proc(5)), octal escapes undone.
struct Mount
{
    int id = 0;
    /// of the file system; btrfs gives stat() another one a subvolume
    unsigned major = 0, minor = 0;
    std::string root;                ///< which folder of the file system is mounted
    std::string mount_point;
    /// of the mount, then those of the file system that are not among them
    std::string options;
    std::string type;                ///< "ext4"
    std::string source;              ///< "/dev/sda1", "server:/export"

    [[nodiscard]] bool isSameFileSystem(const Mount &other) const
    { return major == other.major && minor == other.minor; }
    [[nodiscard]] bool hasOption(std::string_view option) const;
};

/// All mounts that can be seen, in mount order; of several on one mount point only the last, which
/// hides the others. Touches no mounted file system. Any thread.
[[nodiscard]] std::vector<Mount> readMounts();
[[nodiscard]] std::vector<Mount> parseMounts(std::string_view mountinfo);

/// The mount that a path is on: by the kernel's mount id, or where it does not tell, by the longest
/// mount point that begins the (absolute, resolved) path. nullptr: not among them. Touches the
/// path.
[[nodiscard]] const Mount *mountOf(const std::vector<Mount> &mounts, const std::string &path);

/// The block device under a mount, through btrfs's anonymous number; nothing for tmpfs, network,
/// overlay.
struct BlockDevice { unsigned major = 0, minor = 0; };
[[nodiscard]] std::optional<BlockDevice> blockDeviceOf(const Mount &mount);

[[nodiscard]] bool isPseudo(const Mount &mount);    ///< proc, sysfs, cgroup and their like
[[nodiscard]] bool isNetwork(const Mount &mount);   ///< NFS, CIFS, sshfs and their like
[[nodiscard]] bool mayHang(const Mount &mount);     ///< network or FUSE: may never answer
[[nodiscard]] bool isMemory(const Mount &mount);    ///< tmpfs, ramfs

} // namespace drivetrain
