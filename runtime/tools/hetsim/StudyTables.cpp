// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats the tables of the study. Times are compared seed by seed, since for one seed all schedulers have the same
// noise. The tables show the 95th percentile of the ratios over all seeds.
#include "Study.h"

#include "Schedule/Registry.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace hetsim {
namespace {

using Seconds = double Outcome::*;

double smallest(double A, double B) { return std::min(A, B); }

/// Returns Of[seed].*What / To[seed] for each seed.
std::vector<double> ratios(const std::vector<Outcome> &Of, const std::vector<double> &To, Seconds What) {
  std::vector<double> All;
  for (size_t Seed = 0; Seed < Of.size() && Seed < To.size(); ++Seed)
    All.push_back(Of[Seed].*What / To[Seed]);
  return All;
}

std::vector<double> pick(const std::vector<Outcome> &Of, Seconds What) {
  std::vector<double> All;
  for (const Outcome &Each : Of)
    All.push_back(Each.*What);
  return All;
}

/// For each seed, the shortest time of those schedulers for whose names `Counts` returns true; of all schedulers if
/// `Counts` is null.
std::vector<double> bestOfAll(const StudyCell &Cell, Seconds What, bool (*Counts)(std::string_view) = nullptr) {
  std::vector<double> Best;
  for (const auto &[Name, Outcomes] : Cell.Schedulers) {
    if (Counts && !Counts(Name))
      continue;
    const std::vector<double> Own = pick(Outcomes, What);
    if (Best.empty())
      Best = Own;
    else
      std::ranges::transform(Best, Own, Best.begin(), smallest);
  }
  return Best;
}

double mean(const std::vector<double> &Of) {
  double Sum = 0;
  for (double Each : Of)
    Sum += Each;
  return Sum / static_cast<double>(Of.size());
}

double efficiency(const StudyCell &Cell, const std::vector<Outcome> &Outcomes) {
  std::vector<double> All;
  for (const Outcome &Each : Outcomes)
    All.push_back(Cell.IdealSeconds / Each.All);
  return mean(All);
}

//===-- Promises --------------------------------------------------------------------------------------------------===//

/// A promise: for each cell that it concerns, a ratio that should not exceed a limit.
struct Promise {
  std::string Text;
  double Limit;
  /// Returns the ratio for each seed; empty if the promise does not concern the cell.
  std::function<std::vector<double>(const StudyCell &)> Ratios;
};

using Ratios = std::vector<double>;

const std::vector<Outcome> &outcomes(const StudyCell &Cell, const std::string &Scheduler) {
  static const std::vector<Outcome> None;
  auto Found = Cell.Schedulers.find(Scheduler);
  return Found == Cell.Schedulers.end() ? None : Found->second;
}

Ratios overBestStatic(const StudyCell &Cell, const char *Scheduler) {
  if (!Cell.Regular || Cell.Passes < 2)
    return {};
  return ratios(outcomes(Cell, Scheduler), pick(Cell.BestStatic, &Outcome::AfterTraining), &Outcome::AfterTraining);
}

Ratios overBestWhereGpusHelp(const StudyCell &Cell, const char *Scheduler) {
  if (!Cell.Regular || Cell.AcceleratorAverse || Cell.Passes < 2)
    return {};
  return ratios(outcomes(Cell, Scheduler), bestOfAll(Cell, &Outcome::AfterTraining), &Outcome::AfterTraining);
}

Ratios overBetterKind(const StudyCell &Cell, const char *Scheduler, Seconds What) {
  if (Cell.Passes < 20)
    return {};
  const Ratios Cpu = pick(outcomes(Cell, "cpu"), What), Gpu = pick(outcomes(Cell, "gpu"), What);
  Ratios Better(Cpu.size());
  std::ranges::transform(Cpu, Gpu, Better.begin(), smallest);
  return ratios(outcomes(Cell, Scheduler), Better, What);
}

/// Whether a scheduler from the papers suits loops whose iterations differ in cost: it must not assume a constant time
/// per iteration, and must not use only the cores.
bool isForIrregular(std::string_view Name) {
  constexpr std::string_view Names[] = {"split",         "quick",        "chunk",      "chunk_static",
                                        "chunk_dynamic", "hybrid_chunk", "throughput", "gpu"};
  return std::ranges::find(Names, Name) != std::end(Names);
}

Ratios irregularOverBestOfTriangular(const StudyCell &Cell) {
  if (Cell.Regular)
    return {};
  Ratios Others = bestOfAll(Cell, &Outcome::All, isForIrregular), All = bestOfAll(Cell, &Outcome::All);
  std::ranges::transform(Others, All, Others.begin(), std::divides<>());
  return Others;
}

Ratios overBestOfTriangular(const StudyCell &Cell, const char *Scheduler) {
  return Cell.Regular ? Ratios() : ratios(outcomes(Cell, Scheduler), bestOfAll(Cell, &Outcome::All), &Outcome::All);
}

Ratios overCpuWhereAverse(const StudyCell &Cell, const char *Scheduler) {
  if (!Cell.AcceleratorAverse || Cell.Passes < 4)
    return {};
  return ratios(outcomes(Cell, Scheduler), pick(outcomes(Cell, "cpu"), &Outcome::AfterBackOff), &Outcome::AfterBackOff);
}

std::vector<Promise> promises() {
  using Cell = const StudyCell &;
  return {
      {"regular loops, after the training pass: adaptive / best static split", 1.05,
       [](Cell C) { return overBestStatic(C, "adaptive"); }},
      {"regular loops, after the training pass: auto / best static split", 1.05,
       [](Cell C) { return overBestStatic(C, "auto"); }},
      {"regular loops that GPUs help, after the training pass: adaptive / best of all schedulers", 1.10,
       [](Cell C) { return overBestWhereGpusHelp(C, "adaptive"); }},
      {"20 passes or more, after the first three: auto / better kind of device alone", 1.02,
       [](Cell C) { return overBetterKind(C, "auto", &Outcome::AfterBackOff); }},
      {"20 passes or more, all of them: auto / better kind of device alone", 1.02,
       [](Cell C) { return overBetterKind(C, "auto", &Outcome::All); }},
      {"triangular loops: best of split, quick, the chunk schedulers, throughput and gpu / best of all", 1.05,
       [](Cell C) { return irregularOverBestOfTriangular(C); }},
      {"triangular loops: auto / best of all", 1.05, [](Cell C) { return overBestOfTriangular(C, "auto"); }},
      {"GPU-averse loops, after back-off: adaptive / cpu", 1.05,
       [](Cell C) { return overCpuWhereAverse(C, "adaptive"); }},
      {"GPU-averse loops, after back-off: auto / cpu", 1.05, [](Cell C) { return overCpuWhereAverse(C, "auto"); }},
  };
}

/// The result for a promise: the number of cells (a program on a machine) that it concerns, and the number of those in
/// which it is kept.
struct Verdict {
  size_t Concerned = 0, Kept = 0;
  double Worst = 0;
  std::string Where;

  void add(const std::string &Cell, double Value, double Limit) {
    ++Concerned;
    Kept += Value <= Limit;
    if (Value > Worst) {
      Worst = Value;
      Where = Cell;
    }
  }
  std::string row(const std::string &Text, double Limit) const {
    if (Concerned == 0)
      return fmt::format("| {} | {:.2f} | | | nothing to judge |\n", Text, Limit);
    return fmt::format("| {} | {:.2f} | {:.3f} | {} | {} of {} |\n", Text, Limit, Worst, Where, Kept, Concerned);
  }
};

Verdict judge(const std::vector<StudyCell> &Cells, const Promise &P) {
  Verdict V;
  for (const StudyCell &Cell : Cells)
    if (std::vector<double> All = P.Ratios(Cell); !All.empty())
      V.add(Cell.Program + ", " + Cell.Machine, percentile95(std::move(All)), P.Limit);
  return V;
}

std::vector<double> overIdeal(const StudyCell &Cell, const std::string &Scheduler) {
  return ratios(Cell.Schedulers.at(Scheduler),
                std::vector<double>(Cell.Schedulers.at(Scheduler).size(), Cell.IdealSeconds), &Outcome::All);
}

} // namespace

double percentile95(std::vector<double> Values) {
  const size_t Rank = (Values.size() * 95 + 99) / 100 - 1;
  std::ranges::nth_element(Values, Values.begin() + static_cast<std::ptrdiff_t>(Rank));
  return Values[Rank];
}

std::string formatPromises(const std::vector<StudyCell> &Cells, const std::vector<StudyCell> &Once) {
  std::string Text =
      "| promise (95th percentile over seeds) | limit | worst | where | kept by |\n|---|---:|---:|---|---|\n";
  for (const Promise &P : promises())
    Text += judge(Cells, P).row(P.Text, P.Limit);
  const std::string Default(hetrt::defaultScheduler().Name);
  Text += judge(Once, {{}, 1.15, [&](const StudyCell &Cell) { return overIdeal(Cell, Default); }})
              .row(fmt::format("loops that run once: {} (the default) / ideal", Default), 1.15);
  return Text;
}

/// A table row of mean efficiencies: one column for each machine, then one for all cells.
static std::string efficiencyRow(const std::string &Title, const std::vector<StudyCell> &Cells,
                                 const std::vector<std::string> &Machines,
                                 const std::function<const std::vector<Outcome> &(const StudyCell &)> &Of) {
  std::string Text = fmt::format("| {} |", Title);
  std::vector<double> All;
  for (const std::string &Machine : Machines) {
    std::vector<double> Own;
    for (const StudyCell &Cell : Cells)
      if (Cell.Machine == Machine && !Of(Cell).empty())
        Own.push_back(efficiency(Cell, Of(Cell)));
    All.insert(All.end(), Own.begin(), Own.end());
    Text += Own.empty() ? " |" : fmt::format(" {:.3f} |", mean(Own));
  }
  return Text + (All.empty() ? " |\n" : fmt::format(" {:.3f} |\n", mean(All)));
}

std::string formatEfficiency(const std::vector<StudyCell> &Cells) {
  std::vector<std::string> Machines;
  for (const StudyCell &Cell : Cells)
    if (std::ranges::find(Machines, Cell.Machine) == Machines.end())
      Machines.push_back(Cell.Machine);
  std::string Text = "| mean efficiency over the programs |", Line = "|---|";
  for (const std::string &Machine : Machines) {
    Text += fmt::format(" {} |", Machine);
    Line += "---:|";
  }
  Text += " all |\n" + Line + "---:|\n";
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    Text += efficiencyRow(
        std::string(Each->Name), Cells,
        Machines, [&](const StudyCell &Cell) -> const auto & { return Cell.Schedulers.at(std::string(Each->Name)); });
  return Text + efficiencyRow(
                    "(best static split)", Cells, Machines,
                    [](const StudyCell &Cell) -> const auto & { return Cell.BestStatic; });
}

std::string formatOnce(const std::vector<StudyCell> &Once) {
  std::string Text = "| time / ideal, 95th percentile |", Line = "|---|";
  for (const StudyCell &Cell : Once) {
    Text += fmt::format(" {}x |", Cell.Program.substr(Cell.Program.rfind(' ') + 1));
    Line += "---:|";
  }
  Text += "\n" + Line + "\n";
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers()) {
    Text += fmt::format("| {} |", Each->Name);
    for (const StudyCell &Cell : Once)
      Text += fmt::format(" {:.2f} |", percentile95(overIdeal(Cell, std::string(Each->Name))));
    Text += "\n";
  }
  return Text;
}

std::string formatStudyCsv(const std::vector<StudyCell> &Cells) {
  std::string Text = "machine,program,scheduler,passes,seconds_mean,over_best_static_p95,over_best_static_trained_p95,"
                     "over_cpu_backed_off_p95,over_best_scheduler_p95,efficiency_mean\n";
  auto Cell95 = [](std::vector<double> Values) {
    return Values.empty() ? std::string() : fmt::format("{:.4f}", percentile95(std::move(Values)));
  };
  for (const StudyCell &Cell : Cells) {
    const std::vector<double> Best = bestOfAll(Cell, &Outcome::All);
    for (const auto &[Name, Outcomes] : Cell.Schedulers) {
      auto Over = [&](const std::vector<Outcome> &Other, Seconds What, unsigned LeastPasses) {
        return Cell.Passes < LeastPasses ? std::string() : Cell95(ratios(Outcomes, pick(Other, What), What));
      };
      const std::vector<Outcome> &Cpu = Cell.Schedulers.at("cpu");
      Text += fmt::format("{},\"{}\",{},{},{:.6g},{},{},{},{},{:.4f}\n", Cell.Machine, Cell.Program, Name, Cell.Passes,
                          mean(pick(Outcomes, &Outcome::All)), Over(Cell.BestStatic, &Outcome::All, 1),
                          Over(Cell.BestStatic, &Outcome::AfterTraining, 2), Over(Cpu, &Outcome::AfterBackOff, 4),
                          Cell95(ratios(Outcomes, Best, &Outcome::All)), efficiency(Cell, Outcomes));
    }
  }
  return Text;
}

} // namespace hetsim
