// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the grids of launches. Uses no measurements.

#include "Device/Cuda/LaunchGrid.h"

#include "Device/Cuda/LaneChoice.h"
#include "hetrt/hetrt.h"

#include <algorithm>
#include <bit>

namespace hetrt::cuda {

/// The most threads in a block whose threads are lanes that share iterations. The partial of each thread has to fit
/// into shared memory.
static unsigned mostThreads(const LaunchDemand &Of, const LaunchLimits &Within) {
  return Of.PartialBytes
             ? static_cast<unsigned>(std::min<std::uint64_t>(HETRT_BLOCK_MEMORY / Of.PartialBytes, Within.MaxThreads))
             : Within.MaxThreads;
}

LaunchShape computedShape(const LaunchDemand &Of, const LaunchLimits &Within) {
  const unsigned Most = mostThreads(Of, Within);
  if (!Of.HasLanes || Within.BlockSize > Most)
    return {Within.BlockSize, 1};
  const std::uint64_t Resident = std::uint64_t(Within.MaxBlocks) * Within.BlockSize;
  const unsigned Lanes = chooseLanes({Of.Flags, Of.Iterations, Of.Turns, Resident, Most});
  if (Of.Flags & HETRT_COLUMNS)
    return {Lanes * columnsOf(Lanes, Within.BlockSize, Of.Iterations), Lanes};
  return {Of.Flags & HETRT_FREE_LANES || Lanes <= Warp ? Within.BlockSize : Lanes, Lanes};
}

/// The block for a shape: with the wanted number of lanes, or the next smaller power of two that is possible.
static LaunchGrid blockOf(LaunchShape Wanted, const LaunchDemand &Of, const LaunchLimits &Within) {
  LaunchGrid How;
  How.BlockSize = std::clamp(Wanted.Threads, 1u, Within.MaxThreads);
  const unsigned Most = mostThreads(Of, Within);
  if (!Of.HasLanes || Wanted.Lanes <= 1 || Most == 0)
    return How;
  if (Of.Flags & HETRT_FREE_LANES) {
    const Tile Part = chooseTile(std::bit_floor(Wanted.Lanes), Of.Iterations, std::min(How.BlockSize, Most));
    return {1, Part.Lanes * Part.Iterations, 0, Part.Lanes, Part.Blocks};
  }
  const bool Columns = Of.Flags & HETRT_COLUMNS;
  How.Lanes = std::bit_floor(std::min({Wanted.Lanes, Most, unsigned(HETRT_MOST_LANES)}));
  if (How.Lanes > Warp && !Columns) {
    How.BlockSize = How.Lanes;
    return How;
  }
  How.BlockSize = std::min(How.BlockSize, Most);
  How.Lanes = std::min(How.Lanes, std::bit_floor(How.BlockSize));
  How.BlockSize -= How.BlockSize % How.Lanes;
  if (Columns && How.Lanes > 1)
    How.SharedBytes = How.BlockSize * 8;
  return How;
}

/// The grid has as many blocks as the iterations need, but not more than the device can run at the same time. If these
/// are too few, each thread loops over several iterations.
LaunchGrid gridOf(LaunchShape Wanted, const LaunchDemand &Of, const LaunchLimits &Within) {
  LaunchGrid How = blockOf(Wanted, Of, Within);
  const std::uint64_t Resident = std::uint64_t(Within.MaxBlocks) * Within.BlockSize;
  const std::uint64_t MostAlongX = std::max<std::uint64_t>(Resident / How.BlockSize / How.BlocksAlongY, 1);
  const std::uint64_t EachTakes = How.BlockSize / How.Lanes;
  const std::uint64_t Needed = Of.Groups / EachTakes + (Of.Groups % EachTakes != 0);
  How.Blocks = static_cast<unsigned>(std::clamp<std::uint64_t>(Needed, 1, MostAlongX)) * How.BlocksAlongY;
  return How;
}

} // namespace hetrt::cuda
