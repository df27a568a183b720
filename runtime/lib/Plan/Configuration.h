// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the words of a clause, the settings and the region together say of its passes.
#ifndef HETRT_PLAN_CONFIGURATION_H
#define HETRT_PLAN_CONFIGURATION_H

#include "Schedule/Scheduler.h"
#include "Settings/Settings.h"
#include "Team/DeviceChoice.h"
#include "Team/PlaceTeams.h"
#include "hetrt/hetrt.h"

#include <cstdint>
#include <memory>
#include <string>

namespace hetrt {

/// The arguments of a clause that a scheduler and devices are chosen by. The words stand in the program's constants.
struct ClauseWords {
  const char *Devices = nullptr, *Scheduler = nullptr;
  double Ratio = -1;
  std::int64_t Div = 0;

  static ClauseWords of(const hetrt_call &Call) { return {Call.devices, Call.scheduler, Call.ratio, Call.div}; }
  bool operator==(const ClauseWords &Other) const;
};

struct Configuration {
  ClauseWords Words;
  DeviceChoice Choice;
  std::string SchedulerName;
  bool WantsCores = true, WantsAccelerators = true;

  /// A region for which an accelerator has to be there, should the settings say so.
  bool needsAccelerator() const { return Choice.accelerators() && SchedulerName != "cpu"; }
};

/// `Where` is the place to which the region keeps, or null. Errors say which words are understood.
Status configure(const ClauseWords &Words, const hetrt_region &Region, const Place *Where, const Settings &Set,
                 Configuration &Into, std::unique_ptr<Scheduler> &Made);

/// Of calls that are not planned: whether accelerators are wanted.
bool wantsAccelerators(const hetrt_region &Region, const hetrt_call &Call);

/// The accelerators that a configuration names; an id beyond those that exist is a mistake, unless there are none at
/// all.
Status checkIds(const Configuration &Of, const Fleet &All);

} // namespace hetrt

#endif
