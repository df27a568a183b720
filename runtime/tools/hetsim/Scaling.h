// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One program on ever more nodes.
#ifndef HETSIM_SCALING_H
#define HETSIM_SCALING_H

#include "Simulation/Cluster.h"
#include "Simulation/Model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hetsim {

enum class Scaling : std::uint8_t {
  Strong, ///< the program as it is, on all numbers of nodes
  Weak    ///< as many times its iterations as there are nodes
};

/// "weak" or "strong"; throws hetrt::ModelError.
Scaling scalingOf(const std::string &Word);
const char *nameOf(Scaling Which);

/// "1,2,4" as whole numbers of at least 1; throws hetrt::ModelError.
std::vector<unsigned> parseNodes(const std::string &Text);

/// The program on so many nodes.
struct ScalingRow {
  unsigned Nodes = 1;
  std::uint64_t Iterations = 0;
  double Seconds = 0;      ///< of all passes, with planning and the way back
  double FirstSeconds = 0; ///< of the first pass,
  double LaterSeconds = 0; ///< and of the others on average; of one pass, that
  double PlanningSeconds = 0, WriteBackSeconds = 0;
  std::uint64_t Messages = 0;
  double Bytes = 0;
  double SpeedUp = 0; ///< how much faster the work is done than by one node; a weak scaling has more work
  double Efficiency = 0;
};

struct ScalingRun {
  std::string Machine, Program, Scheduler;
  unsigned Passes = 1;
  Scaling How = Scaling::Strong;
  std::vector<ScalingRow> Rows;
};

/// Runs Program on Nodes; also on one node, which the others are compared with. Throws hetrt::ModelError.
ScalingRun scale(const hetrt::MachineModel &Machine, const hetrt::ProgramModel &Program, const std::string &Scheduler,
                 const hetrt::SchedulerMaker &Make, const hetrt::SimulationOptions &Options, Scaling How,
                 const std::vector<unsigned> &Nodes);

/// For people; {"simulated","machine","program","scheduler","passes","scaling","rows":[{"nodes",...}]}; a row for each
/// number of nodes.
std::string formatScalingTable(const ScalingRun &Of);
std::string formatScalingJson(const ScalingRun &Of);
std::string formatScalingCsv(const ScalingRun &Of);

} // namespace hetsim

#endif
