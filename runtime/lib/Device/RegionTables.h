// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simple properties of a region (an annotated loop), computed from the tables that the compiler stores for it.
#ifndef HETRT_DEVICE_REGIONTABLES_H
#define HETRT_DEVICE_REGIONTABLES_H

#include "hetrt/hetrt.h"

#include <algorithm>
#include <span>
#include <string>

namespace hetrt {

inline std::span<const hetrt_array_info> arraysOf(const hetrt_region &Region) {
  return {Region.arrays, Region.array_count};
}

inline std::span<const hetrt_box_info> boxesOf(const hetrt_region &Region) { return {Region.boxes, Region.box_count}; }

/// Whether iterations may write array number `Array`.
inline bool isWritten(const hetrt_region &Region, unsigned Array) {
  return std::ranges::any_of(
      boxesOf(Region), [&](const hetrt_box_info &Each) { return Each.array == Array && (Each.flags & HETRT_WRITE); });
}

/// Whether elements of the array are used as indices of another array, as p in `a[p[i]]`. A device then gets, in place
/// of each index, the position of the element in its copy.
inline bool isIndices(const hetrt_region &Region, unsigned Array) {
  return std::ranges::any_of(arraysOf(Region), [&](const hetrt_array_info &Each) {
    return (Each.flags & HETRT_GATHER) && Each.through == Array;
  });
}

/// How messages name an array: "part_copyin(x), line 12", or "'x', line 12" if no clause names it.
inline std::string clauseOf(const hetrt_array_info &Info) {
  const std::string Name =
      Info.clause ? std::string(Info.clause) + "(" + Info.name + ")" : "'" + std::string(Info.name) + "'";
  return Name + ", line " + std::to_string(Info.line);
}

} // namespace hetrt

#endif
