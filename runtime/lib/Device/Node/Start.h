// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that runs before `main` in programs whose settings ask for other ranks of the MPI job as devices.
#ifndef HETRT_DEVICE_NODE_START_H
#define HETRT_DEVICE_NODE_START_H

#include "Device/Node/RankDevices.h"

/// Called once, just before `main`: by programs that hetcc has linked (runtime/main), and by hetinfo.
///
/// If the settings do not ask for nodes, it reads two environment variables and returns. In rank 0 of a job it starts
/// the thread that communicates with the other ranks, and returns. In all other ranks it serves rank 0, and ends the
/// process when rank 0 ends.
extern "C" __attribute__((visibility("default"))) void hetrt_main_begins(void);

namespace hetrt::node {

/// Does the work of hetrt_main_begins(). In a rank that serves, `MakeDevices` makes the object that divides launches
/// among the rank's devices.
void beginMain(std::unique_ptr<RankDevices> (*MakeDevices)());

} // namespace hetrt::node

#endif
