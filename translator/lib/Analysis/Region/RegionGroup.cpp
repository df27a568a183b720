// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about the regions of a group.
#include "Analysis/Region/RegionGroup.h"

using namespace hetcc;

std::vector<const Region *> hetcc::calling(const RegionGroup &G) {
  std::vector<const Region *> Found;
  for (const Region &Each : G.Instances)
    Found.push_back(&Each);
  for (const RegionGroup &Loop : G.Loops)
    llvm::append_range(Found, calling(Loop));
  return Found;
}
