// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The study (`hetsim study`): simulates every program on every machine under every scheduler with many seeds, and
// compares the results with the promises that the documentation makes for the schedulers.
#ifndef HETSIM_STUDY_H
#define HETSIM_STUDY_H

#include "Simulation/Model.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hetsim {

/// The options of `hetsim study`.
struct StudyRequest {
  std::vector<std::string> Machines, Programs; ///< empty: the machines of the papers; all programs
  unsigned Seeds = 100;
  unsigned MostPasses = 50;
  double Noise = .1;
  std::string CsvFile;
};

void addStudyOptions(CLI::App &Command, StudyRequest &Into);

/// Runs the study, prints its tables and writes its CSV. Throws hetrt::ModelError.
void runStudy(const StudyRequest &Request);

/// The seconds of a simulated run.
struct Outcome {
  double All = 0;           ///< all passes
  double AfterTraining = 0; ///< all passes but the first
  double AfterBackOff = 0;  ///< all passes but the first three
};

/// The results for one program on one machine. Lists have one entry per seed.
struct StudyCell {
  std::string Machine, Program;
  unsigned Passes = 0;
  bool Regular = true;            ///< all iterations cost the same
  bool AcceleratorAverse = false; ///< one accelerator alone is slower than all cores
  double IdealSeconds = 0;        ///< all passes
  std::map<std::string, std::vector<Outcome>> Schedulers;
  /// Seconds under the best fixed split of the iterations; empty if no fixed split fits into the devices' memory.
  std::vector<Outcome> BestStatic;
};

/// Simulates loops that run only once, under every scheduler. Returns one cell for each of several ratios between the
/// speed of the accelerator and that of all cores.
std::vector<StudyCell> runOnce(const StudyRequest &Request);

/// The 95th percentile: the smallest element of `Values` for which at least 95 % of the elements are not larger.
double percentile95(std::vector<double> Values);

/// A table in Markdown: each promise for the schedulers, with its worst case.
std::string formatPromises(const std::vector<StudyCell> &Cells, const std::vector<StudyCell> &Once);
/// A table in Markdown: the efficiency (ideal time / time) by scheduler and machine, and that of the best fixed split.
std::string formatEfficiency(const std::vector<StudyCell> &Cells);
/// A table in Markdown: time / ideal time of loops that run only once, by scheduler.
std::string formatOnce(const std::vector<StudyCell> &Once);
/// CSV with a row for each cell and scheduler.
std::string formatStudyCsv(const std::vector<StudyCell> &Cells);

} // namespace hetsim

#endif
