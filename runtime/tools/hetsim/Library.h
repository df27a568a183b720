// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machines and programs that hetsim knows by name, and files of the user's own.
#ifndef HETSIM_LIBRARY_H
#define HETSIM_LIBRARY_H

#include "Simulation/Model.h"

#include <string>
#include <vector>

namespace hetsim {

/// Names of all that came with hetsim, sorted. Throws hetrt::ModelError where its files are not beside it.
std::vector<std::string> machineNames();
/// Those whose figures the papers have, on which programs state their seconds.
std::vector<std::string> machinesOfPapers();
std::vector<std::string> programNames();

/// A part of hetreport's page: page.html, page.css, page.js. Throws hetrt::ModelError.
std::string pagePart(const std::string &Name);

/// What is called Name, in whatever case; a Name with a slash or ending in .json is the user's own file. Throws
/// hetrt::ModelError.
hetrt::MachineModel findMachine(const std::string &Name);
hetrt::ProgramModel findProgram(const std::string &Name);

/// The contents of a file, or hetrt::ModelError.
std::string readFile(const std::string &Path);

/// Writes a file, or hetrt::ModelError.
void writeOutput(const std::string &Path, const std::string &Text);

} // namespace hetsim

#endif
