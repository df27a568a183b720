// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clocks that passes and waits measure time with.
#ifndef HETRT_TEAM_CLOCK_H
#define HETRT_TEAM_CLOCK_H

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

inline double secondsSince(std::int64_t Start) { return double(nanoseconds() - Start) * 1e-9; }

/// The clock of nanoseconds() at the system's last tick: some milliseconds old, and cheapest to read.
inline std::int64_t coarseNanoseconds() { return timeOf(CLOCK_MONOTONIC_COARSE); }

/// Measures the times between calls of lap().
class Stopwatch {
public:
  /// Seconds since the last call.
  double lap() {
    const std::int64_t Before = std::exchange(Last, nanoseconds());
    return double(Last - Before) * 1e-9;
  }

  /// The time of the last lap, in nanoseconds.
  std::int64_t last() const { return Last; }

private:
  std::int64_t Last = nanoseconds();
};

} // namespace hetrt

#endif
