// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends events about copies of arrays to traces and tools.
#ifndef HETRT_MEMORY_MOVEEVENTS_H
#define HETRT_MEMORY_MOVEEVENTS_H

#include "Memory/Array.h"
#include "Trace/Events.h"

#include <vector>

namespace hetrt {

class Device;

/// Reports that a device has been told to copy these rectangles of an array.
void reportMoves(events::What Is, const Device &On, const Array &What, const std::vector<CopyRectangle> &Parts);

} // namespace hetrt

#endif
