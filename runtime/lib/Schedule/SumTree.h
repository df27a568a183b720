// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of many values of which one changes at a time.
#ifndef HETRT_SCHEDULE_SUM_TREE_H
#define HETRT_SCHEDULE_SUM_TREE_H

#include <bit>
#include <cstddef>
#include <vector>

namespace hetrt {

/// A change costs the logarithm of their number. Sums are formed anew on the way up, so that rounding errors of values
/// that have been do not stay, as they would in one number that is added to and taken from.
class SumTree {
public:
  /// So many values, all 0. Allocates only where there have never been so many.
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
  std::vector<double> Sums; ///< of node n's two are at 2n and 2n + 1
};

} // namespace hetrt

#endif
