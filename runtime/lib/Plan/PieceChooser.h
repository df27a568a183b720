// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Into how many pieces an accelerator cuts a range that would also fit as a whole, so that one piece moves while
// another is computed. Pure.
//
// In one piece, a range takes the sum S of the times to copy in, compute and copy out. In p pieces, of which the queues
// work on three at once, it takes the longest of these three times, M, plus the other two for one piece, which is M +
// (S - M) / p, plus p times the cost of starting a piece. From the measured times follows which numbers p are worth a
// trial; of the tried numbers, the fastest is used.
#ifndef HETRT_PLAN_PIECECHOOSER_H
#define HETRT_PLAN_PIECECHOOSER_H

#include "Device/Device.h"

#include <array>
#include <cstdint>

namespace hetrt {

/// Chooses the number of pieces for one region on one accelerator.
class PieceChooser {
public:
  /// The number of pieces for the next range.
  unsigned pieces() const { return 1u << Level; }

  /// Notes that a range was computed in pieces() pieces: the seconds that it took, those of the queues, and those that
  /// the host needed to start the launches.
  void note(std::uint64_t Iterations, double Seconds, const DeviceSeconds &Queues, double Starting);

private:
  static constexpr unsigned Levels = 5; ///< 1, 2, 4, 8, 16 pieces.

  /// The time of ranges that were cut into one number of pieces. The first measured time is replaced by the second,
  /// since caches and memory were not warm in the first.
  struct Trial {
    unsigned Times = 0;
    double SecondsPerIteration = 0; ///< A running average.
  };

  unsigned Level = 0;
  std::array<Trial, Levels> Trials;
};

} // namespace hetrt

#endif
