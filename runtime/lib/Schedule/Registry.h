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

/// A scheduler as the rest of the runtime sees it: its name, its help text, the function that creates it, and the
/// properties by which the runtime treats schedulers differently.
struct SchedulerDescriptor {
  std::string_view Name;
  std::string_view Help; ///< one line, lower case, no final period
  std::unique_ptr<Scheduler> (*Create)(const ScheduleOptions &Options);

  bool UsesCores = true, UsesAccelerators = true;
  bool OneRange = false;    ///< It gives each device one range in a pass, which `partition` blocks require.
  bool MayRunAlone = true;  ///< If a team would be slower, one thread may compute a whole pass alone. False: every pass
                            ///< is divided.
  bool TriesCopies = false; ///< Devices that can access the host's memory directly may also be run with copies, to see
                            ///< which is faster.

  /// Whether the scheduler is one that restricts a region to one kind of device: `cpu` or `gpu`.
  bool choosesDevices() const { return !UsesCores || !UsesAccelerators; }
};

/// All schedulers, in the order in which listings and messages show them.
std::span<const SchedulerDescriptor *const> allSchedulers();

/// The scheduler called Name, or null.
const SchedulerDescriptor *findScheduler(std::string_view Name);

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
