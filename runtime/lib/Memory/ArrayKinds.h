// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the ArrayOnDevice objects for the arrays of a pass on one device, each of the kind that the memory plan
// chooses.
#ifndef HETRT_MEMORY_ARRAYKINDS_H
#define HETRT_MEMORY_ARRAYKINDS_H

#include "Memory/ArrayOnDevice.h"

#include <memory>
#include <vector>

namespace hetrt {

/// One object for each array of the call, in the order of the call's arrays.
std::vector<std::unique_ptr<ArrayOnDevice>> arraysOn(const PassDevice &On, const MemoryPlan &Plan);

} // namespace hetrt

#endif
