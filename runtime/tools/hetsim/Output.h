// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of one simulated run as a table, JSON, CSV, an SVG, a report, and a page.
#ifndef HETSIM_OUTPUT_H
#define HETSIM_OUTPUT_H

#include "Simulation/Simulation.h"
#include "Json/Json.h"

#include "WhatIf.h"

#include <optional>
#include <string>
#include <vector>

namespace hetsim {

/// A simulated run: its input and its results.
struct Run {
  const hetrt::MachineModel &Machine;
  const hetrt::ProgramModel &Program;
  std::string Scheduler;
  std::string Reason; ///< why the scheduler has chosen these shares; empty if it gives no reason
  hetrt::SimulationResult Result;
  /// Seconds of all passes under the best fixed split of the iterations, with the same noise; none if no fixed split
  /// fits into the devices' memory.
  std::optional<double> BestStaticSeconds;
  double IdealSeconds = 0; ///< a lower bound for the time of all passes: idealSeconds() times their number
};

/// A table for human readers: the seconds of the run, of the best fixed split and of the lower bound, and then each
/// pass with the devices' shares.
std::string formatTable(const Run &What);

/// {"seconds","best_static_seconds","ideal_seconds","work","passes":[{"seconds","devices":[{"name","iterations",
/// "seconds"}]}]}; "work" as in a program's file.
std::string formatJson(const Run &What);

/// One row per pass and device: pass,seconds,device,iterations,device_seconds.
std::string formatCsv(const Run &What);

/// An SVG: the share of each device in each pass, as stacked boxes.
std::string drawShares(const Run &What);

/// Describes in words how the costs of iterations differ.
std::string describeWork(const hetrt::WorkProfile &Work);

/// The run as a report in the format of HETRT_REPORT=json:FILE, which hetreport reads.
hetrt::Json reportOf(const Run &What);

/// An HTML page, in one file, that shows a simulated run as hetreport shows a real one. `Answers`: the results of
/// --what-if; may be empty. `From`: the name of the file that contains the program or the report of the real run.
/// Throws hetrt::ModelError if the parts of the page are not installed.
std::string formatPage(const Run &What, const std::vector<Mix> &Answers, const std::string &From);

} // namespace hetsim

#endif
