// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the best split of a loop that is the same in every pass. Schedulers are compared with this split.
#ifndef HETRT_SIMULATION_STATIC_SPLIT_H
#define HETRT_SIMULATION_STATIC_SPLIT_H

#include "Simulation/Model.h"
#include "Simulation/Simulation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hetrt {

/// A split for all passes.
struct StaticSplit {
  std::vector<uint64_t> Iterations; ///< for each device of the machine
  std::vector<bool> LeftOut;        ///< for each accelerator: whether it takes no part, so that its host core computes
  double Seconds = 0;               ///< time of a pass without noise and changes of speed
};

/// The split with the shortest pass, if each device has one contiguous range, cores first, and there are no noise and
/// no changes of speed. Nothing if the devices' memory is too small for such a split.
///
/// If devices do not slow each other down through a shared memory, the result is exact: for a given time every device
/// in turn takes as many iterations as it can finish, and bisection finds the least time in which all iterations are
/// computed. Otherwise the search goes on as follows. The split is simulated, and computed again with the slowdowns
/// that the simulation shows; the same is done with half as many cores, a quarter, and so on. Starting from the best
/// split found, iterations are then moved away from the device that ends last, as long as the pass gets shorter. All
/// this is done for several numbers of accelerators: none, the 1, 2, 4, ... fastest, and all.
std::optional<StaticSplit> bestStaticSplit(const MachineModel &Machine, const ProgramModel &Program);

/// Makes a scheduler that hands out Split in every pass. Ranges that a failing device returns go to the next device
/// that calls next().
std::unique_ptr<Scheduler> makeFixedScheduler(const StaticSplit &Split);

/// Simulates Split with the disturbances of Options.
SimulationResult simulateSplit(const MachineModel &Machine, const ProgramModel &Program, const StaticSplit &Split,
                               SimulationOptions Options);

} // namespace hetrt

#endif
