// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes virtual devices from the devices of the machine model, runs passes on them, and records the results of the
// passes.
#include "Simulation/NodeRun.h"

#include <limits>
#include <utility>

namespace hetrt {

NodeRun::NodeRun(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                 const SimulationOptions &Options, unsigned Node)
    : Machine(Machine), Program(Program), S(S), Options(Options), Node(Node), Steps(Machine.Devices.size()),
      InItsStead(Machine.accelerators()) {
  Virtual.MemoryBytesPerSecond = Machine.MemoryBytesPerSecond;
  for (size_t J = 0; Node == 0 && J < Machine.Devices.size(); ++J)
    for (const SpeedChange &Change : Machine.Devices[J].Changes)
      if (Change.AtSeconds)
        Steps[J].push_back({*Change.AtSeconds, Change.Speed});
  for (size_t A = 0; A < InItsStead.size(); ++A)
    InItsStead[A] = leftOut(A);
  listDevices();
}

void NodeRun::join(std::vector<VirtualDevice> Others, Surroundings &Around) {
  Beside = std::move(Others);
  Virtual.Around = &Around;
  listDevices();
}

SimulatedPass NodeRun::pass(Range Part) {
  First = Part.First;
  changeSpeeds();
  const PassResult Done = Virtual.run(S, Part.size());
  Violation = Done.Violation;
  if (Done.Unfinished > 0 && Violation.empty())
    Violation = std::to_string(Done.Unfinished) + " iterations that no device could run";
  SimulatedPass Recorded = record(Done);
  followGivenUp();
  ++Pass;
  return Recorded;
}

bool NodeRun::leftOut(size_t Accelerator) const {
  return Accelerator < Options.LeftOut.size() && Options.LeftOut[Accelerator];
}

void NodeRun::listDevices() {
  Listed.clear();
  size_t Cores = Machine.cores();
  for (size_t J = 0; J < Cores - Machine.hostCores(); ++J)
    Listed.push_back(J);
  for (size_t A = Machine.hostCores(); A-- > 0;)
    if (InItsStead[A])
      Listed.push_back(*Machine.hostCoreOf(A));
  for (size_t A = 0; A < Machine.accelerators(); ++A)
    if (!leftOut(A))
      Listed.push_back(Cores + A);
  Virtual.Devices.clear();
  for (size_t J : Listed)
    Virtual.Devices.push_back(device(J));
  Virtual.Devices.insert(Virtual.Devices.end(), Beside.begin(), Beside.end());
}

static void disturb(Cost &Work, double Factor) {
  for (Phase &P : Work.Phases) {
    P.Seconds *= Factor;
    P.BytesPerSecond /= Factor;
  }
}

VirtualDevice NodeRun::device(size_t J) {
  const ModelledDevice &D = Machine.Devices[J];
  VirtualDevice V;
  V.Model.Kind = D.Kind;
  V.Model.SimdWidth = D.SimdWidth;
  V.Model.MemoryLimitIterations = memoryLimit(Program, D);
  V.Model.Usable = Options.UseCores || D.Kind == ProcessorKind::Accelerator;
  if (D.Kind == ProcessorKind::Accelerator)
    V.Model.TakesCore = Machine.hostCoreOf(J - Machine.cores()).has_value();
  V.Model.Id = static_cast<uint32_t>(J);
  const auto Number = static_cast<unsigned>(Node * Machine.Devices.size() + J);
  V.Seconds = [this, &D, Number, LastPass = std::numeric_limits<unsigned>::max()](Range Part, unsigned InPass) mutable {
    Cost Work = costOf(Program, D, {First + Part.First, First + Part.Last}, LastPass != InPass);
    LastPass = InPass;
    if (Options.Noise > 0)
      disturb(Work, noiseFactor(Options.Noise, Options.Seed, InPass, Number));
    return Work;
  };
  V.Steps = Steps[J];
  return V;
}

/// Called when a pass begins: applies those changes of speed that the machine model states for this pass by its number
/// (SpeedChange::AtPass).
void NodeRun::changeSpeeds() {
  for (size_t J = 0; Node == 0 && J < Steps.size(); ++J)
    for (const SpeedChange &Change : Machine.Devices[J].Changes)
      if (Change.AtPass == Pass)
        Steps[J].push_back({Virtual.now(), Change.Speed});
  for (size_t L = 0; L < Listed.size(); ++L)
    Virtual.Devices[L].Steps = Steps[Listed[L]];
}

SimulatedPass NodeRun::record(const PassResult &Done) const {
  SimulatedPass P{Done.Seconds, std::vector<DevicePass>(Machine.Devices.size()), {}};
  for (size_t L = 0; L < Listed.size(); ++L)
    P.Devices[Listed[L]] = {Done.Iterations[L], Done.Busy[L]};
  for (size_t L = Listed.size(); L < Done.Iterations.size(); ++L)
    P.Nodes.push_back({Done.Iterations[L], Done.Busy[L]});
  return P;
}

/// For each accelerator that the scheduler has given up, adds the core of its host thread to the scheduler's list.
/// Removes that core when the accelerator is tried again.
void NodeRun::followGivenUp() {
  std::vector<bool> Now = InItsStead;
  for (unsigned L = 0; L < Listed.size(); ++L)
    if (Listed[L] >= Machine.cores())
      Now[Listed[L] - Machine.cores()] = S.givenUp(L);
  if (Now == InItsStead)
    return;
  InItsStead = Now;
  listDevices();
}

} // namespace hetrt
