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
  /// Keeps references to its arguments. Node is the node's number. It decides which disturbances the node's devices
  /// have; changes of speed (ModelledDevice::Changes) apply only to node 0.
  NodeRun(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S, const SimulationOptions &Options,
          unsigned Node = 0);

  /// Adds devices that stand for the other nodes (Beside) to the scheduler's list, after the node's own devices. Called
  /// before the first pass.
  void join(std::vector<VirtualDevice> Beside, Surroundings &Around);

  /// Runs one pass over the iterations Part of the program.
  SimulatedPass pass(Range Part);
  /// Advances the time between passes.
  void advance(double Seconds) { Virtual.advance(Seconds); }

  /// An error message if the scheduler has broken its contract, or if no device could run some iterations; else empty.
  const std::string &violation() const { return Violation; }
  /// How many of the node's own devices are in the scheduler's list now.
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
  std::vector<std::vector<SpeedStep>> Steps; ///< for each of Machine.Devices, its changes of speed
  std::vector<bool> InItsStead;              ///< for each accelerator: it has been given up, so the core of its host
                                             ///< thread computes
};

} // namespace hetrt

#endif
