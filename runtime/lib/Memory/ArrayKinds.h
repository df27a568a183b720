// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the arrays of a pass on a device, each of the kind that is planned.
#ifndef HETRT_MEMORY_ARRAYKINDS_H
#define HETRT_MEMORY_ARRAYKINDS_H

#include "Memory/ArrayOnDevice.h"

#include <memory>
#include <vector>

namespace hetrt {

/// One object for each array, by its number in the call.
std::vector<std::unique_ptr<ArrayOnDevice>> arraysOn(const PassDevice &On, const MemoryPlan &Plan);

} // namespace hetrt

#endif
