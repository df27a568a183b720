// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of many values, kept up to date while single values change.
#ifndef HETRT_SCHEDULE_SUM_TREE_H
#define HETRT_SCHEDULE_SUM_TREE_H

#include <bit>
#include <cstddef>
#include <vector>

namespace hetrt {

/// A binary tree of sums: changing one of n values takes log n additions. Each sum is recomputed from its two parts, so
/// rounding errors do not add up as they would in one number that differences are added to.
class SumTree {
public:
  /// Sets the number of values to Count, all 0. Allocates memory only if Count is larger than ever before.
  void reset(size_t Count) {
    Leaves = std::bit_ceil(Count > 0 ? Count : 1);
    Sums.assign(2 * Leaves, 0);
  }

  void set(size_t Index, double Value) {
    size_t Node = Leaves + Index;
    Sums[Node] = Value;
    for (Node /= 2; Node > 0; Node /= 2)
      Sums[Node] = Sums[2 * Node] + Sums[2 * Node + 1];
  }

  double total() const { return Sums.empty() ? 0 : Sums[1]; }

private:
  size_t Leaves = 0;
  std::vector<double> Sums; ///< a binary heap: Sums[n] = Sums[2 * n] + Sums[2 * n + 1]; the values are at Leaves +
                            ///< index
};

} // namespace hetrt

#endif
