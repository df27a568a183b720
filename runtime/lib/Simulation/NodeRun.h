// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs ranges of a program on the devices of one node, pass after pass.
#ifndef HETRT_SIMULATION_NODE_RUN_H
#define HETRT_SIMULATION_NODE_RUN_H

#include "Simulation/Simulation.h"

#include <string>
#include <vector>

namespace hetrt {

class NodeRun {
public:
  /// Keeps references to its arguments. Node is the node's number: nodes have different disturbances, and only node 0
  /// has changes of speed.
  NodeRun(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S, const SimulationOptions &Options,
          unsigned Node = 0);

  /// Adds the devices Beside (the other nodes) to the scheduler's list, after the node's own devices. Called before the
  /// first pass.
  void join(std::vector<VirtualDevice> Beside, Surroundings &Around);

  /// Runs one pass over the part Part of the program's iterations.
  SimulatedPass pass(Range Part);
  /// Advances the time between passes.
  void advance(double Seconds) { Virtual.advance(Seconds); }

  /// A breach of the scheduler's contract, or iterations that no node could run; empty: no such error so far.
  const std::string &violation() const { return Violation; }
  /// The number of the node's own devices that the scheduler sees now.
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
  uint64_t First = 0;         ///< the program's iteration that is iteration 0 of the pass
  std::vector<size_t> Listed; ///< indices in Machine.Devices, in the order in which the scheduler sees them
  std::vector<std::vector<SpeedStep>> Steps; ///< for each of Machine.Devices
  std::vector<bool> InItsStead;              ///< for each accelerator: it was given up, and the core of its host thread
                                             ///< computes in its place
};

} // namespace hetrt

#endif
