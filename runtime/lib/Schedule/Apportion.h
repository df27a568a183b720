// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns fractions of the iterations into whole numbers of iterations.
#ifndef HETRT_SCHEDULE_APPORTION_H
#define HETRT_SCHEDULE_APPORTION_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <span>

namespace hetrt {

/// One device's input to, and result of, apportion().
struct Portion {
  double Fraction = 0;
  double Seconds = 1;                      ///< seconds per iteration, in any unit common to all devices; decides which
                                           ///< device is slower
  uint64_t Limit = DeviceModel::Unlimited; ///< the most iterations that the device may get
  uint64_t Count = 0;                      ///< result: the iterations that the device gets
};

/// Gives every device its fraction of Iterations, rounded down. The iterations left over go round-robin, slowest device
/// first, to devices that have at least the mean share Iterations/n, n being the number of devices with a fraction
/// above 0. If no device below its limit has that many, they go to the devices with a fraction above 0, fastest first,
/// and then to those with fraction 0. Of equally fast devices, the one with the lowest index counts as the fastest.
/// Order is scratch space, as long as Portions. Returns the number of iterations that fit into no device's limit.
///
/// Takes time in proportion to the number of devices, since it does not sort the portions.
uint64_t apportion(uint64_t Iterations, std::span<Portion> Portions, std::span<uint32_t> Order);

} // namespace hetrt

#endif
