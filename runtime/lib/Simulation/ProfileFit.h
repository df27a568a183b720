// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates, from the measured times of ranges, how much each iteration of a loop costs relative to the other
// iterations (a WorkProfile).
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

/// A line fitted to measured times: seconds = Fixed + PerIteration * work. The unit of work is an iteration of average
/// cost.
struct FittedTime {
  double Fixed = 0;
  double PerIteration = 0; ///< 0: the device computed nothing
};

/// Fits the line to the work and the seconds of one device's passes or ranges. PerIteration is the median slope over
/// all pairs of passes whose work differs by a fifth or more; Fixed is the median of what then remains of the seconds.
/// If too few pairs differ by so much, Fixed is 0. Passes without work or time are left out, and so is the first pass
/// if there are more than two.
FittedTime fitTime(const std::vector<double> &Work, const std::vector<double> &Seconds);

double median(std::vector<double> Values);

/// The simplest profile that explains the times of Ranges. The error of a profile is the weighted mean of the absolute
/// value of log(time / predicted time), in which long ranges have more weight. The result is uniform() unless its error
/// exceeds 5%. It is the best sloped() if this has less than half the error (with 32 ranges or more: less than 0.7 of
/// the error). It is a table() if the better of these two has an error above 10%, there are 32 ranges or more, and a
/// table that is fitted to every second range halves the error of the other ranges. Ranges that all lie at one place of
/// the loop are not used.
///
/// If the ranges of each core lie at different places (at least a tenth of the loop apart), every core is fitted with
/// its own speed. Otherwise all cores are fitted together as if they were equally fast. If there are no cores, or their
/// ranges lie at one place, the ranges of accelerators are used, although their times also contain launches, copies,
/// and waits between devices. IsCore has an entry for each device; a core has no fixed costs.
WorkProfile fitProfile(const std::vector<MeasuredRange> &Ranges, const std::vector<bool> &IsCore);

} // namespace hetrt

#endif
