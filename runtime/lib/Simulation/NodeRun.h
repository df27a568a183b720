// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of one node, on which ranges of a program run pass after pass.
#ifndef HETRT_SIMULATION_NODE_RUN_H
#define HETRT_SIMULATION_NODE_RUN_H

#include "Simulation/Simulation.h"

#include <string>
#include <vector>

namespace hetrt {

class NodeRun {
public:
  /// All must outlive it. Node: disturbances of nodes differ, and changes of speed are those of node 0.
  NodeRun(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S, const SimulationOptions &Options,
          unsigned Node = 0);

  /// Beside the node's own devices the scheduler sees these, behind them. Before the first pass.
  void join(std::vector<VirtualDevice> Beside, Surroundings &Around);

  /// One pass over a part of the program's iterations.
  SimulatedPass pass(Range Part);
  /// Time goes by between passes.
  void rest(double Seconds) { Virtual.rest(Seconds); }

  /// A breach of the scheduler's contract, or iterations that no node could run; empty: none so far.
  const std::string &violation() const { return Violation; }
  /// How many of its own devices the scheduler sees now.
  size_t listed() const { return Listed.size(); }

private:
  bool leftOut(size_t Accelerator) const;
  void listDevices();
  VirtualDevice device(size_t J);
  void changeSpeeds();
  SimulatedPass record(const PassResult &Done) const;
  void followGivenUp();

  const MachineModel &Machine;
  const ProgramModel &Program;
  Scheduler &S;
  const SimulationOptions &Options;
  const unsigned Node;
  VirtualMachine Virtual;
  std::vector<VirtualDevice> Beside;
  std::string Violation;
  unsigned Pass = 0;
  uint64_t First = 0;         ///< iteration of the program that is the first one of the pass
  std::vector<size_t> Listed; ///< indices in Machine.Devices, in the order in which the scheduler sees them
  std::vector<std::vector<SpeedStep>> Steps; ///< of Machine.Devices
  std::vector<bool> InItsStead;              ///< accelerators whose host core computes
};

} // namespace hetrt

#endif
