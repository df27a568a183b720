// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of many values, kept up to date while single values change.
#ifndef HETRT_SCHEDULE_SUM_TREE_H
#define HETRT_SCHEDULE_SUM_TREE_H

#include <bit>
#include <cstddef>
#include <vector>

namespace hetrt {

/// A binary tree of sums: changing one of n values takes log n additions. Each sum is recomputed from its two parts, so
/// rounding errors do not accumulate, as they would if each change were added to a single total.
class SumTree {
public:
  /// Sets the number of values to Count, and value number i to ValueOf(i). Allocates memory only if Count is larger
  /// than in all calls before.
  template <typename Function> void assign(size_t Count, Function ValueOf) {
    Leaves = std::bit_ceil(Count > 0 ? Count : 1);
    Sums.assign(2 * Leaves, 0);
    for (size_t I = 0; I < Count; ++I)
      Sums[Leaves + I] = ValueOf(I);
    for (size_t Node = Leaves - 1; Node > 0; --Node)
      Sums[Node] = Sums[2 * Node] + Sums[2 * Node + 1];
  }

  /// Makes the tree empty: it has no values until the next assign().
  void clear() { Sums.clear(); }
  bool empty() const { return Sums.empty(); }

  void set(size_t Index, double Value) {
    size_t Node = Leaves + Index;
    Sums[Node] = Value;
    for (Node /= 2; Node > 0; Node /= 2)
      Sums[Node] = Sums[2 * Node] + Sums[2 * Node + 1];
  }

  double total() const { return empty() ? 0 : Sums[1]; }

private:
  size_t Leaves = 0;
  std::vector<double> Sums; ///< a binary heap: Sums[n] = Sums[2 * n] + Sums[2 * n + 1]; the values are at Leaves +
                            ///< index
};

} // namespace hetrt

#endif
