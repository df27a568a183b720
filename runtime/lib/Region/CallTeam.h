// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that a call has, or wants: what it says of them, and what machine and settings make of that.
#ifndef HETRT_REGION_CALLTEAM_H
#define HETRT_REGION_CALLTEAM_H

#include "Region/Engine.h"

#include <cstddef>
#include <cstdint>

namespace hetrt {

/// Whether the program has one thread run a loop without a directive of ours: it may depend on the order of its
/// iterations then. That the user or the machine leaves all loops one thread says nothing of the loop.
bool isSerial(const Engine &All, const hetrt_region &Region, const hetrt_call &Call);

/// Whether it is open when the pass begins: threads of a team and tasks may overtake each other.
inline bool isOfAnyOrder(const hetrt_call &Call) { return Call.in_parallel == 1 || Call.in_parallel == HETRT_OWN_TASK; }

/// Whether the call makes a team: OpenMP runtimes make a nested team's threads for each parallel region.
inline bool makesTeam(const hetrt_call &Call) { return Call.in_parallel == HETRT_OWN_TASK; }

/// How many threads the pass is to have beside so many accelerators.
std::uint32_t wantedThreads(const Engine &All, const hetrt_region &Region, const Place *Where, const hetrt_call &Call,
                            std::size_t Accelerators);

} // namespace hetrt

#endif
