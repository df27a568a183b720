// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processors of this process, and whether others want them.
#include "Topology/Readiness.h"

#include "Topology/Places.h"

namespace hetrt {

Crowding &Crowding::ofProcess() {
  static Crowding Only(static_cast<unsigned>(allowedProcessors(false).size()));
  return Only;
}

} // namespace hetrt
