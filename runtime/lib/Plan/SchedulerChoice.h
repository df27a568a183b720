// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler that the arguments of a clause and the settings together name.
#ifndef HETRT_PLAN_SCHEDULERCHOICE_H
#define HETRT_PLAN_SCHEDULERCHOICE_H

#include "Device/Status.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hetrt {

/// What is wrong with the name of a scheduler, with the nearest one; empty if it is known.
std::string checkSchedulerName(const std::string &Name);

struct SchedulerWish {
  const char *Name = nullptr; ///< Null: the default.
  double Ratio = -1;          ///< First-pass share of the cores; negative: from the device model.
  std::int64_t Div = 0;       ///< Subpasses or chunks; 0: the default.
  const char *Clause = "";    ///< Who says so, for messages.
  bool OneRange = false;      ///< A device gets one range in a pass: it runs a block, and cannot run it again.
  bool OverPlaces = false;    ///< Devices are places, of which each may have another speed.
};

struct SchedulerChoice {
  std::string Name;
  std::unique_ptr<Scheduler> Plan;
};

/// HETRT_SCHEDULE overrides the name.
Status makeScheduler(const SchedulerWish &Wish, const Settings &Set, SchedulerChoice &Into);

} // namespace hetrt

#endif
