// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events about the copies of arrays, for traces and tools.
#ifndef HETRT_MEMORY_TOLD_H
#define HETRT_MEMORY_TOLD_H

#include "Memory/Window.h"
#include "Trace/Events.h"

#include <vector>

namespace hetrt {

class Device;

/// Copies of an array's pieces are started by a device.
void tellMoved(events::What Is, const Device &On, const Array &What, const std::vector<Piece> &Pieces);

} // namespace hetrt

#endif
