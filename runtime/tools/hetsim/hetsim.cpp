// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetsim: simulates a program on a machine in virtual time, under one of the runtime's own schedulers.
#include "Library.h"
#include "Output.h"
#include "Scaling.h"
#include "Study.h"

#include "Schedule/Registry.h"
#include "Settings/Suggest.h"
#include "Simulation/ModelFiles.h"
#include "Simulation/ReportFit.h"
#include "Simulation/StaticSplit.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <optional>

using namespace hetsim;

namespace {

struct Request {
  std::string Machine, Program, Scheduler{hetrt::defaultScheduler().Name}, Devices;
  std::vector<std::string> Reports;
  std::string Region, MeasuredOn;
  std::string Trace, SvgFile, PageFile, ReportFile;
  std::optional<std::string> Nodes, Scaling;
  std::optional<unsigned> Passes;
  double Noise = 0;
  std::uint64_t Seed = 1;
  hetrt::ScheduleOptions Options;
  bool Json = false, Csv = false, List = false, WhatIf = false;
};

void addOptions(CLI::App &App, Request &Into) {
  const CLI::Validator Number(
      [](const std::string &Text) { return Text.find("nan") == Text.npos ? "" : "wanted a number, found " + Text; },
      "");
  App.add_option("--machine", Into.Machine, "Machine, by name (--list) or file");
  App.add_option("--program", Into.Program, "Program, by name (--list) or file");
  App.add_option("--scheduler", Into.Scheduler, "Scheduler (hetinfo --schedulers)")->capture_default_str();
  App.add_option(
      "--devices", Into.Devices,
      "Only these devices of the machine, as in HETRT_DEVICES: cpu:7,gpu:1; of a report, any number of its kinds");
  App.add_option("--passes", Into.Passes, "Passes; default: the program's")->check(CLI::Range(1, 10'000'000));
  App.add_option("--noise", Into.Noise, "Each device is slower or faster in each pass by up to this fraction")
      ->check(Number)
      ->check(CLI::Range(0.0, 0.99))
      ->capture_default_str();
  App.add_option("--seed", Into.Seed, "Seed of the noise")->capture_default_str();
  App.add_option("--ratio", Into.Options.Ratio, "Share of all cores in the first pass, 0 to 1")->check(Number);
  App.add_option("--div", Into.Options.Div, "Subpasses of split and quick")->capture_default_str();
  App.add_option("--backoff", Into.Options.BackOffPasses, "Slow passes before an accelerator is given up; 0: never")
      ->capture_default_str();
  App.add_option("--retry", Into.Options.RetryPasses, "Passes until one that was given up is tried again; 0: never")
      ->check(CLI::Range(0, 65536))
      ->capture_default_str();
  App.add_option("--from-report", Into.Reports,
                 "Takes the program from the reports of runs on one mix of devices (HETRT_REPORT=json:FILE)");
  App.add_option("--trace", Into.Trace,
                 "The trace of the report's run (HETRT_TRACE=FILE): tells what iterations cost that differ");
  App.add_option("--region", Into.Region, "Region of the report, by a part of its location");
  App.add_option("--measured-on", Into.MeasuredOn, "Machine on which the report was measured; needed with --machine");
  App.add_option("--nodes", Into.Nodes, "On so many nodes, joined by the machine's network: 1,2,4");
  App.add_option(
      "--scaling", Into.Scaling,
      "Of --nodes: 'strong', the program as it is (default), or 'weak', with iterations in proportion to nodes");
  CLI::Option *Json = App.add_flag("--json", Into.Json, "Prints JSON");
  App.add_flag("--csv", Into.Csv, "Prints one row per pass and device")->excludes(Json);
  App.add_option("--svg", Into.SvgFile, "Also draws the share of each device per pass into this file");
  App.add_option("--html", Into.PageFile, "Also writes a page that any browser opens into this file");
  App.add_option("--as-report", Into.ReportFile,
                 "Also writes the run as a report, which hetreport reads, into this file");
  App.add_flag("--what-if", Into.WhatIf, "Tells what other mixes of the devices would do")->excludes(Json);
  App.add_flag("--list", Into.List, "Lists the machines and programs that come with hetsim");
  App.set_version_flag("--version", "hetsim (hetcc) " HETCC_VERSION);
}

void list() {
  fmt::print("machines:\n");
  for (const std::string &Name : machineNames()) {
    const hetrt::MachineModel M = findMachine(Name);
    fmt::print("  {:<14}{:>2} cores, {} {}\n", Name, M.cores(), M.accelerators(),
               M.accelerators() == 1 ? "accelerator" : "accelerators");
  }
  fmt::print("programs:\n");
  for (const std::string &Name : programNames()) {
    const hetrt::ProgramModel P = findProgram(Name);
    fmt::print("  {:<14}{:>8} iterations{:>8} passes   a core {:>10.4g} s a pass, a GPU {:>10.4g} s\n", Name,
               P.Iterations, P.Passes, P.CoreSeconds * static_cast<double>(P.Iterations),
               P.AcceleratorSeconds * static_cast<double>(P.Iterations));
  }
}

//===-- What is simulated -----------------------------------------------------------------------------------------===//

/// A machine, and a program to simulate on it.
struct Subject {
  hetrt::MachineModel Machine;
  hetrt::ProgramModel Program;
  /// The seconds of the real run from which the program was fitted, if the run was on this machine; else 0.
  double MeasuredSeconds = 0;
};

Subject fromFiles(const Request &R) {
  if (R.Machine.empty() || R.Program.empty())
    throw hetrt::ModelError(fmt::format("wanted --machine and --program, or --from-report, found no {}",
                                        R.Machine.empty() ? "--machine" : "--program"));
  if (!R.Region.empty() || !R.MeasuredOn.empty() || !R.Trace.empty())
    throw hetrt::ModelError("--region, --trace and --measured-on go with --from-report");
  return {findMachine(R.Machine), findProgram(R.Program)};
}

Subject fromReport(const Request &R) {
  if (!R.Program.empty())
    throw hetrt::ModelError("--from-report takes the place of --program: wanted one of them, found both");
  if (R.Machine.empty() != R.MeasuredOn.empty())
    throw hetrt::ModelError("wanted --machine and --measured-on together: what the report's devices are to those of "
                            "another machine follows from the machine they belong to");
  const std::string &First = R.Reports.front();
  auto Regions = hetrt::parseReport(readFile(First), First);
  for (size_t I = 1; I < R.Reports.size(); ++I)
    hetrt::addPasses(Regions, hetrt::parseReport(readFile(R.Reports[I]), R.Reports[I]), R.Reports[I]);
  if (!R.Trace.empty()) {
    if (R.Reports.size() > 1)
      throw hetrt::ModelError("--trace: wanted the one report of its run, found several");
    hetrt::addTrace(Regions, readFile(R.Trace), R.Trace);
  }
  const hetrt::MeasuredRegion &Region = hetrt::chooseRegion(Regions, R.Region, First);
  const hetrt::FittedRun Run = hetrt::fitRun(Region);
  if (R.Machine.empty())
    return {Run.Machine, Run.Program, R.Reports.size() == 1 ? Region.Seconds : 0};
  return {findMachine(R.Machine), hetrt::relativeTo(Run, findMachine(R.MeasuredOn))};
}

/// Throws if the machine has a kind of device for which the program has no times, which happens if no device of this
/// kind computed in the real run.
void checkRates(const Subject &What) {
  const hetrt::MachineModel &M = What.Machine;
  const bool NoCore = M.cores() > 0 && What.Program.CoreSeconds == 0;
  const bool NoAccelerator = M.accelerators() > 0 && What.Program.AcceleratorSeconds == 0;
  if (NoCore || NoAccelerator)
    throw hetrt::ModelError(fmt::format("wanted a report with passes of {}, which machine '{}' has, found none; "
                                        "--devices can leave them out",
                                        NoCore ? "cores" : "accelerators", M.Name));
}

Subject onDevices(Subject What, const std::string &Devices, bool Repeat) {
  What.Machine = hetrt::chooseDevices(What.Machine, Devices, Repeat);
  checkRates(What);
  return What;
}

const hetrt::SchedulerDescriptor &schedulerOf(const Request &R) {
  if (const hetrt::SchedulerDescriptor *Found = hetrt::findScheduler(R.Scheduler))
    return *Found;
  std::vector<std::string_view> Names;
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    Names.push_back(Each->Name);
  throw hetrt::ModelError(
      fmt::format("there is no scheduler '{}'{}", R.Scheduler, hetrt::suggestion(R.Scheduler, Names)));
}

//===-- Running ---------------------------------------------------------------------------------------------------===//

Run simulate(const Subject &What, const Request &R) {
  const hetrt::SchedulerDescriptor &Chosen = schedulerOf(R);
  if (const std::string Wrong = hetrt::checkOptions(R.Options); !Wrong.empty())
    throw hetrt::ModelError(Wrong);
  hetrt::SimulationOptions Options;
  Options.Passes = R.Passes.value_or(What.Program.Passes);
  Options.Noise = R.Noise;
  Options.Seed = R.Seed;
  Run Done{What.Machine, What.Program, std::string(Chosen.Name), {}, {}, {}, 0};
  if (const auto Split = hetrt::bestStaticSplit(What.Machine, What.Program))
    Done.BestStaticSeconds = hetrt::simulateSplit(What.Machine, What.Program, *Split, Options).Seconds;
  Done.IdealSeconds = Options.Passes * hetrt::idealSeconds(What.Program, What.Machine);
  hetrt::applyKindOfScheduler(Chosen.Name, What.Machine, Options);
  const std::unique_ptr<hetrt::Scheduler> Scheduler = Chosen.Create(R.Options);
  Done.Result = hetrt::simulate(What.Machine, What.Program, *Scheduler, Options);
  Done.Reason = Scheduler->reason();
  if (!Done.Result.Violation.empty())
    throw hetrt::ModelError(
        fmt::format("scheduler '{}' on '{}': {}", Chosen.Name, What.Machine.Name, Done.Result.Violation));
  return Done;
}

/// The numbers of nodes to simulate; empty for a run on one machine, whose passes are printed one by one.
std::vector<unsigned> nodesOf(const Request &R, const hetrt::MachineModel &Machine) {
  if (R.Nodes)
    return parseNodes(*R.Nodes);
  if (R.Scaling)
    throw hetrt::ModelError("--scaling goes with --nodes");
  return Machine.Nodes > 1 ? std::vector{Machine.Nodes} : std::vector<unsigned>();
}

void checkScaling(const Request &R, const hetrt::SchedulerDescriptor &Chosen, const hetrt::MachineModel &Machine) {
  if (!R.SvgFile.empty() || !R.PageFile.empty() || !R.ReportFile.empty() || R.WhatIf)
    throw hetrt::ModelError(
        "--svg, --html, --as-report and --what-if tell of one node: wanted none of them with --nodes");
  if (const std::string Wrong = hetrt::checkOptions(R.Options); !Wrong.empty())
    throw hetrt::ModelError(Wrong);
  if (!Machine.Network)
    throw hetrt::ModelError(fmt::format("machine '{}': wanted a 'network' for nodes, found none", Machine.Name));
  if (!Chosen.UsesAccelerators)
    throw hetrt::ModelError(
        fmt::format("scheduler '{}' uses the cores of rank 0 alone: wanted one that nodes take part in", Chosen.Name));
}

void scaleAndPrint(const Subject &What, const Request &R, const std::vector<unsigned> &Nodes) {
  const Scaling How = scalingOf(R.Scaling.value_or("strong"));
  const hetrt::SchedulerDescriptor &Chosen = schedulerOf(R);
  checkScaling(R, Chosen, What.Machine);
  hetrt::SimulationOptions Options;
  Options.Passes = R.Passes.value_or(What.Program.Passes);
  Options.Noise = R.Noise;
  Options.Seed = R.Seed;
  hetrt::applyKindOfScheduler(Chosen.Name, What.Machine, Options);
  const ScalingRun Done = scale(
      What.Machine, What.Program, std::string(Chosen.Name), [&] { return Chosen.Create(R.Options); }, Options, How,
      Nodes);
  fmt::print("{}", R.Json ? formatScalingJson(Done) : R.Csv ? formatScalingCsv(Done) : formatScalingTable(Done));
}

/// Simulates the mixes of --what-if. Throws if the program has no times for a kind of device in one of them.
std::vector<Mix> answer(const Subject &What, const Request &R) {
  std::vector<Mix> Answers;
  for (const std::string &Devices : mixesOf(What.Machine, R.Devices)) {
    const Subject With = onDevices(What, Devices, /*Repeat=*/true);
    const Run Done = simulate(With, R);
    Answers.push_back({Devices, Done.Result.Seconds, Done.IdealSeconds});
  }
  return Answers;
}

void simulateAndPrint(const Request &R) {
  const Subject Whole = R.Reports.empty() ? fromFiles(R) : fromReport(R);
  const Subject What = R.Devices.empty() ? Whole : onDevices(Whole, R.Devices, /*Repeat=*/!R.Reports.empty());
  checkRates(What);
  if (const std::vector<unsigned> Nodes = nodesOf(R, What.Machine); !Nodes.empty())
    return scaleAndPrint(What, R, Nodes);
  const Run Done = simulate(What, R);
  const std::vector<Mix> Answers = R.WhatIf ? answer(Whole, R) : std::vector<Mix>();
  if (!R.SvgFile.empty())
    writeOutput(R.SvgFile, drawShares(Done));
  if (!R.ReportFile.empty())
    writeOutput(R.ReportFile, hetrt::json::print(reportOf(Done), 1) + "\n");
  if (!R.PageFile.empty())
    writeOutput(R.PageFile, formatPage(Done, Answers, R.Reports.empty() ? What.Program.Name : R.Reports.front()));
  fmt::print("{}", R.Json ? formatJson(Done) : R.Csv ? formatCsv(Done) : formatTable(Done));
  if (R.WhatIf)
    fmt::print("{}", formatMixes(Answers, Whole.MeasuredSeconds));
}

} // namespace

int main(int Count, char **Arguments) {
  CLI::App App{
      "Runs a program on a machine under one of the runtime's schedulers in virtual time, and tells how long it "
      "takes beside the best static split and the ideal."};
  Request R;
  StudyRequest Study;
  addOptions(App, R);
  CLI::App *StudyCommand = App.add_subcommand(
      "study", "Runs programs on machines under all schedulers with many seeds, and holds them to what is promised");
  addStudyOptions(*StudyCommand, Study);
  try {
    App.parse(Count, Arguments);
  } catch (const CLI::ParseError &Error) {
    return App.exit(Error) == 0 ? 0 : 2; // 0 for --help and --version
  }
  try {
    if (StudyCommand->parsed()) {
      for (const CLI::Option *Each : App.get_options())
        if (Each->count() > 0)
          throw hetrt::ModelError(fmt::format(
              "study: wanted options after 'study' (study --help), found '{}' before it", Each->get_name()));
      runStudy(Study);
    } else if (R.List)
      list();
    else
      simulateAndPrint(R);
  } catch (const hetrt::ModelError &Wrong) {
    fmt::print(stderr, "hetsim: error: {}\n", Wrong.what());
    return 1;
  }
  return 0;
}
