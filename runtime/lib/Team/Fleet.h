// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accelerators of a process: of all accelerators of the machine, those that the settings allow and that other MPI
// ranks on the machine do not use.
#ifndef HETRT_TEAM_FLEET_H
#define HETRT_TEAM_FLEET_H

#include "Memory/Directory.h"
#include "Settings/Settings.h"
#include "Team/Accelerator.h"
#include "Topology/Granted.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// All accelerators of the process, and the arrays that stay on them.
struct Fleet {
  std::vector<std::unique_ptr<Accelerator>> Members;
  std::unique_ptr<Directory> Known; ///< The persistent arrays on these accelerators.
  std::string WhyFew; ///< For reports: why there are no accelerators, or fewer than asked for; may be empty.
  /// A warning if a setting asks for devices, or for a number or an ability of them, that is not there, as in
  /// "setting NAME: ..."; several are joined by "; ". Empty if there is nothing to warn about.
  std::string Missing;
};

/// Finds the accelerators. An error is about the options of a kind of device, and leaves the fleet usable.
///
/// Without HETRT_DEVICES, it finds all devices of the kinds that exist by themselves, and divides them round-robin
/// among the ranks on the same machine; if there are more ranks than devices, several ranks share a device.
Status findFleet(const Settings &Set, LocalRank Rank, Fleet &Into);

/// The names of device kinds and of their settings.
struct KindNames {
  std::vector<std::string_view> Names, Settings;
  std::vector<std::string_view> FileSettings; ///< The settings among these whose values are names of files.
};
KindNames deviceKindNames();

/// Whether device number `Index` of `Count` belongs to a rank, if ranks on one machine share the devices.
bool belongsTo(LocalRank Rank, unsigned Index, unsigned Count);

} // namespace hetrt

#endif
