// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens before `main` where the other ranks of a job are asked for as devices.
#ifndef HETRT_DEVICE_NODE_START_H
#define HETRT_DEVICE_NODE_START_H

#include "Device/Node/OwnDevices.h"

/// Called once when `main` is about to begin: by programs that hetcc has linked (runtime/main), and by hetinfo.
///
/// Where nodes are not asked for, it looks at two environment variables and returns. In rank 0 of a job it starts the
/// thread that speaks with the others, and returns. In any other rank it serves, and ends the process when rank 0 does.
extern "C" __attribute__((visibility("default"))) void hetrt_main_begins(void);

namespace hetrt::node {

/// The same. A rank that serves is made what it divides launches among by `MakeDevices`.
void beginMain(std::unique_ptr<OwnDevices> (*MakeDevices)());

} // namespace hetrt::node

#endif
