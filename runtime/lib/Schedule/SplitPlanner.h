// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides how iterations are split over the devices, and when the split changes.
#ifndef HETRT_SCHEDULE_SPLIT_PLANNER_H
#define HETRT_SCHEDULE_SPLIT_PLANNER_H

#include "Schedule/Apportion.h"
#include "Schedule/Balance.h"
#include "Schedule/CoreTrust.h"
#include "Schedule/DeviceRecord.h"
#include "Schedule/Scheduler.h"
#include "Schedule/WaitModel.h"

#include <span>
#include <vector>

namespace hetrt {

/// Keeps the current split of a loop over the devices; each PassScheduler has a SplitPlanner. The first split follows
/// `ratio` or the device models; later splits equalise the times that are predicted from measurements. A new split
/// replaces the current one only if it is predicted to shorten the pass by more than a threshold (so that noise does
/// not move work and data between devices), if the devices change, or if a share exceeds a device's memory limit.
class SplitPlanner {
public:
  explicit SplitPlanner(const ScheduleOptions &Options) : Options(Options) {}

  /// Sets the devices, in the order of their shares. The indices used below are positions in this list.
  void setDevices(std::span<const Participant> List);

  /// Called when a round has ended and the records of the devices that had a share in it have new measurements.
  /// Iterations: the number of iterations of the round; SecondsPerIteration: the time from the beginning of the round
  /// until its last device ended, divided by Iterations.
  void measured(double SecondsPerIteration, double Iterations);

  /// How the split will be used.
  struct Purpose {
    bool AllWait = true;     ///< each device computes its whole share alone, so the pass waits for the slowest device
    bool FixedCosts = false; ///< a share's fixed costs (launch, latency) are separate from its cost per iteration
    friend bool operator==(const Purpose &, const Purpose &) = default;
  };

  /// Splits the range `Whole`. The results of shares(), rest() and speed() are valid until the next call.
  void plan(Range Whole, Purpose For);

  std::span<const Range> shares() const { return Shares; }
  /// The iterations at the end of the range that exceed the memory of all devices together; mostly empty.
  Range rest() const { return Rest; }
  /// The speed of a device as far as it is known, in a unit common to all devices.
  double speed(size_t Device) const { return 1 / Portions[Device].Seconds; }

private:
  bool anythingMeasured() const;
  void estimate(uint64_t Iterations);

  void applyRatio();
  bool limitsBroken(uint64_t Iterations) const;
  bool movePays(uint64_t Iterations);
  bool worthIt(double Now, double Then) const;
  void adopt(uint64_t Iterations, bool Fits);
  bool movesBetweenCores() const;
  bool coresDiffer() const;
  void giveRetries();
  void layOut(Range Whole);

  const ScheduleOptions Options;
  RateEstimator Estimator;
  WaitModel Waits;
  CoreTrust Trust;
  Balancer Balance;

  std::vector<Participant> Devices;
  std::vector<const DeviceRecord *> Records; ///< the records of Devices, in the same order
  std::vector<double> Rates;                 ///< estimated seconds per iteration of each device
  std::vector<DeviceCost> Costs;
  std::vector<double> Candidate; ///< the fractions of the split that is being considered
  std::vector<uint32_t> Order;   ///< scratch for apportion()

  // The current split (Portions), and the purpose and iterations for which it was made.
  bool Valid = false;
  Purpose For;
  bool Limited = false; ///< the split depends on memory limits, so it is right only for a pass of SplitIterations
                        ///< iterations
  uint64_t SplitIterations = 0;
  bool NewMeasurements = false; ///< records have changed since the last plan()
  std::vector<Portion> Portions;

  // The current split as ranges of Whole.
  bool LaidOut = false;
  Range Whole;
  std::vector<Range> Shares;
  Range Rest;
};

} // namespace hetrt

#endif
