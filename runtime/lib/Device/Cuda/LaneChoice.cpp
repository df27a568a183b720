// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the number of lanes from the launch and the device. Uses no measurements.

#include "Device/Cuda/LaneChoice.h"

#include "hetrt/hetrt.h"

#include <algorithm>
#include <bit>

namespace hetrt::cuda {

Tile chooseTile(unsigned Lanes, std::uint64_t Iterations, unsigned BlockSize) {
  const auto Several = static_cast<unsigned>(
      std::min(std::max<std::uint64_t>(BlockSize / Warp, 1), std::bit_ceil(std::max<std::uint64_t>(Iterations, 1))));
  Tile Found;
  Found.Lanes = std::min(Lanes, std::bit_floor(BlockSize / Several));
  Found.Blocks = Lanes / Found.Lanes;
  Found.Iterations = Found.Blocks > 1 ? Several : BlockSize / Found.Lanes;
  return Found;
}

/// The smallest number of iterations in a block with columns of lanes.
static std::uint64_t fewestColumns(std::uint64_t Iterations) {
  return Iterations < Warp ? std::bit_ceil(std::max<std::uint64_t>(Iterations, 1)) : Warp;
}

unsigned columnsOf(unsigned Lanes, unsigned BlockSize, std::uint64_t Iterations) {
  return std::max(BlockSize / Lanes, static_cast<unsigned>(fewestColumns(Iterations)));
}

unsigned chooseLanes(const LaneDemand &Of) {
  // Lanes that combine values with each other have several turns for each combination.
  constexpr std::uint64_t UnknownTrips = 128, MostBlocks = 1 << 15;
  const bool Free = Of.Flags & HETRT_FREE_LANES;
  // If a block loads what turns read into shared memory (HETRT_STREAMS), more lanes mean fewer iterations that use the
  // loaded values. If more lanes gain nothing by themselves, each lane gets more turns, so values are combined less
  // often.
  const bool Gains = Of.Flags & (HETRT_MANY_LANES | HETRT_COLUMNS);
  const std::uint64_t TurnsOfALane = Free ? 1 : Of.Flags & HETRT_STREAMS ? 32 : Gains ? 4 : 16;
  // A strided access costs a memory request for each lane, so lanes with such accesses pay only if most of the device
  // would be idle otherwise.
  constexpr std::uint64_t CostOfStrides = 8;
  const std::uint64_t Trips = Of.Trips > 0 ? static_cast<std::uint64_t>(Of.Trips) : UnknownTrips;
  const std::uint64_t Useful =
      Free ? std::bit_ceil(Trips) : std::bit_floor(std::max<std::uint64_t>(Trips / TurnsOfALane, 1));
  const std::uint64_t Columns = Of.Flags & HETRT_COLUMNS ? fewestColumns(Of.Iterations) : 1;
  const std::uint64_t Room = Free ? MostBlocks : std::min<std::uint64_t>(Of.MostLanes, HETRT_MOST_LANES) / Columns;
  const std::uint64_t Most = std::min(Useful, std::bit_floor(std::max<std::uint64_t>(Room, 1)));
  std::uint64_t Lanes = Of.Flags & HETRT_MANY_LANES ? std::min<std::uint64_t>(Warp, Most) : 1;
  // Lanes that do not wait for each other need not all run at the same time: with fewer turns each, the lanes that run
  // access elements nearer to each other. gemm with 1024 rows took half as long on an H100 with twice as many lanes as
  // run at the same time.
  constexpr std::uint64_t Rounds = 2;
  const std::uint64_t Threads =
      Of.ResidentThreads * (Free ? Rounds : 1) / (Of.Flags & HETRT_FEW_LANES ? CostOfStrides : 1);
  while (Lanes * 2 <= Most && Of.Iterations <= Threads / (Lanes * 2))
    Lanes *= 2;
  return static_cast<unsigned>(Lanes);
}

} // namespace hetrt::cuda
