// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of a checking run, of a program that `hetcc --hetcc-check` has built: what a pass makes known to the checker.
#ifndef HETRT_REGION_CHECKEDREGION_H
#define HETRT_REGION_CHECKEDREGION_H

#include "Region/RegionPass.h"

#include <string>

namespace hetrt {

void beginChecked(const hetrt_region &Region, const std::string &Location, const hetrt_call &Call, RegionPass &Pass);

/// The pass has been told of its arrays. `AreOthers`: they are not what the region's tables take them for.
void nameArrays(const CallTables &Of, bool AreOthers, RegionPass &Pass);

/// The pass has its arrays, or a reason why not. What is wrong with clauses is a finding, and the cores run the loop.
void checkArrays(const std::string &Location, const Status &OfArrays, RegionPass &Pass);

/// The cores alone run the pass, for a reason that has nothing to do with its arrays.
void leaveArraysUnknown(const std::string &Why, RegionPass &Pass);

/// What the thread of a block's part does from now on is compared with what the other parts do.
void checkPart(const std::string &Location, const RegionPass &Pass, std::uint32_t Number, const hetrt_part &Of);

} // namespace hetrt

#endif
