// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices argument of a clause: "cpu", "gpu", "node", "all", "gpu:0,2".
#ifndef HETRT_TEAM_DEVICECHOICE_H
#define HETRT_TEAM_DEVICECHOICE_H

#include "Device/Status.h"

#include <algorithm>
#include <vector>

namespace hetrt {

struct DeviceChoice {
  bool Cores = true;         ///< Of this machine.
  bool Gpus = true;          ///< Accelerators of this machine.
  bool Nodes = true;         ///< Other ranks of the job.
  std::vector<unsigned> Ids; ///< Numbers of accelerators, whichever of the two they are; empty: all that have a part.

  bool accelerators() const { return Gpus || Nodes; }

  /// Whether accelerator `Number` has a part.
  bool names(unsigned Number, bool IsNode) const {
    return Ids.empty() ? (IsNode ? Nodes : Gpus) : std::find(Ids.begin(), Ids.end(), Number) != Ids.end();
  }

  bool operator==(const DeviceChoice &) const = default;
};

/// Reads a devices argument; null means all. An error says which words are understood.
Status parseDevices(const char *Text, DeviceChoice &Into);

} // namespace hetrt

#endif
