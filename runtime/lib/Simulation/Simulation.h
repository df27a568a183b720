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
  /// For each accelerator, whether it takes no part at all; its host core computes instead.
  std::vector<bool> LeftOut = {};
  /// False: cores compute only if no accelerator can.
  bool UseCores = true;
};

/// The work of one device of the machine in a pass; zero if the device was not listed.
struct DevicePass {
  uint64_t Iterations = 0;
  double Seconds = 0;
};

struct SimulatedPass {
  double Seconds = 0;
  std::vector<DevicePass> Devices; ///< rank 0's devices, in the order of MachineModel::Devices
  std::vector<DevicePass> Nodes;   ///< the other nodes
};

struct SimulationResult {
  double Seconds = 0; ///< the seconds of all passes
  std::vector<SimulatedPass> Passes;
  std::string Violation; ///< a breach of the scheduler's contract, or iterations that no device could run; empty: none
};

/// Runs Options.Passes passes. Lists devices to the scheduler as a region does: cores that are not taken by
/// accelerators' host threads, the accelerators, and the host core of each accelerator that was given up. Stops at a
/// violation.
SimulationResult simulate(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                          const SimulationOptions &Options);

/// Applies the restriction of the scheduler called Name to Options: `cpu` leaves out all accelerators, `gpu` the cores.
void applyKindOfScheduler(std::string_view Name, const MachineModel &Machine, SimulationOptions &Options);

} // namespace hetrt

#endif
