// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program on several nodes in virtual time, as the runtime runs an MPI job: rank 0 has the program's arrays,
// plans each pass (one execution of the loop), and gives nodes ranges as it gives them to accelerators; each node
// divides its range among its own devices.
//
//   planning -> an order to each node -> the data that the node lacks -> it computes -> an answer -> ... -> next pass
//
// Elements of arrays that stay on the nodes go from the node that has them to the node that reads them, in one message
// for each pair of nodes. Elements that a node has asked for in two consecutive passes are sent to it as soon as they
// are computed, unless that node is rank 0. Arrays that all nodes need in full go to the first node, and from there
// along a binomial tree. At the end results go back to rank 0. With one node, the result is that of simulate().
#ifndef HETRT_SIMULATION_CLUSTER_H
#define HETRT_SIMULATION_CLUSTER_H

#include "Simulation/Simulation.h"

#include <functional>
#include <memory>

namespace hetrt {

/// Creates schedulers of one kind: one for rank 0, and one for each other node, which divides the node's range.
using SchedulerMaker = std::function<std::unique_ptr<Scheduler>()>;

struct ClusterResult {
  SimulationResult Run;        ///< the seconds of each pass, with planning, and of the whole run, with the write-back
  double PlanningSeconds = 0;  ///< seconds of planning in all passes
  double WriteBackSeconds = 0; ///< the seconds of the write-back after the last pass
  uint64_t Messages = 0;       ///< including orders and answers
  double Bytes = 0;
};

/// Simulates Machine.Nodes nodes. Throws ModelError if there are several nodes and the machine has no network.
ClusterResult simulateNodes(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
                            const SimulationOptions &Options);

} // namespace hetrt

#endif
