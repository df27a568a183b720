// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input of the balance model (Balance.h) for one device.
#ifndef HETRT_SCHEDULE_DEVICECOST_H
#define HETRT_SCHEDULE_DEVICECOST_H

namespace hetrt {

/// The cost of a pass on one device, and how much of the pass the device may take.
struct DeviceCost {
  double Seconds = 1;      ///< the time for all iterations if the device computed them alone, in a unit common to all
                           ///< devices; infinity: the device takes no part
  double FixedSeconds = 0; ///< the time (launch, latency) that the device needs once per pass if it takes any iteration
  double Limit = 1;        ///< the largest fraction that fits into the device's memory
  double Minimum = 0;      ///< the smallest fraction that the device may get, if it gets any iterations
};

} // namespace hetrt

#endif
