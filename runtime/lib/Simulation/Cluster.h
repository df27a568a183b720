// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program on several nodes in virtual time, as the runtime runs an MPI job: rank 0 has the program's arrays,
// plans each pass (one execution of the loop), and gives ranges to its own devices and to the other nodes, which it
// treats as accelerators. Each node divides its range among its own devices.
//
//   planning -> an order to each node -> the data that the node lacks -> it computes -> an answer -> ... -> next pass
//
// Arrays may stay on the nodes from pass to pass. Their elements then go from the node that has them to the node that
// reads them, in one message for each pair of nodes. If a node has asked for the same elements in two consecutive
// passes, they are sent to it as soon as they are computed, unless the node is rank 0. Rank 0 sends arrays that all
// nodes need in full to one node, and from there they are passed on along a binomial tree. After the last pass, results
// go back to rank 0. With one node, the result is that of simulate().
#ifndef HETRT_SIMULATION_CLUSTER_H
#define HETRT_SIMULATION_CLUSTER_H

#include "Simulation/Simulation.h"

#include <functional>
#include <memory>

namespace hetrt {

/// Creates a scheduler. Called once for rank 0, and once for each other node, whose scheduler divides the node's range.
using SchedulerMaker = std::function<std::unique_ptr<Scheduler>()>;

struct ClusterResult {
  SimulationResult Run;        ///< the seconds of each pass contain planning, those of the whole run also the
                               ///< write-back
  double PlanningSeconds = 0;  ///< seconds of planning in all passes
  double WriteBackSeconds = 0; ///< the seconds of the write-back after the last pass
  uint64_t Messages = 0;       ///< the number of messages, with orders and answers
  double Bytes = 0;
};

/// Simulates Machine.Nodes nodes. Throws ModelError if there are several nodes and the machine has no network.
ClusterResult simulateNodes(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
                            const SimulationOptions &Options);

} // namespace hetrt

#endif
