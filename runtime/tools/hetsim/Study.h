// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The study: every program on every machine under every scheduler with many seeds, and what comes out of it.
#ifndef HETSIM_STUDY_H
#define HETSIM_STUDY_H

#include "Simulation/Model.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hetsim {

struct StudyRequest {
  std::vector<std::string> Machines, Programs; ///< empty: the machines of the papers, all programs
  unsigned Seeds = 100;
  unsigned MostPasses = 50;
  double Noise = .1;
  std::string CsvFile;
};

void addStudyOptions(CLI::App &Command, StudyRequest &Into);

/// Runs the study, prints its tables and writes its CSV. Throws hetrt::ModelError.
void runStudy(const StudyRequest &Request);

/// Seconds of one run.
struct Outcome {
  double All = 0;           ///< of all passes
  double AfterTraining = 0; ///< of all but the first
  double AfterBackOff = 0;  ///< of all but the first three
};

/// One program on one machine. Lists have one entry per seed.
struct StudyCell {
  std::string Machine, Program;
  unsigned Passes = 0;
  bool Regular = true;            ///< every iteration costs the same
  bool AcceleratorAverse = false; ///< one accelerator alone is slower than all cores
  double IdealSeconds = 0;        ///< of all passes
  std::map<std::string, std::vector<Outcome>> Schedulers;
  std::vector<Outcome> BestStatic; ///< empty where no static split holds the loop
};

/// Loops that run once, under every scheduler: one cell per ratio of the accelerator's speed to that of all cores.
std::vector<StudyCell> runOnce(const StudyRequest &Request);

/// The value below which 95 of 100 lie.
double percentile95(std::vector<double> Values);

/// What is promised, with the worst case of each; a table in Markdown.
std::string formatPromises(const std::vector<StudyCell> &Cells, const std::vector<StudyCell> &Once);
/// Efficiency (ideal time over time) by scheduler and machine, beside what the best static split reaches; a table in
/// Markdown.
std::string formatEfficiency(const std::vector<StudyCell> &Cells);
/// Time over ideal time of loops that run once, by scheduler; a table in Markdown.
std::string formatOnce(const std::vector<StudyCell> &Once);
/// Every cell and scheduler in one row.
std::string formatStudyCsv(const std::vector<StudyCell> &Cells);

} // namespace hetsim

#endif
