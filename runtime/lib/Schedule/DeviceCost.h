// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the balance model knows of a device.
#ifndef HETRT_SCHEDULE_DEVICECOST_H
#define HETRT_SCHEDULE_DEVICECOST_H

namespace hetrt {

/// What a device costs, and how much it may take.
struct DeviceCost {
  double Seconds = 1;      ///< for all iterations, were it alone; any unit, the same for all; infinity: takes no part
  double FixedSeconds = 0; ///< paid once per pass if it takes any iteration: launch, latency
  double Limit = 1;        ///< the largest fraction it can hold
  double Minimum = 0;      ///< the smallest fraction worth its while: it takes none, or at least this
};

} // namespace hetrt

#endif
