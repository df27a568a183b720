// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where devices, which know how ranks talk, and passes, which know how launches are divided, come together.
#include "Device/Node/Start.h"
#include "Serve/NodeFleet.h"

#include <unistd.h>

void hetrt_main_begins(void) {
  hetrt::node::beginMain(
      []() -> std::unique_ptr<hetrt::node::OwnDevices> { return std::make_unique<hetrt::node::NodeFleet>(environ); });
}
