// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Determines how the passes of a region run, from the words of a clause, the settings and the region.
#ifndef HETRT_PLAN_CONFIGURATION_H
#define HETRT_PLAN_CONFIGURATION_H

#include "Schedule/Registry.h"
#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"
#include "Team/DeviceChoice.h"
#include "Team/PlaceTeams.h"
#include "hetrt/hetrt.h"

#include <cstdint>
#include <memory>

namespace hetrt {

/// The arguments of a clause that choose scheduler and devices. The pointers are to string constants in the program.
struct ClauseWords {
  const char *Devices = nullptr, *Scheduler = nullptr;
  double Ratio = -1;
  std::int64_t Div = 0;

  static ClauseWords of(const hetrt_call &Call) { return {Call.devices, Call.scheduler, Call.ratio, Call.div}; }
  bool operator==(const ClauseWords &Other) const;
};

/// How a region is to be executed: scheduler and kinds of devices.
struct Configuration {
  ClauseWords Words;
  DeviceChoice Choice;
  const SchedulerDescriptor *Scheduler = nullptr; ///< The scheduler that was named; null until configure().
  bool WantsCores = true, WantsAccelerators = true;

  /// Whether the region can use an accelerator; if settings demand one, it is then an error if there is none.
  bool needsAccelerator() const { return Choice.accelerators() && Scheduler->UsesAccelerators; }
};

/// Configures a region. `Where` is the place on which the region runs (Team/PlaceTeams.h), or null. Error messages say
/// which words are possible.
Status configure(const ClauseWords &Words, const hetrt_region &Region, const Place *Where, const Settings &Set,
                 Configuration &Into, std::unique_ptr<hetrt::Scheduler> &Made);

/// Whether a call asks for accelerators by its scheduler and its devices, and the region can use them.
bool wantsAccelerators(const hetrt_region &Region, const hetrt_call &Call);

/// Checks that the accelerators that a clause names by number exist. An unknown number is an error, unless there are no
/// accelerators at all.
Status checkIds(const Configuration &Of, const Fleet &All);

} // namespace hetrt

#endif
