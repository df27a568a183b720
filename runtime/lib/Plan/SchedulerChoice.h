// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler that the arguments of a clause and the settings name.
#ifndef HETRT_PLAN_SCHEDULERCHOICE_H
#define HETRT_PLAN_SCHEDULERCHOICE_H

#include "Device/Status.h"
#include "Schedule/Registry.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hetrt {

/// A message if no scheduler has this name, with the nearest name; empty if there is such a scheduler.
std::string checkSchedulerName(const std::string &Name);

struct SchedulerWish {
  const char *Name = nullptr; ///< Null: the default scheduler.
  double Ratio = -1;          ///< The share of the cores in the first pass; negative: computed from the device model.
  std::int64_t Div = 0;       ///< The number of subpasses or chunks; 0: the default.
  const char *Clause = "";    ///< The clause, for messages.
  bool OneRange = false;   ///< Each device gets one range in a pass, since it runs a block, which cannot be repeated.
  bool OverPlaces = false; ///< Devices are places, whose speeds may differ.
};

struct SchedulerChoice {
  const SchedulerDescriptor *As = nullptr; ///< The scheduler that was named.
  std::unique_ptr<Scheduler> Plan;
};

/// Makes the scheduler. HETRT_SCHEDULE overrides the name in `Wish`.
Status makeScheduler(const SchedulerWish &Wish, const Settings &Set, SchedulerChoice &Into);

} // namespace hetrt

#endif
