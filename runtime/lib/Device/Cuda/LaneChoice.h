// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes how many threads of a GPU (lanes) share one iteration of a launch.
#ifndef HETRT_DEVICE_CUDA_LANECHOICE_H
#define HETRT_DEVICE_CUDA_LANECHOICE_H

#include <cstdint>

namespace hetrt::cuda {

/// The number of threads that run in lockstep. One request to memory serves all of them if their addresses are
/// neighbours.
inline constexpr unsigned Warp = 32;

/// What the number of lanes depends on.
struct LaneDemand {
  std::uint32_t Flags = 0;           ///< hetrt_lane_flag
  std::uint64_t Iterations = 0;      ///< Iterations of the launch.
  std::int64_t Trips = 0;            ///< Estimated turns of the inner loops that lanes share; 0: not known.
  std::uint64_t ResidentThreads = 1; ///< The number of threads that the device can run at the same time.
  /// The most lanes in a block; not used for lanes of one iteration that are in several blocks.
  unsigned MostLanes = 1;
};

/// The shape of blocks for lanes that never wait for each other: lanes per iteration in one block, iterations per
/// block, and the number of blocks that share the lanes of the same iterations. Lanes and Blocks are powers of two.
struct Tile {
  unsigned Lanes = 1, Iterations = 1, Blocks = 1;
};

/// Chooses a tile. Neighbouring iterations often access the same or neighbouring elements, so a block has several
/// iterations, each with as many lanes as one memory request serves; but not more iterations than the launch has.
Tile chooseTile(unsigned Lanes, std::uint64_t Iterations, unsigned BlockSize);

/// The number of iterations in a block with columns of lanes, where lanes of neighbouring iterations are neighbouring
/// threads: enough to fill a block of the usual size, and at least as many as one memory request serves, if the launch
/// has that many.
unsigned columnsOf(unsigned Lanes, unsigned BlockSize, std::uint64_t Iterations);

/// Chooses the number of lanes, a power of two. If neighbouring lanes access neighbouring elements, and neighbouring
/// iterations do not, there are at least a warp of lanes. The number grows while the launch has too few iterations for
/// all threads of the device. Lanes that wait for each other keep several turns each. In columns, neighbouring
/// iterations access neighbouring elements, whatever the number of lanes.
unsigned chooseLanes(const LaneDemand &Of);

} // namespace hetrt::cuda

#endif
