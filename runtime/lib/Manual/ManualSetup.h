// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From options and settings to what a hand-written loop runs on: its scheduler, cores and accelerators.
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
  Fleet *All = nullptr;                      ///< Null where accelerators are of no concern.
  double CoreSeconds = 0, DeviceSeconds = 0; ///< Per iteration; NaN: unknown.
  RegionTrace *Trace = nullptr;

  DeviceModel core(std::uint32_t Id, bool Usable = true) const;
  DeviceModel accelerator(const Accelerator &Which, bool Usable = true) const;

  /// Core number m is device m to the scheduler, accelerator number a is FirstAccelerator + a.
  static constexpr std::uint32_t FirstAccelerator = 1u << 20;
};

/// Finds the scheduler and the devices of a loop that the program divides by hand. Errors begin with its location.
Status setUp(const hetrt_manual_options &Options, Engine &Owner, ManualSetup &Into);

/// What RangeQueue and endPass() say of a pass that is over, with the location in front.
Status passResult(const std::string &Location, const Status &Fault, std::uint64_t Unfinished, std::uint64_t TripCount);

} // namespace hetrt

#endif
