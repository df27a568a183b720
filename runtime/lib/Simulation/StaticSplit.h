// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The best split of the loop that is the same in every pass: schedulers are compared with it.
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
  std::vector<bool> LeftOut;        ///< for each accelerator: it takes no part, so that its host core computes
  double Seconds = 0;               ///< time of a pass without noise and changes of speed
};

/// The static split with the shortest pass: each device has one contiguous range, cores first, without noise and
/// changes of speed. Nothing if the devices' memory cannot hold the loop in one range for each device.
///
/// Without a shared memory the result is exact: for a given time every device in turn takes as much as it can finish,
/// and bisection finds the least time in which all iterations are done. If devices slow each other down, the split is
/// simulated and solved again with the slowdowns that were seen, then with half as many cores, and so on; starting from
/// the best split seen, iterations are moved away from the device that ends last as long as the pass gets shorter. All
/// this is done for several numbers of accelerators: none, the 1, 2, 4, ... fastest, and all.
std::optional<StaticSplit> bestStaticSplit(const MachineModel &Machine, const ProgramModel &Program);

/// A scheduler that hands out Split in every pass. Ranges that a failing device returns go to the next device that
/// asks.
std::unique_ptr<Scheduler> makeFixedScheduler(const StaticSplit &Split);

/// Simulates Split with the disturbances of Options.
SimulationResult simulateSplit(const MachineModel &Machine, const ProgramModel &Program, const StaticSplit &Split,
                               SimulationOptions Options);

} // namespace hetrt

#endif
