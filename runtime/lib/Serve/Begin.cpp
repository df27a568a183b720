// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connects two components that do not include each other: the communication between MPI ranks (Node), and the passes
// that divide a launch among the devices of one rank (Serve).
#include "Device/Node/Start.h"
#include "Serve/NodeFleet.h"

#include <unistd.h>

void hetrt_main_begins(void) {
  hetrt::node::beginMain(
      []() -> std::unique_ptr<hetrt::node::RankDevices> { return std::make_unique<hetrt::node::NodeFleet>(environ); });
}
