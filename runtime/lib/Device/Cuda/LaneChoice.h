// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes how many threads of a GPU (lanes) share one iteration of a launch.
#ifndef HETRT_DEVICE_CUDA_LANECHOICE_H
#define HETRT_DEVICE_CUDA_LANECHOICE_H

#include <cstdint>

namespace hetrt::cuda {

/// The number of threads that run in lockstep. One request to memory serves all of them if their addresses are
/// neighbours.
inline constexpr unsigned Warp = 32;

/// The properties of a launch and of the device that the number of lanes depends on. A turn is an iteration of an inner
/// loop that the lanes share.
struct LaneDemand {
  std::uint32_t Flags = 0;           ///< hetrt_lane_flag
  std::uint64_t Iterations = 0;      ///< Iterations of the launch.
  std::int64_t Trips = 0;            ///< Estimated turns of the inner loops that lanes share; 0: not known.
  std::uint64_t ResidentThreads = 1; ///< The number of threads that the device can run at the same time.
  /// The most lanes in a block; not used if the lanes of one iteration may be in several blocks (HETRT_FREE_LANES).
  unsigned MostLanes = 1;
};

/// How lanes that never wait for each other are arranged in blocks: the number of lanes of one iteration in a block,
/// the number of iterations in a block, and the number of blocks over which the lanes of one iteration are spread.
/// Lanes and Blocks are powers of two.
struct Tile {
  unsigned Lanes = 1, Iterations = 1, Blocks = 1;
};

/// Chooses a tile. Neighbouring iterations often access the same or neighbouring elements, so a block has several
/// iterations, each with as many lanes as one memory request serves; but not more iterations than the launch has.
Tile chooseTile(unsigned Lanes, std::uint64_t Iterations, unsigned BlockSize);

/// The number of iterations in a block with columns of lanes (HETRT_COLUMNS), in which neighbouring threads are lanes
/// of neighbouring iterations. There are enough iterations to fill a block of the usual size, and at least a warp of
/// them if the launch has that many.
unsigned columnsOf(unsigned Lanes, unsigned BlockSize, std::uint64_t Iterations);

/// Chooses the number of lanes, a power of two. If neighbouring lanes access neighbouring elements, and neighbouring
/// iterations do not (HETRT_MANY_LANES), there are at least a warp of lanes. The number is doubled while the launch has
/// too few iterations for all threads of the device. Lanes that wait for each other get several turns each. With
/// HETRT_COLUMNS, neighbouring threads access neighbouring elements, whatever the number of lanes.
unsigned chooseLanes(const LaneDemand &Of);

} // namespace hetrt::cuda

#endif
