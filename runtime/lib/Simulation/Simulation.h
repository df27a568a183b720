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
  /// Accelerators (counted among accelerators) that take no part from the beginning; their host cores compute.
  std::vector<bool> LeftOut = {};
  /// False: cores only stand in when no accelerator can compute.
  bool UseCores = true;
};

/// What one device of the machine did in a pass; all zero where it was not asked.
struct DevicePass {
  uint64_t Iterations = 0;
  double Seconds = 0;
};

struct SimulatedPass {
  double Seconds = 0;
  std::vector<DevicePass> Devices; ///< as in MachineModel::Devices; of rank 0
  std::vector<DevicePass> Nodes;   ///< the other ones
};

struct SimulationResult {
  double Seconds = 0; ///< all passes
  std::vector<SimulatedPass> Passes;
  std::string Violation; ///< a breach of the scheduler's contract, or iterations that no device could run; empty: none
};

/// Lists devices to the scheduler as a region does: the cores that no accelerator's host thread takes, the
/// accelerators, and in the stead of one given up, its host core. Ends early at a violation.
SimulationResult simulate(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                          const SimulationOptions &Options);

/// What a scheduler called Name asks of the region: `cpu` leaves all accelerators out, `gpu` the cores.
void applyKindOfScheduler(std::string_view Name, const MachineModel &Machine, SimulationOptions &Options);

} // namespace hetrt

#endif
