// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What hetsim tells of one simulated run, in four forms.
#ifndef HETSIM_OUTPUT_H
#define HETSIM_OUTPUT_H

#include "Simulation/Simulation.h"

#include "WhatIf.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

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

/// {"seconds","best_static_seconds","ideal_seconds","work","passes":[{"seconds","devices":[{"name","iterations",
/// "seconds"}]}]}; "work" as in a program's file.
std::string formatJson(const Run &What);

/// One row per pass and device: pass,seconds,device,iterations,device_seconds.
std::string formatCsv(const Run &What);

/// The share of each device per pass, as stacked boxes.
std::string drawShares(const Run &What);

/// How the iterations' costs are spread, for people.
std::string describeWork(const hetrt::WorkProfile &Work);

/// The run in the form of HETRT_REPORT=json:FILE, which hetreport reads.
nlohmann::ordered_json reportOf(const Run &What);

/// hetreport's page, which needs nothing else, of a simulated run, with the answers of --what-if where there are any.
/// From: what the program was taken from. Throws hetrt::ModelError where the page's parts are not there.
std::string formatPage(const Run &What, const std::vector<Mix> &Answers, const std::string &From);

} // namespace hetsim

#endif
