// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the grid of a kernel launch (blocks, threads, shared memory) from its shape (LaunchShape: threads, lanes).
#ifndef HETRT_DEVICE_CUDA_LAUNCHGRID_H
#define HETRT_DEVICE_CUDA_LAUNCHGRID_H

#include "Device/LaunchShaping.h"

#include <cstdint>

namespace hetrt::cuda {

/// The properties of a launch that its grid depends on.
struct LaunchDemand {
  std::uint64_t Iterations = 0;
  /// The number of iterations or, if Launch::Grain is set, of grains. One thread, or the lanes that share an iteration
  /// together, computes one of them at a time.
  std::uint64_t Groups = 0;
  std::uint64_t PartialBytes = 0; ///< The size of a thread's own partial; 0: none.
  bool HasLanes = false;          ///< Lanes may share iterations.
  std::uint32_t Flags = 0;        ///< hetrt_lane_flag
  std::int64_t Turns = 0;         ///< Estimated turns of the inner loops that lanes share; 0: not known.
};

/// What limits the launches of a kernel on a device.
struct LaunchLimits {
  unsigned BlockSize = 1;  ///< The usual number of threads in a block.
  unsigned MaxBlocks = 1;  ///< The number of blocks of this size that the device can run at the same time.
  unsigned MaxThreads = 1; ///< The most threads in a block.
};

/// The grid of a launch. `Lanes` threads in a block share one iteration. The lanes of an iteration may be spread over
/// `BlocksAlongY` blocks.
struct LaunchGrid {
  unsigned Blocks = 1;    ///< A multiple of BlocksAlongY.
  unsigned BlockSize = 1; ///< Threads, a multiple of Lanes.
  unsigned SharedBytes = 0, Lanes = 1, BlocksAlongY = 1;

  bool operator==(const LaunchGrid &) const = default;
};

/// The shape that is computed from the launch and the limits, without measurements.
LaunchShape computedShape(const LaunchDemand &Of, const LaunchLimits &Within);

/// The grid for a shape, neither of whose numbers is 0. If the shape does not fit the launch, the nearest one is used.
/// If an iteration has more lanes than a warp, a block has one iteration only. This does not hold for lanes that never
/// wait for each other, nor for lanes in columns, which exchange values through shared memory.
LaunchGrid gridOf(LaunchShape Wanted, const LaunchDemand &Of, const LaunchLimits &Within);

} // namespace hetrt::cuda

#endif
