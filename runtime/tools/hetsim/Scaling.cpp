// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates a program on several numbers of nodes, and prints the results.
#include "Scaling.h"

#include "Settings/Suggest.h"
#include "Simulation/ModelFiles.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace hetsim {

Scaling scalingOf(const std::string &Word) {
  constexpr std::array<std::string_view, 2> Known = {"strong", "weak"};
  for (std::size_t I = 0; I < Known.size(); ++I)
    if (Word == Known[I])
      return static_cast<Scaling>(I);
  throw hetrt::ModelError(fmt::format("there is no scaling '{}'{}", Word, hetrt::suggestion(Word, Known)));
}

const char *nameOf(Scaling Which) { return Which == Scaling::Weak ? "weak" : "strong"; }

std::vector<unsigned> parseNodes(const std::string &Text) {
  std::vector<unsigned> Nodes;
  for (std::size_t First = 0; First <= Text.size();) {
    const std::size_t Comma = std::min(Text.find(',', First), Text.size());
    const char *Begin = Text.data() + First, *End = Text.data() + Comma;
    unsigned Count = 0;
    const auto [Read, Error] = std::from_chars(Begin, End, Count);
    if (Error != std::errc() || Read != End || Count < 1 || Count > hetrt::MostNodes)
      throw hetrt::ModelError(fmt::format("--nodes '{}': wanted whole numbers from 1 to {} such as 1,2,4, found '{}'",
                                          Text, hetrt::MostNodes, std::string(Begin, End)));
    Nodes.push_back(Count);
    First = Comma + 1;
  }
  return Nodes;
}

static ScalingRow rowOf(hetrt::MachineModel Machine, const hetrt::ProgramModel &Program, unsigned Nodes,
                        const hetrt::SchedulerMaker &Make, const hetrt::SimulationOptions &Options) {
  Machine.Nodes = Nodes;
  const hetrt::ClusterResult Done = hetrt::simulateNodes(Machine, Program, Make, Options);
  if (!Done.Run.Violation.empty())
    throw hetrt::ModelError(fmt::format("'{}' on {} nodes of '{}': {}", Program.Name, Nodes, Machine.Name,
                                        Done.Run.Violation));
  const auto &Passes = Done.Run.Passes;
  ScalingRow Row{.Nodes = Nodes,
                 .Iterations = Program.Iterations,
                 .Seconds = Done.Run.Seconds,
                 .FirstSeconds = Passes.front().Seconds,
                 .PlanningSeconds = Done.PlanningSeconds,
                 .WriteBackSeconds = Done.WriteBackSeconds,
                 .Messages = Done.Messages,
                 .Bytes = Done.Bytes};
  const double Later = Row.Seconds - Row.FirstSeconds - Row.WriteBackSeconds;
  Row.LaterSeconds = Passes.size() > 1 ? Later / static_cast<double>(Passes.size() - 1) : Row.FirstSeconds;
  return Row;
}

ScalingRun scale(const hetrt::MachineModel &Machine, const hetrt::ProgramModel &Program, const std::string &Scheduler,
                 const hetrt::SchedulerMaker &Make, const hetrt::SimulationOptions &Options, Scaling How,
                 const std::vector<unsigned> &Nodes) {
  ScalingRun Run{Machine.Name, Program.Name, Scheduler, Options.Passes, How, {}};
  const double Alone = rowOf(Machine, Program, 1, Make, Options).Seconds;
  for (const unsigned Count : Nodes) {
    const bool Weak = How == Scaling::Weak;
    ScalingRow Row = rowOf(Machine, Weak ? hetrt::timesAsLong(Program, Count) : Program, Count, Make, Options);
    Row.SpeedUp = Alone / Row.Seconds * (Weak ? Count : 1);
    Row.Efficiency = Row.SpeedUp / Count;
    Run.Rows.push_back(Row);
  }
  return Run;
}

//===-- Output ----------------------------------------------------------------------------------------------------===//

std::string formatScalingTable(const ScalingRun &Of) {
  std::string Text = fmt::format("{} on nodes of {}, scheduler {}, {} scaling, {} {}; simulated\n", Of.Program,
                                 Of.Machine, Of.Scheduler, nameOf(Of.How), Of.Passes,
                                 Of.Passes == 1 ? "pass" : "passes");
  Text += fmt::format("  {:>6}{:>13}{:>14}{:>10}{:>12}{:>14}{:>14}{:>12}{:>12}{:>12}{:>10}\n", "nodes", "iterations",
                      "seconds", "speed-up", "efficiency", "first pass", "later ones", "planning", "way back",
                      "messages", "MB");
  for (const ScalingRow &R : Of.Rows)
    Text += fmt::format("  {:>6}{:>13}{:>14.6f}{:>10.2f}{:>12.3f}{:>14.6f}{:>14.6f}{:>12.6f}{:>12.6f}{:>12}{:>10.1f}\n",
                        R.Nodes, R.Iterations, R.Seconds, R.SpeedUp, R.Efficiency, R.FirstSeconds, R.LaterSeconds,
                        R.PlanningSeconds, R.WriteBackSeconds, R.Messages, R.Bytes / 1e6);
  return Text;
}

std::string formatScalingJson(const ScalingRun &Of) {
  using hetrt::Json;
  Json Rows = Json::array();
  for (const ScalingRow &R : Of.Rows)
    Rows.push_back({{"nodes", R.Nodes},
                    {"iterations", R.Iterations},
                    {"seconds", R.Seconds},
                    {"speed_up", R.SpeedUp},
                    {"efficiency", R.Efficiency},
                    {"first_pass_seconds", R.FirstSeconds},
                    {"later_pass_seconds", R.LaterSeconds},
                    {"planning_seconds", R.PlanningSeconds},
                    {"write_back_seconds", R.WriteBackSeconds},
                    {"messages", R.Messages},
                    {"bytes", R.Bytes}});
  return hetrt::json::print({{"simulated", true},
                             {"machine", Of.Machine},
                             {"program", Of.Program},
                             {"scheduler", Of.Scheduler},
                             {"passes", Of.Passes},
                             {"scaling", nameOf(Of.How)},
                             {"rows", std::move(Rows)}},
                            1) +
         "\n";
}

std::string formatScalingCsv(const ScalingRun &Of) {
  std::string Text = "machine,program,scheduler,passes,scaling,nodes,iterations,seconds,speed_up,efficiency,"
                     "first_pass_seconds,later_pass_seconds,planning_seconds,write_back_seconds,messages,bytes\n";
  for (const ScalingRow &R : Of.Rows)
    Text +=
        fmt::format("{},\"{}\",{},{},{},{},{},{},{},{},{},{},{},{},{},{:.0f}\n", Of.Machine, Of.Program, Of.Scheduler,
                    Of.Passes, nameOf(Of.How), R.Nodes, R.Iterations, R.Seconds, R.SpeedUp, R.Efficiency,
                    R.FirstSeconds, R.LaterSeconds, R.PlanningSeconds, R.WriteBackSeconds, R.Messages, R.Bytes);
  return Text;
}

} // namespace hetsim
