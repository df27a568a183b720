// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the arguments of a loop and the settings together say of its passes: the scheduler and the number of threads.
#ifndef HETRT_PLAN_PASSOPTIONS_H
#define HETRT_PLAN_PASSOPTIONS_H

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

struct TeamWish {
  std::int32_t NumThreads = 0; ///< Of a num_threads clause; 0: absent.
  std::int32_t MaxThreads = 0; ///< Of the program's OpenMP runtime; 0: unknown.
  unsigned GrantedCores = 1;
  std::size_t Accelerators = 0; ///< That take part.
};

/// Threads that compute on cores: as the clause says, else HETRT_DEVICES, else OpenMP; at most the cores granted, of
/// which accelerators take one each for their host threads unless HETRT_DEVICES counts the cores, or they share them.
std::uint32_t teamSize(const TeamWish &Wish, const Settings &Set);

/// Whether there is a core less for every accelerator that takes part.
bool hostThreadsTakeCores(const Settings &Set);

} // namespace hetrt

#endif
