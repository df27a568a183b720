// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program on several nodes in virtual time, as the runtime does it: rank 0 has the program's arrays, plans each
// pass, and gives nodes ranges as it gives them to accelerators; each node divides its range among its own devices.
//
//   planning -> for each node an order -> what it needs and does not have -> it computes -> an answer -> ... -> the
//   next pass
//
// What arrays that stay need goes from the node that has it to the one that reads it, all of it in one message for each
// pair; what another node has asked for in two passes in a row is sent as soon as it is computed, but to rank 0. What
// all nodes need goes to the first one, and from there along a binomial tree. In the end results go back to rank 0.
// With one node it is simulate().
#ifndef HETRT_SIMULATION_CLUSTER_H
#define HETRT_SIMULATION_CLUSTER_H

#include "Simulation/Simulation.h"

#include <functional>
#include <memory>

namespace hetrt {

/// Schedulers of one kind: rank 0 has one, and each node has one for what it is given.
using SchedulerMaker = std::function<std::unique_ptr<Scheduler>()>;

struct ClusterResult {
  SimulationResult Run;        ///< seconds of passes with their planning, and of all with the way back
  double PlanningSeconds = 0;  ///< of all passes
  double WriteBackSeconds = 0; ///< behind the last pass
  uint64_t Messages = 0;       ///< orders and answers too
  double Bytes = 0;
};

/// Machine.Nodes nodes. Throws ModelError where there are several and no network.
ClusterResult simulateNodes(const MachineModel &Machine, const ProgramModel &Program, const SchedulerMaker &Make,
                            const SimulationOptions &Options);

} // namespace hetrt

#endif
