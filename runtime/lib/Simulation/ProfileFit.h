// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates from the times of ranges how much each iteration of a loop costs relative to the others (a WorkProfile).
#ifndef HETRT_SIMULATION_PROFILE_FIT_H
#define HETRT_SIMULATION_PROFILE_FIT_H

#include "Simulation/WorkProfile.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hetrt {

/// A range that a device computed in a real run.
struct MeasuredRange {
  size_t Device = 0; ///< index in the region's list of devices
  unsigned Pass = 0;
  Range Part;
  uint64_t Iterations = 0; ///< trip count of the pass
  double Seconds = 0;
};

/// The fitted line: seconds = Fixed + PerIteration * work, with work in iterations of average cost.
struct FittedTime {
  double Fixed = 0;
  double PerIteration = 0; ///< 0: the device computed nothing
};

/// Fits the line to the passes or ranges of one device. The slope is the median over all pairs whose work differs by a
/// fifth or more; Fixed is the median of the remainders. If the work differs too little to tell the two apart, Fixed is
/// 0. Leaves out the first pass of more than two, and passes without work or time.
FittedTime fitTime(const std::vector<double> &Work, const std::vector<double> &Seconds);

double median(std::vector<double> Values);

/// The simplest profile that explains the times of Ranges. A profile's error is the weighted mean of the absolute value
/// of log(time / predicted), where long ranges count more. The result is uniform unless its error exceeds 5% and
/// sloped() has less than half the error (0.7 of it from 32 ranges on); a table if the better of the two has an error
/// above 10%, there are 32 ranges or more, and a table fitted to every second range halves the error of the other
/// ranges. Ranges that all lie at one place of the loop are not used.
///
/// If the ranges of each core lie at different places (at least a tenth of the loop apart), every core is fitted with
/// its own speed. Otherwise all cores are fitted together as if they were equally fast. If there are no cores, or their
/// ranges lie at one place, accelerators are used, although their times contain launches, copies and waiting for each
/// other. IsCore has an entry for each device; a core has no fixed costs.
WorkProfile fitProfile(const std::vector<MeasuredRange> &Ranges, const std::vector<bool> &IsCore);

} // namespace hetrt

#endif
