// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the simulations of the study.
#include "Study.h"

#include "Library.h"

#include "Schedule/Registry.h"
#include "Simulation/ModelFiles.h"
#include "Simulation/ReportFit.h"
#include "Simulation/StaticSplit.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetsim {

void addStudyOptions(CLI::App &Command, StudyRequest &Into) {
  Command.add_option("--machines", Into.Machines, "Machines; default: those of the papers");
  Command.add_option("--programs", Into.Programs, "Programs; default: all that come with hetsim");
  Command.add_option("--seeds", Into.Seeds, "Runs of each, with different noise")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  Command.add_option("--passes", Into.MostPasses, "At most so many passes of a program")
      ->check(CLI::Range(4, 100'000))
      ->capture_default_str();
  Command.add_option("--noise", Into.Noise, "Each device is slower or faster in each pass by up to this fraction")
      ->check(CLI::Range(0.0, 0.99))
      ->capture_default_str();
  Command.add_option("--csv", Into.CsvFile, "Also writes every program, machine and scheduler into this file");
}

static Outcome outcomeOf(const hetrt::SimulationResult &Result) {
  Outcome Of;
  for (size_t P = 0; P < Result.Passes.size(); ++P) {
    const double Seconds = Result.Passes[P].Seconds;
    Of.All += Seconds;
    Of.AfterTraining += P >= 1 ? Seconds : 0;
    Of.AfterBackOff += P >= 3 ? Seconds : 0;
  }
  return Of;
}

/// Whether one accelerator takes longer for the whole loop than all cores together.
static bool averse(const hetrt::MachineModel &Machine, const hetrt::ProgramModel &Program) {
  const hetrt::ModelledDevice &Gpu = Machine.Devices[Machine.cores()];
  double Accelerator = 0, Cores = 0;
  for (const hetrt::Phase &P : costOf(Program, Gpu, {0, Program.Iterations}, true).Phases)
    Accelerator += P.Seconds;
  for (size_t J = 0; J < Machine.cores(); ++J)
    Cores += 1 / Program.secondsPerIteration(Machine.Devices[J]);
  return Accelerator > static_cast<double>(Program.Iterations) / Cores;
}

static void runScheduler(const hetrt::SchedulerDescriptor &Which, const hetrt::MachineModel &Machine,
                         const hetrt::ProgramModel &Program, hetrt::SimulationOptions Options, unsigned Seeds,
                         StudyCell &Into) {
  hetrt::applyKindOfScheduler(Which.Name, Machine, Options);
  std::vector<Outcome> &Outcomes = Into.Schedulers[std::string(Which.Name)];
  for (Options.Seed = 1; Options.Seed <= Seeds; ++Options.Seed) {
    const auto Result = hetrt::simulate(Machine, Program, *Which.Create({}), Options);
    if (!Result.Violation.empty())
      throw hetrt::ModelError(fmt::format("scheduler '{}', program '{}' on '{}', seed {}: {}", Which.Name, Program.Name,
                                          Machine.Name, Options.Seed, Result.Violation));
    Outcomes.push_back(outcomeOf(Result));
  }
}

static StudyCell runCell(const hetrt::MachineModel &Machine, const hetrt::ProgramModel &Program,
                         const StudyRequest &Request) {
  StudyCell Cell;
  Cell.Machine = Machine.Name;
  Cell.Program = Program.Name;
  Cell.Passes = std::min(Program.Passes, Request.MostPasses);
  Cell.Regular = Program.Profile.isUniform();
  Cell.AcceleratorAverse = averse(Machine, Program);
  Cell.IdealSeconds = Cell.Passes * hetrt::idealSeconds(Program, Machine);
  hetrt::SimulationOptions Options;
  Options.Passes = Cell.Passes;
  Options.Noise = Request.Noise;
  if (const auto Split = hetrt::bestStaticSplit(Machine, Program))
    for (Options.Seed = 1; Options.Seed <= Request.Seeds; ++Options.Seed)
      Cell.BestStatic.push_back(outcomeOf(hetrt::simulateSplit(Machine, Program, *Split, Options)));
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    runScheduler(*Each, Machine, Program, Options, Request.Seeds, Cell);
  return Cell;
}

/// The loop takes a second on all cores of the machine escaflowne. There is one accelerator, which gets several speeds
/// relative to all cores. The loop's windows are small, and it has no full copies of arrays.
std::vector<StudyCell> runOnce(const StudyRequest &Request) {
  const hetrt::MachineModel Machine = hetrt::chooseDevices(findMachine("escaflowne"), "cpu,gpu:1");
  std::vector<StudyCell> Cells;
  for (double Ratio : {.1, .2, .5, 1., 2., 5., 10., 20., 50., 100., 200.}) {
    hetrt::ProgramModel Program;
    Program.Name = fmt::format("once, accelerator {:g}", Ratio);
    Program.Iterations = 1'000'000;
    Program.CoreSeconds = static_cast<double>(Machine.cores()) / 1e6;
    Program.AcceleratorSeconds = 1 / Ratio / 1e6;
    Program.BytesInPerIteration = Program.BytesOutPerIteration = Program.MemoryBytesPerIteration = 4;
    Cells.push_back(runCell(Machine, Program, Request));
  }
  return Cells;
}

void runStudy(const StudyRequest &Request) {
  std::vector<StudyCell> Cells;
  for (const std::string &MachineName : Request.Machines.empty() ? machinesOfPapers() : Request.Machines) {
    const hetrt::MachineModel Machine = findMachine(MachineName);
    if (Machine.cores() == 0 || Machine.accelerators() == 0)
      throw hetrt::ModelError(fmt::format("machine '{}': wanted cores and accelerators, found {} and {}", MachineName,
                                          Machine.cores(), Machine.accelerators()));
    if (Machine.Nodes > 1)
      throw hetrt::ModelError(
          fmt::format("machine '{}': wanted one node, found {}; --nodes tells of several", MachineName, Machine.Nodes));
    for (const std::string &Name : Request.Programs.empty() ? programNames() : Request.Programs)
      Cells.push_back(runCell(Machine, findProgram(Name), Request));
  }
  const std::vector<StudyCell> Once = runOnce(Request);
  fmt::print("{}\n{}\n{}", formatPromises(Cells, Once), formatEfficiency(Cells), formatOnce(Once));
  if (Request.CsvFile.empty())
    return;
  Cells.insert(Cells.end(), Once.begin(), Once.end());
  writeOutput(Request.CsvFile, formatStudyCsv(Cells));
}

} // namespace hetsim
