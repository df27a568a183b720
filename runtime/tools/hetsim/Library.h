// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the machines and programs that come with hetsim by name, and reads the user's own files.
#ifndef HETSIM_LIBRARY_H
#define HETSIM_LIBRARY_H

#include "Simulation/Model.h"

#include <string>
#include <vector>

namespace hetsim {

/// The names of all machines that come with hetsim, sorted. Throws hetrt::ModelError if the files are not there.
std::vector<std::string> machineNames();
/// The names of the machines that papers on these schedulers describe (folder machines/papers). The published times in
/// programs were measured on these machines.
std::vector<std::string> machinesOfPapers();
/// The names of all programs that come with hetsim.
std::vector<std::string> programNames();

/// A part of hetreport's page: page.html, page.css or page.js. Throws hetrt::ModelError.
std::string pagePart(const std::string &Name);

/// The machine or program with this name; the case of letters does not matter. A name with a slash, or one that ends in
/// .json, is a file of the user. Throws hetrt::ModelError.
hetrt::MachineModel findMachine(const std::string &Name);
hetrt::ProgramModel findProgram(const std::string &Name);

/// The contents of a file. Throws hetrt::ModelError if it cannot be read.
std::string readFile(const std::string &Path);

/// Writes a file. Throws hetrt::ModelError if that fails.
void writeOutput(const std::string &Path, const std::string &Text);

} // namespace hetsim

#endif
