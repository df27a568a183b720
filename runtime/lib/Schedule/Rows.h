// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the table in hetrt/schedulers.h, for the descriptors of schedulers.
#ifndef HETRT_SCHEDULE_ROWS_H
#define HETRT_SCHEDULE_ROWS_H

#include "Schedule/Registry.h"
#include "hetrt/schedulers.h"

namespace hetrt {

constexpr SchedulerRow schedulerRow(std::string_view Name, unsigned Properties) {
  return {.Name = Name,
          .UsesCores = !(Properties & HETRT_ACCELERATORS_ONLY),
          .UsesAccelerators = !(Properties & HETRT_CORES_ONLY),
          .OneRange = (Properties & HETRT_ONE_RANGE) != 0,
          .MayRunAlone = !(Properties & HETRT_ALWAYS_DIVIDED),
          .TriesCopies = (Properties & HETRT_TRIES_COPIES) != 0};
}

/// The rows, by symbol.
namespace schedulers {
#define SCHEDULER(Symbol, Name, Properties) inline constexpr SchedulerRow Symbol = schedulerRow(Name, Properties);
HETRT_SCHEDULERS(SCHEDULER)
#undef SCHEDULER
} // namespace schedulers

} // namespace hetrt

#endif
