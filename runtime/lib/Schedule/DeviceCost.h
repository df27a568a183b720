// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input of the balance model (Balance.h) for one device.
#ifndef HETRT_SCHEDULE_DEVICECOST_H
#define HETRT_SCHEDULE_DEVICECOST_H

namespace hetrt {

/// The cost of a pass on one device, and how much of the pass the device may take.
struct DeviceCost {
  double Seconds = 1;      ///< for all iterations if it were alone; in a unit common to all devices; infinity: takes no
                           ///< part
  double FixedSeconds = 0; ///< paid once per pass if it takes any iteration: launch, latency
  double Limit = 1;        ///< the largest fraction that fits into its memory
  double Minimum = 0;      ///< the smallest fraction that pays: it gets nothing, or at least this
};

} // namespace hetrt

#endif
