// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices of an array, kept as disjoint boxes. They say, for example, which elements of a device's copy are
// valid.
#ifndef HETRT_MEMORY_BOXSET_H
#define HETRT_MEMORY_BOXSET_H

#include "hetrt/hetrt.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace hetrt {

inline constexpr unsigned MaxRank = HETRT_MAX_RANK;

/// Indices Lower <= i < Upper.
struct Interval {
  std::int64_t Lower = 0, Upper = 0;

  bool empty() const { return Upper <= Lower; }
  std::uint64_t size() const {
    return empty() ? 0 : static_cast<std::uint64_t>(Upper) - static_cast<std::uint64_t>(Lower);
  }
  Interval clipped(Interval To) const { return {std::max(Lower, To.Lower), std::min(Upper, To.Upper)}; }
  friend bool operator==(const Interval &, const Interval &) = default;
};

/// An interval of indices for each dimension, outermost first; unused dimensions are [0, 1).
using Box = std::array<Interval, MaxRank>;

/// The number of elements in each dimension, outermost first; 1 in unused dimensions.
using Extents = std::array<std::int64_t, MaxRank>;

inline constexpr Extents OneElement = [] {
  Extents One;
  One.fill(1);
  return One;
}();

/// The box of the indices in these intervals, one for each dimension.
constexpr Box boxOf(Interval First, Interval Second = {0, 1}, Interval Third = {0, 1}, Interval Fourth = {0, 1}) {
  return {First, Second, Third, Fourth};
}

/// All indices of an array.
inline Box wholeOf(const Extents &Extent) {
  Box All;
  for (unsigned D = 0; D < MaxRank; ++D)
    All[D] = {0, Extent[D]};
  return All;
}

inline bool isEmpty(const Box &Part) {
  return std::any_of(Part.begin(), Part.end(), [](Interval Along) { return Along.empty(); });
}

/// The boxes that make up the elements `Flat` of an array with these extents; elements are numbered as they lie in
/// memory. There are at most 2 * MaxRank - 1 boxes.
std::vector<Box> boxesOf(Interval Flat, const Extents &Extent);

/// A set of indices, as boxes that are disjoint, not empty, and sorted by their lower corners. add() merges a box with
/// a box that it touches if the two agree in all other dimensions, as the shares of neighbouring devices do. So if all
/// boxes of a set differ in one dimension only, their intervals in this dimension do not touch.
class BoxSet {
public:
  BoxSet() = default;
  explicit BoxSet(const Box &Only) { add(Only); }

  void add(Box Part);
  void add(const BoxSet &Other);
  void subtract(const Box &Part);
  void subtract(const BoxSet &Other);
  void clear() { Parts.clear(); }

  bool empty() const { return Parts.empty(); }

  /// Keeps the `Count` boxes with the most indices, and drops the others.
  void keepLargest(std::size_t Count);

  /// The indices of `Part` that are in the set.
  BoxSet common(const Box &Part) const;

  /// The indices of `Part` that are not in the set.
  BoxSet missing(const Box &Part) const;

  const std::vector<Box> &boxes() const { return Parts; }

  /// Whether the same indices are in both, however they are cut.
  friend bool operator==(const BoxSet &A, const BoxSet &B);

private:
  std::vector<Box> Parts;
};

} // namespace hetrt

#endif
