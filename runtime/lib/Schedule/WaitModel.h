// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What devices lose by waiting for the last of them, where each has one range: rule 5 of DeviceRecord.h.
//
// Times vary from pass to pass, so the split with the least time for the last device is not the one under which all are
// expected to need the same. Two corrections of the seconds per iteration lead there:
//
//   who varies more counts as slower, by what the slowest of so many is expected to exceed the mean by;
//   who is fast may rather be the last than who is slow: it takes an iteration from another for less. Were times to
//   vary by the law of extremes (Gumbel's) with scale b, the sum of all waiting would be least where a device s times
//   as fast as another is expected to need b ln(s) longer; so p_j becomes p_j^(1 + b).
//
// Cores count as equally fast here: what they differ by is often noise itself. So among cores nothing changes.
#ifndef HETRT_SCHEDULE_WAIT_MODEL_H
#define HETRT_SCHEDULE_WAIT_MODEL_H

#include "Schedule/Apportion.h"
#include "Schedule/DeviceRecord.h"

#include <cmath>
#include <span>

namespace hetrt {

/// One device, as the planner sees it. The record outlives the planner's use of it.
struct Participant {
  const DeviceRecord *Record = nullptr;
  bool TakesPart = false;
  bool Retry = false;                      ///< gets an iteration even where its fraction rounds to none
  uint64_t Limit = DeviceModel::Unlimited; ///< most iterations in one share
  friend bool operator==(const Participant &, const Participant &) = default;
};

class WaitModel {
public:
  /// A round has ended, in which devices had these portions.
  void measured(std::span<const Participant> Devices, std::span<const Portion> Portions);

  /// Corrects the seconds per iteration of those who take part.
  void apply(std::span<const Participant> Devices, std::span<double> SecondsPerIteration) const;

private:
  /// How much devices of one kind differ in the same pass from what was believed of each, on average: a mean absolute
  /// deviation, as a fraction. What slows all of them alike does not count.
  struct Spread {
    double Mean = 0;
    unsigned Count = 0;
    double Guess = INFINITY; ///< before: how cores differ from each other, which were taken for equal
  };

  void note(ProcessorKind Kind, std::span<const Participant> Devices, std::span<const Portion> Portions);
  double noise(ProcessorKind Kind, std::span<const Participant> Devices) const;
  const Spread &of(ProcessorKind Kind) const { return Kind == ProcessorKind::Cpu ? Cores : Accelerators; }

  Spread Cores, Accelerators;
};

/// By how much the slowest of Count devices is expected to exceed their mean, where a measurement usually differs by
/// Noise, as a fraction.
double expectedExcess(size_t Count, double Noise);

} // namespace hetrt

#endif
