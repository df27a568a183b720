// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedulers by name.
#ifndef HETRT_SCHEDULE_REGISTRY_H
#define HETRT_SCHEDULE_REGISTRY_H

#include "Schedule/Scheduler.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hetrt {

/// Everything the rest of the runtime knows about a scheduler.
struct SchedulerDescriptor {
  std::string_view Name;
  std::string_view Help; ///< one line, lower case, no final period
  std::unique_ptr<Scheduler> (*Create)(const ScheduleOptions &Options);
};

/// All schedulers, in the order in which listings show them.
std::span<const SchedulerDescriptor *const> allSchedulers();

/// The scheduler called Name, or null.
const SchedulerDescriptor *findScheduler(std::string_view Name);

/// What a region uses whose directive names no scheduler.
const SchedulerDescriptor &defaultScheduler();

/// The name nearest to a mistyped one, or an empty view when none is near:
///   nearestScheduler("adaptve") == "adaptive";  nearestScheduler("fortran") == ""
std::string_view nearestScheduler(std::string_view Name);

/// What is wrong with Options, as a message that says what was found and what was wanted; empty when nothing is.
///   checkOptions({.Ratio = 1.5}) == "ratio is 1.5, wanted a number from 0 to 1"
std::string checkOptions(const ScheduleOptions &Options);

} // namespace hetrt

#endif
