// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Into how many pieces an accelerator cuts a range that it has room for, so that one piece moves while another is
// computed. Pure.
//
// In one piece, a range takes the sum S of copying in, computing and copying out. In p pieces, of which the queues work
// on three at once, it takes the longest of the three, M, and the others for one piece: M + (S - M) / p, and p times
// what starting a piece costs. Measured times say which p are worth trying; of those tried, the fastest one is used.
#ifndef HETRT_PLAN_PIECECHOOSER_H
#define HETRT_PLAN_PIECECHOOSER_H

#include "Device/Device.h"

#include <array>
#include <cstdint>

namespace hetrt {

/// For one region on one accelerator.
class PieceChooser {
public:
  /// The number of pieces for the next range.
  unsigned pieces() const { return 1u << Level; }

  /// A range came in pieces(): so long did it take altogether, so long the queues, so long the host to start the
  /// launches.
  void note(std::uint64_t Iterations, double Seconds, const DeviceSeconds &Queues, double Starting);

private:
  static constexpr unsigned Levels = 5; ///< 1, 2, 4, 8, 16 pieces.

  /// What one number of pieces took. The first time does not count once there is another: memory was cold.
  struct Trial {
    unsigned Times = 0;
    double SecondsPerIteration = 0; ///< A running average.
  };

  unsigned Level = 0;
  std::array<Trial, Levels> Trials;
};

} // namespace hetrt

#endif
