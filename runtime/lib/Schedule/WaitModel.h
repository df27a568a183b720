// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates how much time is lost because devices wait for the slowest device, in passes in which each device has one
// range (rule 5 of DeviceRecord.h).
//
// Times vary from pass to pass. Therefore giving all devices the same expected time does not make the expected time of
// the slowest device as short as possible. Two corrections of the estimated seconds per iteration make it shorter:
//
//   A device whose times vary more counts as slower, by the expected difference between the slowest device and the mean
//   of all devices. A faster device gets a little more work than would take an equal time: an iteration that moves from
//   a slower to a faster device costs the faster one less time than it saves the slower one. If times had a Gumbel
//   distribution with scale b, all devices together would wait least if a device that is s times as fast as another is
//   expected to need b ln(s) longer. So p_j, the seconds per iteration of device j, become p_j^(1 + b).
//
// All cores count as equally fast here, since differences between cores are often noise. So the corrections do not
// change how work is divided among the cores.
#ifndef HETRT_SCHEDULE_WAIT_MODEL_H
#define HETRT_SCHEDULE_WAIT_MODEL_H

#include "Schedule/Apportion.h"
#include "Schedule/DeviceRecord.h"

#include <cmath>
#include <span>

namespace hetrt {

/// One device as SplitPlanner sees it. Record must stay valid as long as the planner has the participant in its list.
struct Participant {
  const DeviceRecord *Record = nullptr;
  bool TakesPart = false;
  bool Retry = false;                      ///< the device gets an iteration even if its fraction rounds to none
  uint64_t Limit = DeviceModel::Unlimited; ///< most iterations in one share
  friend bool operator==(const Participant &, const Participant &) = default;
};

class WaitModel {
public:
  /// Called when a round (a pass, or a part of one) has ended in which the devices had these portions.
  void measured(std::span<const Participant> Devices, std::span<const Portion> Portions);

  /// Corrects the seconds per iteration of the devices that take part.
  void apply(std::span<const Participant> Devices, std::span<double> SecondsPerIteration) const;

private:
  /// How much the measurements of the devices of one kind deviate from their estimates in one round: the mean absolute
  /// deviation, as a fraction, without a disturbance that slows all devices of the kind by the same factor.
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

/// The expected time of the slowest of Count devices minus the devices' mean time, as a fraction of the mean, if the
/// time of a device usually differs from its mean by the fraction Noise.
double expectedExcess(size_t Count, double Noise);

} // namespace hetrt

#endif
