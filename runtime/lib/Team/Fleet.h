// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accelerators of a process: which ones the settings, the machine and the other ranks on the node leave to it.
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

struct Fleet {
  std::vector<std::unique_ptr<Accelerator>> Members;
  std::unique_ptr<Directory> Known; ///< Of persistent arrays.
  std::string WhyFew;               ///< Why there are none, or fewer than asked for: one line, may be empty.
  std::string Missing;              ///< The same, where a setting wants them: begins with its name.
};

/// Finds the accelerators. The fleet is usable also after an error, which is about the options of a device kind.
///
/// Without HETRT_DEVICES: all devices of the kinds that exist by themselves, divided among the ranks of the node
/// round-robin; ranks in excess of the devices share them.
Status findFleet(const Settings &Set, LocalRank Rank, Fleet &Into);

/// What the settings may name.
struct KindNames {
  std::vector<std::string_view> Names, Settings;
  std::vector<std::string_view> FileSettings; ///< Those of the settings that name files.
};
KindNames deviceKindNames();

/// Whether device number `Index` of `Count` belongs to a rank.
bool belongsTo(LocalRank Rank, unsigned Index, unsigned Count);

} // namespace hetrt

#endif
