// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many lanes of a GPU share one iteration of a launch.
#ifndef HETRT_DEVICE_CUDA_LANECHOICE_H
#define HETRT_DEVICE_CUDA_LANECHOICE_H

#include <cstdint>

namespace hetrt::cuda {

/// Threads that go in step, and that one request to memory serves.
inline constexpr unsigned Warp = 32;

/// What the choice depends on.
struct LaneDemand {
  std::uint32_t Flags = 0;           ///< hetrt_lane_flag
  std::uint64_t Iterations = 0;      ///< Of the launch.
  std::int64_t Trips = 0;            ///< Of the loops that lanes share, as estimated; 0: not known.
  std::uint64_t ResidentThreads = 1; ///< That the device holds at once.
  unsigned MostLanes = 1;            ///< That a block can have; for lanes in several blocks of no account.
};

/// A block of lanes that never wait for each other, and how many blocks have the lanes of the same iterations. All
/// numbers are powers of two but for `Iterations`.
struct Tile {
  unsigned Lanes = 1, Iterations = 1, Blocks = 1;
};

/// Neighbouring iterations often touch the same elements, or those beside them: a block has several, each with as many
/// lanes as one request to memory serves; but no more than there are.
Tile chooseTile(unsigned Lanes, std::uint64_t Iterations, unsigned BlockSize);

/// How wide a block with columns of lanes is: as many iterations as make up the usual block, but as many as one request
/// to memory serves, if there are so many.
unsigned columnsOf(unsigned Lanes, unsigned BlockSize, std::uint64_t Iterations);

/// A power of two. Lanes that touch neighbouring elements, where neighbouring iterations do not, are as many as one
/// request to memory serves. More share an iteration while there are too few iterations for all threads; each keeps
/// some turns, where lanes wait for each other. In columns, lanes of neighbouring iterations touch neighbouring
/// elements, however many there are.
unsigned chooseLanes(const LaneDemand &Of);

} // namespace hetrt::cuda

#endif
