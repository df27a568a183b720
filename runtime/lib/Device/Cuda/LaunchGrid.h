// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the shape of a launch, in threads and lanes, to the grid that the driver is asked for.
#ifndef HETRT_DEVICE_CUDA_LAUNCHGRID_H
#define HETRT_DEVICE_CUDA_LAUNCHGRID_H

#include "Device/LaunchShaping.h"

#include <cstdint>

namespace hetrt::cuda {

/// What a launch is to do.
struct LaunchDemand {
  std::uint64_t Iterations = 0;
  std::uint64_t Groups = 0;       ///< What one thread, or all lanes together, take at a time: iterations, or grains.
  std::uint64_t PartialBytes = 0; ///< Of reduction values that a thread has for itself.
  bool HasLanes = false;          ///< Lanes may share iterations.
  std::uint32_t Flags = 0;        ///< hetrt_lane_flag
  std::int64_t Turns = 0;         ///< Of the loops that lanes share, as estimated; 0: not known.
};

/// What limits a kernel's launches on a device.
struct LaunchLimits {
  unsigned BlockSize = 1;  ///< Threads of a block, usually;
  unsigned MaxBlocks = 1;  ///< the device holds so many of these at once.
  unsigned MaxThreads = 1; ///< Of a block, at most.
};

/// How a kernel is launched. `Lanes` threads of a block are of one iteration, which goes on in `BlocksAlongY` of all
/// blocks.
struct LaunchGrid {
  unsigned Blocks = 1;    ///< A multiple of BlocksAlongY.
  unsigned BlockSize = 1; ///< Threads, a multiple of Lanes.
  unsigned SharedBytes = 0, Lanes = 1, BlocksAlongY = 1;

  bool operator==(const LaunchGrid &) const = default;
};

/// The shape that arithmetic says, from what there is to do and what the device holds.
LaunchShape computedShape(const LaunchDemand &Of, const LaunchLimits &Within);

/// The grid of a shape, both of whose numbers are said; of one that does not fit the launch, that of the nearest which
/// does. More than a warp of lanes makes a block of its own for each iteration, unless they never wait for each other,
/// or stand in columns, through whose places in the block's memory they exchange values.
LaunchGrid gridOf(LaunchShape Wanted, const LaunchDemand &Of, const LaunchLimits &Within);

} // namespace hetrt::cuda

#endif
