// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that are over before planning and measuring them pays: the last split serves some more of them.
//
// To plan and to measure a pass on cores costs about 0.3 us. Of a pass of 10 us that is 3%, as much as a better split
// could gain there; so of those only every 16th is measured, and the split follows with that delay. One that lasts
// until a coarse clock ticks, which costs next to nothing to read, ends that at once: a loop may become a long one.
#ifndef HETRT_REGION_REPETITION_H
#define HETRT_REGION_REPETITION_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

class Repetition {
public:
  /// After a measured pass over TripCount iterations, of which no share took longer than `Longest` seconds.
  void measured(std::uint64_t TripCount, std::span<const Range> Shares, double Longest) {
    constexpr double Short = 10e-6;
    Left = Longest < Short ? Most : 0;
    Of = TripCount;
    Split.assign(Shares.begin(), Shares.end());
  }

  /// Whether the pass that begins now, at `Tick` of the coarse clock, on `Threads` cores, runs on the last split,
  /// without being measured.
  bool take(std::uint64_t TripCount, std::uint32_t Threads, std::int64_t Tick) {
    if (Left == 0 || TripCount != Of || Threads != Split.size())
      return false;
    --Left;
    Begun = Tick;
    return true;
  }

  /// The pass that was taken has ended.
  void ended(std::int64_t Tick) {
    if (Tick != Begun)
      Left = 0;
  }

  /// What the last split rests on has changed.
  void stop() { Left = 0; }

  std::span<const Range> shares() const { return Split; }

private:
  static constexpr unsigned Most = 15;
  unsigned Left = 0;
  std::uint64_t Of = 0;
  std::int64_t Begun = 0;
  std::vector<Range> Split; ///< One share per core.
};

} // namespace hetrt

#endif
