// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time, as passes measure it.
#ifndef HETRT_PASS_CLOCK_H
#define HETRT_PASS_CLOCK_H

#include <cstdint>
#include <ctime>
#include <utility>

namespace hetrt {

inline std::int64_t timeOf(clockid_t Clock) {
  timespec Now;
  clock_gettime(Clock, &Now);
  return Now.tv_sec * std::int64_t{1000000000} + Now.tv_nsec;
}

/// Nanoseconds of a clock that never goes back.
inline std::int64_t nanoseconds() { return timeOf(CLOCK_MONOTONIC); }

/// The same, as of the system's last tick: some milliseconds old, and the cheapest to ask for.
inline std::int64_t coarseNanoseconds() { return timeOf(CLOCK_MONOTONIC_COARSE); }

/// Tells where the time goes.
class Stopwatch {
public:
  /// Seconds since the last call.
  double lap() {
    const std::int64_t Before = std::exchange(Last, nanoseconds());
    return double(Last - Before) * 1e-9;
  }

  /// When that was, in nanoseconds.
  std::int64_t last() const { return Last; }

private:
  std::int64_t Last = nanoseconds();
};

} // namespace hetrt

#endif
