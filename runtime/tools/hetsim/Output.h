// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What hetsim tells of one simulated run, in four forms.
#ifndef HETSIM_OUTPUT_H
#define HETSIM_OUTPUT_H

#include "Simulation/Simulation.h"

#include <optional>
#include <string>

namespace hetsim {

struct Run {
  const hetrt::MachineModel &Machine;
  const hetrt::ProgramModel &Program;
  std::string Scheduler;
  std::string Reason; ///< of the scheduler's choice; empty where it has none
  hetrt::SimulationResult Result;
  std::optional<double>
      BestStaticSeconds;   ///< all passes, with the same noise; none where no static split holds the loop
  double IdealSeconds = 0; ///< all passes
};

/// For people: seconds beside best and ideal, the devices' shares, every pass.
std::string formatTable(const Run &What);

/// {"seconds","best_static_seconds","ideal_seconds","passes":[{"seconds","devices":[{"name","iterations","seconds"}]}]}
std::string formatJson(const Run &What);

/// One row per pass and device: pass,seconds,device,iterations,device_seconds.
std::string formatCsv(const Run &What);

/// The share of each device per pass, as stacked boxes.
std::string drawShares(const Run &What);

} // namespace hetsim

#endif
