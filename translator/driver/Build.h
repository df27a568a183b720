// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the commands of a plan (Plan.h), or prints them.
#pragma once

#include "Plan.h"

namespace hetcc::driver {

/// Runs all commands of \p Plan. Returns the exit status of hetcc.
int runPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation);

/// Translates the unit of \p Plan that has directives, of which there must be only one, and writes its host source to
/// the file of --hetcc-emit-source. Returns the exit status.
int emitSource(const Plan &Plan, const CommandLine &Line);

/// Writes \p Text to the file of --hetcc-emit-source. Returns the exit status.
int writeEmitted(const std::string &Text, const CommandLine &Line);

/// Prints the commands of \p Plan to standard output. \p NoDevice: why no code for GPUs is built; empty if it is built.
void printPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation,
               const std::string &NoDevice);

} // namespace hetcc::driver
