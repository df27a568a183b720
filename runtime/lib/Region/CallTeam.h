// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads a call has or wants: what the call says, limited by the machine and the settings.
#ifndef HETRT_REGION_CALLTEAM_H
#define HETRT_REGION_CALLTEAM_H

#include "Region/Engine.h"

#include <cstddef>
#include <cstdint>

namespace hetrt {

/// Whether the program itself runs a loop that has no directive of hetcc with one thread, so that the loop may depend
/// on the order of its iterations. False if the user or the machine gives one thread to all loops.
bool isSerial(const Engine &All, const hetrt_region &Region, const hetrt_call &Call);

/// Whether it is not known in which order passes begin: threads of a team, and tasks, may overtake each other.
inline bool isOfAnyOrder(const hetrt_call &Call) { return Call.in_parallel == 1 || Call.in_parallel == HETRT_OWN_TASK; }

/// Whether the threads of the call's team are made for this call: OpenMP runtimes make those of a nested team for each
/// parallel region.
inline bool makesTeam(const hetrt_call &Call) { return Call.in_parallel == HETRT_OWN_TASK; }

/// How many threads a pass should have, beside `Accelerators` accelerators.
std::uint32_t wantedThreads(const Engine &All, const hetrt_region &Region, const Place *Where, const hetrt_call &Call,
                            std::size_t Accelerators);

} // namespace hetrt

#endif
