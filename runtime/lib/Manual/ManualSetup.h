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
  Fleet *All = nullptr;                      ///< Null if the process has no accelerators that matter to the loop.
  double CoreSeconds = 0, DeviceSeconds = 0; ///< Per iteration; NaN: unknown.
  RegionTrace *Trace = nullptr;

  DeviceModel core(std::uint32_t Id, bool Usable = true) const;
  DeviceModel accelerator(const Accelerator &Which, bool Usable = true) const;

  /// Scheduler ids: core m is device m, accelerator a is FirstAccelerator + a.
  static constexpr std::uint32_t FirstAccelerator = 1u << 20;
};

/// Chooses scheduler and devices of a loop. Error messages begin with the loop's location.
Status setUp(const hetrt_manual_options &Options, Engine &Owner, ManualSetup &Into);

/// The result of a finished pass: its fault, or an error if iterations were left `Unfinished`. Messages begin with
/// Location.
Status passResult(const std::string &Location, const Status &Fault, std::uint64_t Unfinished, std::uint64_t TripCount);

} // namespace hetrt

#endif
