// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connects two parts that do not know each other: the MPI side (Node), and the passes that divide a launch (Serve).
#include "Device/Node/Start.h"
#include "Serve/NodeFleet.h"

#include <unistd.h>

void hetrt_main_begins(void) {
  hetrt::node::beginMain(
      []() -> std::unique_ptr<hetrt::node::RankDevices> { return std::make_unique<hetrt::node::NodeFleet>(environ); });
}
