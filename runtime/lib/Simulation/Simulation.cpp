// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the passes of a program one after the other.
#include "Simulation/Simulation.h"

#include "Schedule/Registry.h"
#include "Simulation/NodeRun.h"

namespace hetrt {

SimulationResult simulate(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                          const SimulationOptions &Options) {
  NodeRun Run(Machine, Program, S, Options);
  SimulationResult Result;
  while (Result.Passes.size() < Options.Passes && Result.Violation.empty()) {
    Result.Passes.push_back(Run.pass({0, Program.Iterations}));
    Result.Seconds += Result.Passes.back().Seconds;
    Result.Violation = Run.violation();
  }
  return Result;
}

void applyKindOfScheduler(std::string_view Name, const MachineModel &Machine, SimulationOptions &Options) {
  const SchedulerDescriptor *Found = findScheduler(Name);
  if (Found && !Found->UsesAccelerators && Machine.cores() > 0)
    Options.LeftOut.assign(Machine.accelerators(), true);
  if (Found && !Found->UsesCores && Machine.accelerators() > 0)
    Options.UseCores = false;
}

} // namespace hetrt
