// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connects two components of which neither knows the other: the MPI side (Node), and the passes that divide a launch
// among a rank's devices (Serve).
#include "Device/Node/Start.h"
#include "Serve/NodeFleet.h"

#include <unistd.h>

void hetrt_main_begins(void) {
  hetrt::node::beginMain(
      []() -> std::unique_ptr<hetrt::node::RankDevices> { return std::make_unique<hetrt::node::NodeFleet>(environ); });
}
