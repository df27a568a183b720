// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides how iterations are split over the devices, and when that split moves.
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

/// Keeps the split in force. The first split follows `ratio` or the device model; later ones equalise the times
/// predicted from measurements. A split in force stays unless a new one is predicted to shorten the pass by more than
/// the threshold, so that noise moves neither work nor data; it is remade when the devices change, or when a memory
/// limit no longer holds it.
class SplitPlanner {
public:
  explicit SplitPlanner(const ScheduleOptions &Options) : Options(Options) {}

  /// The devices from now on, in the order in which shares lie. Indices below are positions in this list.
  void setDevices(std::span<const Participant> List);

  /// Tells that records have grown since the last plan, those of the devices with a share, and how long each of a
  /// round's so many iterations took until the last of them had ended.
  void measured(double SecondsPerIteration, double Iterations);

  /// What a split is made for.
  struct Purpose {
    bool AllWait = true;     ///< each device computes its share alone, and all wait for the last
    bool FixedCosts = false; ///< what a share costs however small it is counts for itself
    friend bool operator==(const Purpose &, const Purpose &) = default;
  };

  /// Splits Whole. The results hold until the next call.
  void plan(Range Whole, Purpose For);

  std::span<const Range> shares() const { return Shares; }
  /// The end of Whole for which no device has memory.
  Range rest() const { return Rest; }
  /// Iterations per second as far as known, in a common unit.
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
  std::vector<const DeviceRecord *> Records; ///< of Devices
  std::vector<double> Rates;                 ///< estimated seconds per iteration
  std::vector<DeviceCost> Costs;
  std::vector<double> Candidate; ///< fractions under consideration
  std::vector<uint32_t> Order;   ///< scratch for apportion()

  // The split in force: Portions, with the Rates that it was made from.
  bool Valid = false;
  Purpose For;
  bool Limited = false; ///< memory limits shaped it, for SplitIterations
  uint64_t SplitIterations = 0;
  bool NewMeasurements = false; ///< since it was last looked at
  std::vector<Portion> Portions;

  // The split laid out as ranges of Whole.
  bool LaidOut = false;
  Range Whole;
  std::vector<Range> Shares;
  Range Rest;
};

} // namespace hetrt

#endif
