// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates, from the times of ranges, how the work of a loop is spread over its iterations.
#ifndef HETRT_SIMULATION_PROFILE_FIT_H
#define HETRT_SIMULATION_PROFILE_FIT_H

#include "Simulation/WorkProfile.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hetrt {

/// A range that a device computed.
struct MeasuredRange {
  size_t Device = 0; ///< index in the region's list
  unsigned Pass = 0;
  Range Part;
  uint64_t Iterations = 0; ///< of the pass
  double Seconds = 0;
};

/// Seconds = Fixed + PerIteration * work, where work counts iterations of average cost.
struct FittedTime {
  double Fixed = 0;
  double PerIteration = 0; ///< 0: the device never computed anything
};

/// Fits one device's passes or ranges: the median of the slopes between all pairs whose work differs by a fifth or
/// more, and the median of what is then left; where work does not differ enough to tell the two apart, all is per
/// iteration. Leaves out the first one of more than two, and those without work or time.
FittedTime fitTime(const std::vector<double> &Work, const std::vector<double> &Seconds);

double median(std::vector<double> Values);

/// The simplest profile that explains the times of Ranges. What a profile leaves unexplained is the mean of
/// |log(time / predicted)|, long ranges counting more. Uniform, unless that leaves more than 5% and sloped() half of it
/// (0.7 of it where there are 32 ranges or more); a table where the better of the two leaves more than 10%, there are
/// 32 ranges or more, and one that is fitted to every second range halves what is unexplained of the others. Ranges
/// that all lie at one place are no evidence.
///
/// Where each core's own ranges lie at different places (a tenth of the loop apart), cores may differ in speed.
/// Otherwise all of them are taken together, as if they were equally fast. Where there are none, or at one place,
/// accelerators tell, whose times also hold launches, copies and what they wait for each other. IsCore has an entry for
/// each device; a core has no fixed costs.
WorkProfile fitProfile(const std::vector<MeasuredRange> &Ranges, const std::vector<bool> &IsCore);

} // namespace hetrt

#endif
