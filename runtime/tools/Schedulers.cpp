// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the section of hetinfo on schedulers.
#include "Listings.h"

#include "Schedule/LpSolve.h"
#include "Schedule/Registry.h"

#include <fmt/format.h>

namespace hetinfo {

void listSchedulers() {
  fmt::print("schedulers:\n");
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    fmt::print("  {:<14}{}{}\n", Each->Name, Each->Help, Each == &hetrt::defaultScheduler() ? " (default)" : "");
  fmt::print("shares under limits of memory: {}\n", hetrt::LpSolveSearch::ofProcess().description());
}

} // namespace hetinfo
