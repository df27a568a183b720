// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries a plan out, or prints it.
#pragma once

#include "Plan.h"

namespace hetcc::driver {

/// Runs \p Plan; the result is the exit status for the user.
int runPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation);

/// Translates the one unit of \p Plan and writes its host source where --hetcc-emit-source says.
int emitSource(const Plan &Plan, const CommandLine &Line);

/// Writes \p Text where --hetcc-emit-source says.
int writeEmitted(const std::string &Text, const CommandLine &Line);

/// Writes the commands of \p Plan to standard output. \p NoDevice says why there is no GPU form, where there is none.
void printPlan(const Plan &Plan, const CommandLine &Line, const Installation &Installation,
               const std::string &NoDevice);

} // namespace hetcc::driver
