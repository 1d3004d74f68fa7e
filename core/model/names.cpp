// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run.h"
#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace drivetrain {
namespace {

template <typename Enum>
struct Named { Enum value; QLatin1StringView name; };

template <typename Enum>
QString nameOf(std::span<const Named<Enum>> names, Enum value)
{
    for (const auto &named : names) {
        if (named.value == value)
            return named.name;
    }
    return {};
}

template <typename Enum>
std::optional<Enum> valueOf(std::span<const Named<Enum>> names, QStringView name)
{
    for (const auto &named : names) {
        if (name.compare(named.name, Qt::CaseInsensitive) == 0)
            return named.value;
    }
    return std::nullopt;
}

constexpr std::array durabilities{Named<Durability>{Durability::Durable, "durable"_L1},
                                  Named<Durability>{Durability::Relaxed, "relaxed"_L1},
                                  Named<Durability>{Durability::Unsafe, "unsafe"_L1}};
constexpr std::array transports{Named<Transport>{Transport::Literal, "literal"_L1},
                                Named<Transport>{Transport::Prepared, "prepared"_L1},
                                Named<Transport>{Transport::Pipelined, "pipelined"_L1},
                                Named<Transport>{Transport::Bulk, "bulk"_L1}};
constexpr std::array driveKinds{Named<DriveKind>{DriveKind::Nvme, "nvme"_L1},
                                Named<DriveKind>{DriveKind::SolidState, "ssd"_L1},
                                Named<DriveKind>{DriveKind::HardDisk, "hdd"_L1},
                                Named<DriveKind>{DriveKind::Memory, "memory"_L1},
                                Named<DriveKind>{DriveKind::Network, "network"_L1},
                                Named<DriveKind>{DriveKind::Unknown, "unknown"_L1}};
constexpr std::array verifications{Named<Verification>{Verification::NotRun, "no"_L1},
                                   Named<Verification>{Verification::Verified, "yes"_L1},
                                   Named<Verification>{Verification::Wrong, "wrong"_L1},
                                   Named<Verification>{Verification::Failed, "failed"_L1}};
constexpr std::array lapStatuses{Named<LapStatus>{LapStatus::Running, "running"_L1},
                                 Named<LapStatus>{LapStatus::Finished, "finished"_L1},
                                 Named<LapStatus>{LapStatus::Failed, "failed"_L1},
                                 Named<LapStatus>{LapStatus::Wrong, "wrong"_L1},
                                 Named<LapStatus>{LapStatus::Cancelled, "cancelled"_L1}};
constexpr std::array runStatuses{Named<RunStatus>{RunStatus::Running, "running"_L1},
                                 Named<RunStatus>{RunStatus::Finished, "finished"_L1},
                                 Named<RunStatus>{RunStatus::Failed, "failed"_L1},
                                 Named<RunStatus>{RunStatus::Cancelled, "cancelled"_L1},
                                 Named<RunStatus>{RunStatus::Interrupted, "interrupted"_L1}};

} // namespace

QString durabilityName(Durability durability)
{
    return nameOf<Durability>(durabilities, durability);
}
QString transportName(Transport transport) { return nameOf<Transport>(transports, transport); }
QString driveKindName(DriveKind kind) { return nameOf<DriveKind>(driveKinds, kind); }
QString verificationName(Verification value) { return nameOf<Verification>(verifications, value); }
QString lapStatusName(LapStatus status) { return nameOf<LapStatus>(lapStatuses, status); }
QString runStatusName(RunStatus status) { return nameOf<RunStatus>(runStatuses, status); }

std::optional<Durability> durabilityFromName(QStringView name)
{ return valueOf<Durability>(durabilities, name); }
std::optional<Transport> transportFromName(QStringView name)
{ return valueOf<Transport>(transports, name); }

} // namespace drivetrain
