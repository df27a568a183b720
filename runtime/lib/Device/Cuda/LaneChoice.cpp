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

/// The smallest number of iterations for a block that is divided into columns of lanes (HETRT_COLUMNS): a warp, or the
/// power of two that holds all iterations of the launch if that is less.
static std::uint64_t fewestColumns(std::uint64_t Iterations) {
  return Iterations < Warp ? std::bit_ceil(std::max<std::uint64_t>(Iterations, 1)) : Warp;
}

unsigned columnsOf(unsigned Lanes, unsigned BlockSize, std::uint64_t Iterations) {
  return std::max(BlockSize / Lanes, static_cast<unsigned>(fewestColumns(Iterations)));
}

unsigned chooseLanes(const LaneDemand &Of) {
  // In this function, a turn is an iteration of the inner loop that the lanes share (Of.Trips of them). A lane gets at
  // least TurnsOfALane turns. Lanes that never wait for each other (Free) combine no values, so one turn is enough.
  // Other lanes combine their values in the end, which costs more than one turn.
  constexpr std::uint64_t UnknownTrips = 128, MostBlocks = 1 << 15;
  const bool Free = Of.Flags & HETRT_FREE_LANES;
  // With HETRT_STREAMS, each block copies the elements that the inner loop reads into shared memory, for all iterations
  // of the block. More lanes for each iteration leave fewer iterations in the block to share this copy, so each lane
  // gets 32 turns. If more lanes make accesses faster (Gains), 4 turns are enough. If they do not, 16 turns make
  // combining values rarer. The numbers are rough.
  const bool Gains = Of.Flags & (HETRT_MANY_LANES | HETRT_COLUMNS);
  const std::uint64_t TurnsOfALane = Free ? 1 : Of.Flags & HETRT_STREAMS ? 32 : Gains ? 4 : 16;
  // With HETRT_FEW_LANES, neighbouring lanes access elements far apart, so each lane costs a memory request of its own.
  // Such lanes are worthwhile only if most of the device would be idle otherwise, so the number of threads to fill is
  // divided by CostOfStrides.
  constexpr std::uint64_t CostOfStrides = 8;
  const std::uint64_t Trips = Of.Trips > 0 ? static_cast<std::uint64_t>(Of.Trips) : UnknownTrips;
  const std::uint64_t Useful =
      Free ? std::bit_ceil(Trips) : std::bit_floor(std::max<std::uint64_t>(Trips / TurnsOfALane, 1));
  const std::uint64_t Columns = Of.Flags & HETRT_COLUMNS ? fewestColumns(Of.Iterations) : 1;
  const std::uint64_t Room = Free ? MostBlocks : std::min<std::uint64_t>(Of.MostLanes, HETRT_MOST_LANES) / Columns;
  const std::uint64_t Most = std::min(Useful, std::bit_floor(std::max<std::uint64_t>(Room, 1)));
  std::uint64_t Lanes = Of.Flags & HETRT_MANY_LANES ? std::min<std::uint64_t>(Warp, Most) : 1;
  // Lanes that never wait for each other need not all run at the same time. With more lanes, each has fewer turns, and
  // the lanes that run at the same time access elements nearer to each other. So there are twice as many lanes as can
  // run at the same time; this halved the time of gemm with 1024 rows on an H100.
  constexpr std::uint64_t Rounds = 2;
  const std::uint64_t Threads =
      Of.ResidentThreads * (Free ? Rounds : 1) / (Of.Flags & HETRT_FEW_LANES ? CostOfStrides : 1);
  while (Lanes * 2 <= Most && Of.Iterations <= Threads / (Lanes * 2))
    Lanes *= 2;
  return static_cast<unsigned>(Lanes);
}

} // namespace hetrt::cuda
