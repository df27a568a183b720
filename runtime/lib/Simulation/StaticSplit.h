// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The best split of a pass that never changes: what the schedulers are measured by.
#ifndef HETRT_SIMULATION_STATIC_SPLIT_H
#define HETRT_SIMULATION_STATIC_SPLIT_H

#include "Simulation/Model.h"
#include "Simulation/Simulation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hetrt {

/// Who computes how much, in every pass.
struct StaticSplit {
  std::vector<uint64_t> Iterations; ///< per device of the machine
  std::vector<bool> LeftOut;        ///< accelerators that take no part, so that their host cores do
  double Seconds = 0;               ///< of a pass without noise and changes of speed
};

/// The static split of the shortest pass, each device with one contiguous range, cores first, without noise and changes
/// of speed. Nothing where a single share of each device cannot hold the loop.
///
/// Without a shared memory the result is exact: for a given time every device in turn takes as much as it can finish,
/// and the least time that serves all iterations is found by bisection. Where devices slow each other down, the split
/// is simulated and solved again with what each was slowed by, and so it is for ever fewer cores; from the best one
/// seen, iterations are moved from the last device to end as long as that pays. All this for several choices of
/// accelerators: none, the 1, 2, 4, ... fastest, and all.
std::optional<StaticSplit> bestStaticSplit(const MachineModel &Machine, const ProgramModel &Program);

/// A scheduler that hands out Split in every pass. What a failing device gives back goes to the device that asks first.
std::unique_ptr<Scheduler> makeFixedScheduler(const StaticSplit &Split);

/// Runs Split with the disturbances of Options.
SimulationResult simulateSplit(const MachineModel &Machine, const ProgramModel &Program, const StaticSplit &Split,
                               SimulationOptions Options);

} // namespace hetrt

#endif
