// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedulers section of hetinfo.
#include "Listings.h"

#include "Schedule/Registry.h"

#include <fmt/format.h>

namespace hetinfo {

void listSchedulers() {
  fmt::print("schedulers:\n");
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    fmt::print("  {:<14}{}{}\n", Each->Name, Each->Help, Each == &hetrt::defaultScheduler() ? " (default)" : "");
}

} // namespace hetinfo
