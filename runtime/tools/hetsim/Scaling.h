// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates one program on several numbers of nodes, to see how it scales.
#ifndef HETSIM_SCALING_H
#define HETSIM_SCALING_H

#include "Simulation/Cluster.h"
#include "Simulation/Model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hetsim {

enum class Scaling : std::uint8_t {
  Strong, ///< the same program on each number of nodes
  Weak    ///< the iterations grow in proportion to the number of nodes
};

/// Parses "weak" or "strong". Throws hetrt::ModelError.
Scaling scalingOf(const std::string &Word);
const char *nameOf(Scaling Which);

/// Parses a list such as "1,2,4" of numbers of nodes, each at least 1. Throws hetrt::ModelError.
std::vector<unsigned> parseNodes(const std::string &Text);

/// The results for one number of nodes.
struct ScalingRow {
  unsigned Nodes = 1;
  std::uint64_t Iterations = 0;
  double Seconds = 0;      ///< the time of all passes, with planning and the write-back of results
  double FirstSeconds = 0; ///< the first pass
  double LaterSeconds = 0; ///< the mean of the passes after the first; if there is only one pass, its time
  double PlanningSeconds = 0, WriteBackSeconds = 0;
  std::uint64_t Messages = 0;
  double Bytes = 0;
  double SpeedUp = 0; ///< the speed (iterations per second) relative to one node
  double Efficiency = 0;
};

struct ScalingRun {
  std::string Machine, Program, Scheduler;
  unsigned Passes = 1;
  Scaling How = Scaling::Strong;
  std::vector<ScalingRow> Rows;
};

/// Simulates `Program` on each number in `Nodes`, and on one node for comparison. Throws hetrt::ModelError.
ScalingRun scale(const hetrt::MachineModel &Machine, const hetrt::ProgramModel &Program, const std::string &Scheduler,
                 const hetrt::SchedulerMaker &Make, const hetrt::SimulationOptions &Options, Scaling How,
                 const std::vector<unsigned> &Nodes);

/// The results as a table for human readers, as JSON ({"simulated","machine","program","scheduler","passes","scaling",
/// "rows":[{"nodes",...}]}), or as CSV, with a row for each number of nodes.
std::string formatScalingTable(const ScalingRun &Of);
std::string formatScalingJson(const ScalingRun &Of);
std::string formatScalingCsv(const ScalingRun &Of);

} // namespace hetsim

#endif
