// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices argument of a clause: "cpu", "gpu", "all", "gpu:0,2".
#ifndef HETRT_TEAM_DEVICECHOICE_H
#define HETRT_TEAM_DEVICECHOICE_H

#include "Device/Status.h"

#include <algorithm>
#include <vector>

namespace hetrt {

struct DeviceChoice {
  bool Cores = true, Accelerators = true;
  std::vector<unsigned> Ids; ///< Of the accelerators; empty: all of them.

  /// Whether accelerator `Number` is among the ids.
  bool names(unsigned Number) const { return Ids.empty() || std::find(Ids.begin(), Ids.end(), Number) != Ids.end(); }

  bool operator==(const DeviceChoice &) const = default;
};

/// Reads a devices argument; null means all. An error says which words are understood.
Status parseDevices(const char *Text, DeviceChoice &Into);

} // namespace hetrt

#endif
