// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument of a `devices` clause, such as "cpu", "gpu", "node", "all" or "gpu:0,2".
#ifndef HETRT_TEAM_DEVICECHOICE_H
#define HETRT_TEAM_DEVICECHOICE_H

#include "Device/Status.h"

#include <algorithm>
#include <vector>

namespace hetrt {

struct DeviceChoice {
  bool Cores = true; ///< The cores of this machine.
  bool Gpus = true;  ///< The accelerators of this machine.
  bool Nodes = true; ///< The other ranks of the job.
  /// The numbers of the accelerators to use, GPUs or nodes; empty: all accelerators that Gpus and Nodes allow.
  std::vector<unsigned> Ids;

  bool accelerators() const { return Gpus || Nodes; }

  /// Whether accelerator number `Number` is to be used.
  bool names(unsigned Number, bool IsNode) const {
    return Ids.empty() ? (IsNode ? Nodes : Gpus) : std::find(Ids.begin(), Ids.end(), Number) != Ids.end();
  }

  bool operator==(const DeviceChoice &) const = default;
};

/// Reads a devices argument; null means all. An error says which words are understood.
Status parseDevices(const char *Text, DeviceChoice &Into);

} // namespace hetrt

#endif
