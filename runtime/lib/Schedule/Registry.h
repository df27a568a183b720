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

/// A scheduler as the rest of the runtime sees it: its name, its help text, the function that creates it, and in what
/// else the runtime treats it unlike others.
struct SchedulerDescriptor {
  std::string_view Name;
  std::string_view Help; ///< one line, lower case, no final period
  std::unique_ptr<Scheduler> (*Create)(const ScheduleOptions &Options);

  bool UsesCores = true, UsesAccelerators = true;
  bool OneRange = false;    ///< It gives each device one range in a pass, as blocks need it.
  bool MayRunAlone = true;  ///< One thread may compute a pass if a team would be slower; false: every pass is divided.
  bool TriesCopies = false; ///< Devices that reach the host's memory may try whether copies are faster.

  /// Whether it only chooses the kinds of devices.
  bool choosesDevices() const { return !UsesCores || !UsesAccelerators; }
};

/// All schedulers, in the order in which listings and messages show them.
std::span<const SchedulerDescriptor *const> allSchedulers();

/// The scheduler called Name, or null.
const SchedulerDescriptor *findScheduler(std::string_view Name);

/// The scheduler of a region whose directive names none: of a loop, and of a block (which has OneRange).
const SchedulerDescriptor &defaultScheduler();
const SchedulerDescriptor &defaultBlockScheduler();

/// The scheduler name nearest to Name, which may be mistyped; empty if no name is near:
///   nearestScheduler("adaptve") == "adaptive";  nearestScheduler("fortran") == ""
std::string_view nearestScheduler(std::string_view Name);

/// A message that says which value in Options is wrong and what was wanted; empty if all values are valid.
///   checkOptions({.Ratio = 1.5}) == "ratio is 1.5, wanted a number from 0 to 1"
std::string checkOptions(const ScheduleOptions &Options);

} // namespace hetrt

#endif
