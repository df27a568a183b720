// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells the checker about a pass in a checking run, which is a run of a program that was built with
// `hetcc --hetcc-check`.
#ifndef HETRT_REGION_CHECKEDREGION_H
#define HETRT_REGION_CHECKEDREGION_H

#include "Region/RegionPass.h"

#include <string>

namespace hetrt {

/// Called when a checked pass begins.
void beginChecked(const hetrt_region &Region, const std::string &Location, const hetrt_call &Call, RegionPass &Pass);

/// Called when the call has described its arrays. `AreOthers`: the region's tables do not describe these arrays
/// correctly, since assumptions of the translator do not hold in this call.
void nameArrays(const CallTables &Of, bool AreOthers, RegionPass &Pass);

/// Called when the pass has tried to resolve its arrays. If `OfArrays` is an error (wrong clauses), reports it as a
/// finding, and the cores run the loop.
void checkArrays(const std::string &Location, const Status &OfArrays, RegionPass &Pass);

/// Called if the cores alone run the pass, for a reason that has nothing to do with its arrays.
void leaveArraysUnknown(const std::string &Why, RegionPass &Pass);

/// Called in the thread of a block's part: the part's accesses from now on are compared with those of the other parts.
void checkPart(const std::string &Location, const RegionPass &Pass, std::uint32_t Number, const hetrt_part &Of);

} // namespace hetrt

#endif
