// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From modelled devices to virtual ones, and from one pass to the next.
#include "Simulation/Simulation.h"

#include <limits>

namespace hetrt {
namespace {

/// A machine on which a program runs pass after pass.
class ProgramRun {
public:
  ProgramRun(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S, const SimulationOptions &Options)
      : Machine(Machine), Program(Program), S(S), Options(Options), Steps(Machine.Devices.size()),
        InItsStead(Machine.accelerators()) {
    Virtual.MemoryBytesPerSecond = Machine.MemoryBytesPerSecond;
    for (size_t J = 0; J < Machine.Devices.size(); ++J)
      for (const SpeedChange &Change : Machine.Devices[J].Changes)
        if (Change.AtSeconds)
          Steps[J].push_back({*Change.AtSeconds, Change.Speed});
    for (size_t A = 0; A < InItsStead.size(); ++A)
      InItsStead[A] = leftOut(A);
    listDevices();
  }

  SimulationResult run() {
    SimulationResult Result;
    for (Pass = 0; Pass < Options.Passes && Result.Violation.empty(); ++Pass) {
      changeSpeeds();
      PassResult Done = Virtual.run(S, Program.Iterations);
      Result.Violation = Done.Violation;
      if (Done.Unfinished > 0 && Result.Violation.empty())
        Result.Violation = std::to_string(Done.Unfinished) + " iterations that no device could run";
      Result.Seconds += Done.Seconds;
      Result.Passes.push_back(record(Done));
      followGivenUp();
    }
    return Result;
  }

private:
  bool leftOut(size_t Accelerator) const {
    return Accelerator < Options.LeftOut.size() && Options.LeftOut[Accelerator];
  }

  void listDevices() {
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
  }

  VirtualDevice device(size_t J) {
    const ModelledDevice &D = Machine.Devices[J];
    VirtualDevice V;
    V.Model.Kind = D.Kind;
    V.Model.SimdWidth = D.SimdWidth;
    V.Model.MemoryLimitIterations = memoryLimit(Program, D);
    V.Model.Usable = Options.UseCores || D.Kind == ProcessorKind::Accelerator;
    if (D.Kind == ProcessorKind::Accelerator)
      V.Model.TakesCore = Machine.hostCoreOf(J - Machine.cores()).has_value();
    V.Model.Id = static_cast<uint32_t>(J);
    V.Seconds = [&Program = Program, &D, J, Noise = Options.Noise, Seed = Options.Seed,
                 LastPass = std::numeric_limits<unsigned>::max()](Range Part, unsigned InPass) mutable {
      Cost Work = costOf(Program, D, Part, LastPass != InPass);
      LastPass = InPass;
      if (Noise > 0)
        disturb(Work, noiseFactor(Noise, Seed, InPass, static_cast<unsigned>(J)));
      return Work;
    };
    V.Steps = Steps[J];
    return V;
  }

  static void disturb(Cost &Work, double Factor) {
    for (Phase &P : Work.Phases) {
      P.Seconds *= Factor;
      P.BytesPerSecond /= Factor;
    }
  }

  /// Changes that a machine states by pass become changes at the moment when that pass begins.
  void changeSpeeds() {
    for (size_t J = 0; J < Steps.size(); ++J)
      for (const SpeedChange &Change : Machine.Devices[J].Changes)
        if (Change.AtPass == Pass)
          Steps[J].push_back({Virtual.now(), Change.Speed});
    for (size_t L = 0; L < Listed.size(); ++L)
      Virtual.Devices[L].Steps = Steps[Listed[L]];
  }

  SimulatedPass record(const PassResult &Done) const {
    SimulatedPass P{Done.Seconds, std::vector<DevicePass>(Machine.Devices.size())};
    for (size_t L = 0; L < Listed.size(); ++L)
      P.Devices[Listed[L]] = {Done.Iterations[L], Done.Busy[L]};
    return P;
  }

  /// A core joins in the stead of an accelerator that was given up, and leaves when that is tried again.
  void followGivenUp() {
    std::vector<bool> Now = InItsStead;
    for (unsigned L = 0; L < Listed.size(); ++L)
      if (Listed[L] >= Machine.cores())
        Now[Listed[L] - Machine.cores()] = S.givenUp(L);
    if (Now == InItsStead)
      return;
    InItsStead = Now;
    listDevices();
  }

  const MachineModel &Machine;
  const ProgramModel &Program;
  Scheduler &S;
  const SimulationOptions &Options;
  VirtualMachine Virtual;
  unsigned Pass = 0;
  std::vector<size_t> Listed; ///< indices in Machine.Devices, in the order in which the scheduler sees them
  std::vector<std::vector<SpeedStep>> Steps; ///< of Machine.Devices
  std::vector<bool> InItsStead;              ///< accelerators whose host core computes
};

} // namespace

SimulationResult simulate(const MachineModel &Machine, const ProgramModel &Program, Scheduler &S,
                          const SimulationOptions &Options) {
  return ProgramRun(Machine, Program, S, Options).run();
}

void applyKindOfScheduler(std::string_view Name, const MachineModel &Machine, SimulationOptions &Options) {
  if (Name == "cpu" && Machine.cores() > 0)
    Options.LeftOut.assign(Machine.accelerators(), true);
  if (Name == "gpu" && Machine.accelerators() > 0)
    Options.UseCores = false;
}

} // namespace hetrt
