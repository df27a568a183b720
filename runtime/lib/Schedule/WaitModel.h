// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates how much time devices lose by waiting for the slowest of them if each has one range (rule 5 of
// DeviceRecord.h).
//
// Times vary from pass to pass, so the expected time of the slowest device is not least when all devices have the same
// expected time. Two corrections of the seconds per iteration reduce it:
//
//   A device whose times vary more counts as slower, by the expected difference between the slowest device and the
//   mean of all devices.
//   A faster device is given a little more than an equal time: an iteration that it takes over from a slower device
//   costs it less time than it saves the slower one. If times varied by the law of extremes (Gumbel's) with scale b,
//   the sum of all waiting would be least where a device s times as fast as another is expected to need b ln(s) longer;
//   so p_j becomes p_j^(1 + b).
//
// All cores count as equally fast here, since differences between cores are often noise. So the split among cores stays
// as it is.
#ifndef HETRT_SCHEDULE_WAIT_MODEL_H
#define HETRT_SCHEDULE_WAIT_MODEL_H

#include "Schedule/Apportion.h"
#include "Schedule/DeviceRecord.h"

#include <cmath>
#include <span>

namespace hetrt {

/// One device as SplitPlanner sees it. The record outlives the planner's use of the participant.
struct Participant {
  const DeviceRecord *Record = nullptr;
  bool TakesPart = false;
  bool Retry = false;                      ///< the device gets an iteration even if its fraction rounds to none
  uint64_t Limit = DeviceModel::Unlimited; ///< most iterations in one share
  friend bool operator==(const Participant &, const Participant &) = default;
};

class WaitModel {
public:
  /// Called when a round has ended in which the devices had these portions.
  void measured(std::span<const Participant> Devices, std::span<const Portion> Portions);

  /// Corrects the seconds per iteration of the devices that take part.
  void apply(std::span<const Participant> Devices, std::span<double> SecondsPerIteration) const;

private:
  /// The mean absolute deviation, as a fraction, of one round's measurements of the devices of one kind from their
  /// estimates. A disturbance that slows all devices of the kind alike is not part of it.
  struct Spread {
    double Mean = 0;
    unsigned Count = 0;
    double Guess = INFINITY; ///< used while Count is 0: the deviation of cores from each other in a round in which they
                             ///< counted as equal
  };

  void note(ProcessorKind Kind, std::span<const Participant> Devices, std::span<const Portion> Portions);
  double noise(ProcessorKind Kind, std::span<const Participant> Devices) const;
  const Spread &of(ProcessorKind Kind) const { return Kind == ProcessorKind::Cpu ? Cores : Accelerators; }

  Spread Cores, Accelerators;
};

/// The expected difference between the slowest of Count devices and their mean, as a fraction of the mean, if a
/// measurement usually differs by the fraction Noise.
double expectedExcess(size_t Count, double Noise);

} // namespace hetrt

#endif
