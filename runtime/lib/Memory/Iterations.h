// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iterations of a loop, and the values that its iterator takes. Pure values.
#ifndef HETRT_MEMORY_ITERATIONS_H
#define HETRT_MEMORY_ITERATIONS_H

#include <algorithm>
#include <cstdint>

namespace hetrt {

/// The values that a loop's iterator takes: in iteration k, Lower + k * Step. Ends of boxes are computed from these
/// values without wrap-around.
struct IterationSpace {
  std::uint64_t TripCount = 0;
  std::int64_t Lower = 0, Step = 1;

  /// The iterator's value, modulo 2^64.
  std::int64_t value(std::uint64_t Iteration) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(Lower) + Iteration * static_cast<std::uint64_t>(Step));
  }
};

/// A range of iterations, First <= k < Last, counted from 0.
struct Iterations {
  std::uint64_t First = 0, Last = 0;

  bool empty() const { return Last <= First; }
  std::uint64_t size() const { return empty() ? 0 : Last - First; }
  Iterations clipped(Iterations To) const { return {std::max(First, To.First), std::min(Last, To.Last)}; }
  friend bool operator==(const Iterations &, const Iterations &) = default;
};

} // namespace hetrt

#endif
