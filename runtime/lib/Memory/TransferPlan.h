// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans which elements of an array are to be moved from which copy of the array to which other copy.
#ifndef HETRT_MEMORY_TRANSFERPLAN_H
#define HETRT_MEMORY_TRANSFERPLAN_H

#include "Memory/BoxSet.h"

#include <cstddef>
#include <span>
#include <vector>

namespace hetrt {

/// Elements that move from one copy of an array to another; copies have the numbers of their accelerators.
struct Transfer {
  std::size_t From = 0, To = 0;
  BoxSet Parts;
  friend bool operator==(const Transfer &, const Transfer &) = default;
};

/// Plans the transfers between the copies of an array. Each copy gets the elements that it needs (`Wanted`) and that
/// are not valid in it (`Holds` has the valid ones), as far as other copies have valid values to give (`Offers`). No
/// element is moved to a copy twice. Each list has one set for each copy, in the order of the copies' numbers.
std::vector<Transfer> planTransfers(std::span<const BoxSet> Wanted, std::span<const BoxSet> Holds,
                                    std::span<const BoxSet> Offers);

} // namespace hetrt

#endif
