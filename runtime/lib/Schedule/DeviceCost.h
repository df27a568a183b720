// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input of the balance model (Balance.h) for one device.
#ifndef HETRT_SCHEDULE_DEVICECOST_H
#define HETRT_SCHEDULE_DEVICECOST_H

namespace hetrt {

/// The cost of a pass on one device, and how much of the pass the device may take.
struct DeviceCost {
  double Seconds = 1;      ///< for all iterations if the device were alone; in a unit common to all devices; infinity:
                           ///< takes no part
  double FixedSeconds = 0; ///< paid once per pass if the device takes any iteration: launch, latency
  double Limit = 1;        ///< the largest fraction that fits into the device's memory
  double Minimum = 0;      ///< the smallest fraction that pays: the device gets nothing, or at least this
};

} // namespace hetrt

#endif
