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
  double Seconds = 1;                      ///< per iteration, in any common unit: who is slow, and who is fast
  uint64_t Limit = DeviceModel::Unlimited; ///< most iterations it may get
  uint64_t Count = 0;                      ///< out: iterations it gets
};

/// Gives every device its fraction of Iterations, rounded down. Leftovers go round-robin, slowest device first,
/// passing over devices with less than the mean share Iterations/n of the n that have a fraction; where all have less,
/// fastest first, devices of fraction 0 last. Of equal devices the first counts as the fastest. Order is scratch space
/// for as many indices as there are portions. Returns what no limit leaves room for.
///
/// Takes time in proportion to the number of devices: who comes first matters, but not in which order.
uint64_t apportion(uint64_t Iterations, std::span<Portion> Portions, std::span<uint32_t> Order);

} // namespace hetrt

#endif
