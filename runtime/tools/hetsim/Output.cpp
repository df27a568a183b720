// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a simulated run as a table, JSON or CSV.
#include "Output.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetsim {
namespace {

/// The devices of one column of the table: all cores have one column; each accelerator has its own column, or all have
/// one if there are many.
struct Column {
  std::string Title;
  std::vector<size_t> Devices;
};

std::vector<Column> columnsOf(const hetrt::MachineModel &Machine) {
  constexpr size_t MostAccelerators = 6;
  std::vector<Column> Columns;
  if (Machine.cores())
    Columns.push_back({Machine.cores() == 1 ? "1 core" : fmt::format("{} cores", Machine.cores()), {}});
  for (size_t J = 0; J < Machine.cores(); ++J)
    Columns.back().Devices.push_back(J);
  const bool Together = Machine.accelerators() > MostAccelerators;
  for (size_t J = Machine.cores(); J < Machine.Devices.size(); ++J) {
    if (!Together || J == Machine.cores())
      Columns.push_back({Together ? fmt::format("{} acc.", Machine.accelerators()) : Machine.Devices[J].Name, {}});
    Columns.back().Devices.push_back(J);
  }
  return Columns;
}

hetrt::DevicePass sum(const hetrt::SimulatedPass &Pass, const Column &Of) {
  hetrt::DevicePass Sum;
  for (size_t J : Of.Devices) {
    Sum.Iterations += Pass.Devices[J].Iterations;
    Sum.Seconds += Pass.Devices[J].Seconds;
  }
  return Sum;
}

std::string against(double Seconds, const char *What, double Other) {
  return fmt::format("  {:<14}{:>14.6f} s   {:.3f} times that\n", What, Other, Seconds / Other);
}

std::string row(const std::string &Title, double Seconds, const std::vector<hetrt::DevicePass> &Cells, double Devices) {
  std::string Text = fmt::format("  {:<6}{:>14.6f}", Title, Seconds);
  for (const hetrt::DevicePass &Cell : Cells)
    Text += fmt::format("{:>12}{:>7.1f}%", Cell.Iterations, 100 * static_cast<double>(Cell.Iterations) / Devices);
  return Text + "\n";
}

/// The costs of iterations in the form of the field "work" of a program's file.
hetrt::Json workOf(const hetrt::WorkProfile &Work) {
  using Kind = hetrt::WorkProfile::Kind;
  switch (Work.kind()) {
  case Kind::Uniform:
    return "uniform";
  case Kind::Triangular:
    return "triangular";
  case Kind::Sloped:
    return {{"slope", Work.slope()}};
  case Kind::Table:
    break;
  }
  return Work.costs();
}

} // namespace

std::string describeWork(const hetrt::WorkProfile &Work) {
  using Kind = hetrt::WorkProfile::Kind;
  switch (Work.kind()) {
  case Kind::Uniform:
    return "every iteration costs the same";
  case Kind::Triangular:
    return "iteration i of n costs in proportion to n - i";
  case Kind::Sloped:
    return fmt::format("the first iterations cost {:.2f} times the mean, the last ones {:.2f} times", 1 - Work.slope(),
                       1 + Work.slope());
  case Kind::Table:
    break;
  }
  const auto [Least, Most] = std::ranges::minmax(Work.costs());
  return fmt::format("{} parts of the loop cost {:.2f} to {:.2f} times the mean", Work.costs().size(), Least, Most);
}

std::string formatTable(const Run &What) {
  constexpr size_t MostRows = 30;
  const auto &Passes = What.Result.Passes;
  const auto Iterations = static_cast<double>(What.Program.Iterations);
  std::string Text =
      fmt::format("{} on {}, scheduler {}: {} {} of {} iterations\n", What.Program.Name, What.Machine.Name,
                  What.Scheduler, Passes.size(), Passes.size() == 1 ? "pass" : "passes", What.Program.Iterations);
  Text += fmt::format("  {:<14}{:>14.6f} s\n", "seconds", What.Result.Seconds);
  Text += What.BestStaticSeconds ? against(What.Result.Seconds, "best static", *What.BestStaticSeconds)
                                 : "  best static    none: no static split holds the loop\n";
  Text += against(What.Result.Seconds, "ideal", What.IdealSeconds);

  if (!What.Reason.empty())
    Text += fmt::format("  {:<14}{}\n", "why", What.Reason);

  if (!What.Program.Profile.isUniform())
    Text += fmt::format("  {:<14}{}\n", "work", describeWork(What.Program.Profile));

  const std::vector<Column> Columns = columnsOf(What.Machine);
  Text += fmt::format("  {:<6}{:>14}", "pass", "seconds");
  for (const Column &Each : Columns)
    Text += fmt::format("{:>20}", Each.Title);
  Text += "\n";
  std::vector<hetrt::DevicePass> Totals(Columns.size());
  for (size_t P = 0; P < Passes.size(); ++P) {
    std::vector<hetrt::DevicePass> Cells;
    for (size_t C = 0; C < Columns.size(); ++C) {
      Cells.push_back(sum(Passes[P], Columns[C]));
      Totals[C].Iterations += Cells.back().Iterations;
    }
    if (P < MostRows)
      Text += row(std::to_string(P), Passes[P].Seconds, Cells, Iterations);
  }
  if (Passes.size() > MostRows)
    Text += fmt::format("  ... {} more (--csv and --json have all)\n", Passes.size() - MostRows);
  return Text + row("all", What.Result.Seconds, Totals, Iterations * static_cast<double>(Passes.size()));
}

std::string formatJson(const Run &What) {
  using hetrt::Json;
  Json Passes = Json::array();
  for (const hetrt::SimulatedPass &Pass : What.Result.Passes) {
    Json Devices = Json::array();
    for (size_t J = 0; J < Pass.Devices.size(); ++J)
      Devices.push_back({{"name", What.Machine.Devices[J].Name},
                         {"iterations", Pass.Devices[J].Iterations},
                         {"seconds", Pass.Devices[J].Seconds}});
    Passes.push_back({{"seconds", Pass.Seconds}, {"devices", std::move(Devices)}});
  }
  const Json Best = What.BestStaticSeconds ? Json(*What.BestStaticSeconds) : Json();
  return hetrt::json::print({{"seconds", What.Result.Seconds},
                             {"best_static_seconds", Best},
                             {"ideal_seconds", What.IdealSeconds},
                             {"work", workOf(What.Program.Profile)},
                             {"passes", std::move(Passes)}},
                            1) +
         "\n";
}

std::string formatCsv(const Run &What) {
  std::string Text = "pass,seconds,device,iterations,device_seconds\n";
  for (size_t P = 0; P < What.Result.Passes.size(); ++P)
    for (size_t J = 0; J < What.Machine.Devices.size(); ++J) {
      const hetrt::DevicePass &Did = What.Result.Passes[P].Devices[J];
      Text += fmt::format("{},{},{},{},{}\n", P, What.Result.Passes[P].Seconds, What.Machine.Devices[J].Name,
                          Did.Iterations, Did.Seconds);
    }
  return Text;
}

} // namespace hetsim
