// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices, kept as disjoint intervals: which indices of an array a device holds.
#ifndef HETRT_MEMORY_INTERVALSET_H
#define HETRT_MEMORY_INTERVALSET_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hetrt {

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

/// A set of indices. Its intervals are sorted, not empty and do not touch.
class IntervalSet {
public:
  IntervalSet() = default;
  explicit IntervalSet(Interval Only) { add(Only); }

  void add(Interval Part);
  void add(const IntervalSet &Other);
  void subtract(Interval Part);
  void subtract(const IntervalSet &Other);
  void clear() { Parts.clear(); }

  bool empty() const { return Parts.empty(); }
  bool covers(Interval Part) const;

  /// What of `Part` is in the set.
  IntervalSet common(Interval Part) const;

  /// What of `Part` is not in the set.
  IntervalSet missing(Interval Part) const;

  const std::vector<Interval> &intervals() const { return Parts; }
  friend bool operator==(const IntervalSet &, const IntervalSet &) = default;

private:
  std::vector<Interval> Parts;
};

} // namespace hetrt

#endif
