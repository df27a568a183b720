// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns options and settings into a ManualSetup, which says where a loop of hetrt/manual.h runs: its scheduler, cores
// and accelerators.
#ifndef HETRT_MANUAL_MANUALSETUP_H
#define HETRT_MANUAL_MANUALSETUP_H

#include "Plan/SchedulerChoice.h"
#include "Region/Engine.h"
#include "Team/TeamSize.h"
#include "hetrt/manual.h"

#include <string>
#include <vector>

namespace hetrt {

struct ManualSetup {
  std::string Location;
  SchedulerChoice Choice;
  unsigned Cores = 0;
  std::vector<Accelerator *> Accelerators;
  Fleet *All = nullptr;                      ///< All accelerators of the process; null if there are none that the loop
                                             ///< uses or that may have copies of its arrays.
  double CoreSeconds = 0, DeviceSeconds = 0; ///< Expected seconds per iteration on a core and on an accelerator; NaN:
                                             ///< unknown.
  RegionTrace *Trace = nullptr;

  DeviceModel core(std::uint32_t Id, bool Usable = true) const;
  DeviceModel accelerator(const Accelerator &Which, bool Usable = true) const;

  /// Values of DeviceModel::Id: m for core number m, FirstAccelerator + a for accelerator number a.
  static constexpr std::uint32_t FirstAccelerator = 1u << 20;
};

/// Chooses the scheduler and the devices of a loop. Error messages begin with the loop's location.
Status setUp(const hetrt_manual_options &Options, Engine &Owner, ManualSetup &Into);

/// The result of a pass that has ended: `Fault` if it is an error, else an error if `Unfinished` iterations were not
/// computed. Messages begin with Location.
Status passResult(const std::string &Location, const Status &Fault, std::uint64_t Unfinished, std::uint64_t TripCount);

} // namespace hetrt

#endif
