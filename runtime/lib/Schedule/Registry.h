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

/// A row of the table in hetrt/schedulers.h: the name, and the properties by which the runtime treats schedulers
/// differently, which hetrt_scheduler_property explains.
struct SchedulerRow {
  std::string_view Name;
  bool UsesCores, UsesAccelerators, OneRange, MayRunAlone, TriesCopies;

  /// Whether the scheduler restricts a region to one kind of device.
  bool choosesDevices() const { return !UsesCores || !UsesAccelerators; }
};

/// A scheduler as the rest of the runtime sees it: its row, its help text, and the function that creates it.
struct SchedulerDescriptor : SchedulerRow {
  std::string_view Help; ///< one line, lower case, no final period
  std::unique_ptr<Scheduler> (*Create)(const ScheduleOptions &Options);
};

/// All schedulers, in the order in which listings and messages show them.
std::span<const SchedulerDescriptor *const> allSchedulers();

/// The scheduler called Name, or null.
const SchedulerDescriptor *findScheduler(std::string_view Name);

/// The name in the table of the scheduler that is also called `Name`; `Name` if it is no other name:
///   canonicalName("dynamic") == "adaptive"
std::string_view canonicalName(std::string_view Name);

/// The names of the schedulers that blocks can have, for messages: "'adaptive', 'static' or 'cpu'".
std::string blockSchedulers();

/// The scheduler of a loop, and of a `partition` block, whose directive names no scheduler. That of blocks has
/// OneRange.
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
