// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From fractions to whole iterations, and from counts to contiguous ranges.
#ifndef HETRT_SCHEDULE_APPORTION_H
#define HETRT_SCHEDULE_APPORTION_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <span>

namespace hetrt {

/// One device's side of an apportionment.
struct Portion {
  double Fraction = 0;
  uint64_t Limit = DeviceModel::Unlimited; ///< most iterations it may get
  uint64_t Count = 0;                      ///< out: iterations it gets
};

/// Gives every device its fraction of Iterations, rounded down. Leftovers go round-robin, slowest device first,
/// passing over devices with less than the mean share Iterations/n of the n that have a fraction; where all have less,
/// fastest first, devices of fraction 0 last. SlowestFirst lists the indices of Portions, equals in reverse, so that
/// equal devices are served in device order when fastest first. Returns what no limit leaves room for.
uint64_t apportion(uint64_t Iterations, std::span<Portion> Portions, std::span<const uint32_t> SlowestFirst);

} // namespace hetrt

#endif
