// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program on a machine under a scheduler, pass after pass, in virtual time.
#ifndef HETRT_SIMULATION_SIMULATION_H
#define HETRT_SIMULATION_SIMULATION_H

#include "Schedule/Scheduler.h"
#include "Simulation/Model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

struct SimulationOptions {
  unsigned Passes = 1;
  double Noise = 0; ///< see noiseFactor()
  uint64_t Seed = 1;
  /// For each accelerator, whether it takes no part at all, so that its host core computes.
  std::vector<bool> LeftOut = {};
  /// False: cores compute only if no accelerator can.
  bool UseCores = true;
};

/// The work of one device of the machine in a pass; zero if the device was not in the scheduler's list.
struct DevicePass {
  uint64_t Iterations = 0;
  double Seconds = 0;
};

struct SimulatedPass {
  double Seconds = 0;
  std::vector<DevicePass> Devices; ///< the devices of rank 0, in the order of MachineModel::Devices
  std::vector<DevicePass> Nodes;   ///< the nodes other than rank 0
};

struct SimulationResult {
  double Seconds = 0; ///< the seconds of all passes
  std::vector<SimulatedPass> Passes;
  std::string Violation; ///< an error message if the scheduler broke its contract, or if no device could run some
                         ///< iterations; else empty
};

/// Runs Options.Passes passes. The scheduler's list of devices is as in a region: the cores that are not taken by
/// accelerators' host threads, the accelerators, and the host core of each accelerator that was given up. Stops at an
/// error (Violation).
SimulationResult simulate(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                          const SimulationOptions &Options);

/// If the scheduler called Name uses only the cores, sets Options so that no accelerator takes part; if it uses only
/// the accelerators, so that no core does.
void applyKindOfScheduler(std::string_view Name, const MachineModel &Machine, SimulationOptions &Options);

} // namespace hetrt

#endif
