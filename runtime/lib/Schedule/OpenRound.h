// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of a pass, and what is still to be computed of its open round: what belongs to devices, what is in the
// pool, and what devices have taken.
#ifndef HETRT_SCHEDULE_OPEN_ROUND_H
#define HETRT_SCHEDULE_OPEN_ROUND_H

#include "Schedule/DeviceRecord.h"
#include "Schedule/RangePool.h"
#include "Schedule/Scheduler.h"
#include "Schedule/SplitPlanner.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hetrt {

/// Groups of devices, the preferred group first. Iterations that belong to no device's share (the pool, see the head
/// of PassScheduler.h) go to the devices of the first group that has a device.
enum class Tier : uint8_t {
  Worker,            ///< the device is of a kind that the scheduler uses
  SpareCore,         ///< a core that the scheduler does not use, but may
  ReserveCore,       ///< a core that the caller lists as not usable
  UnusedAccelerator, ///< an accelerator that the scheduler does not use, or has given up
  Failing,           ///< an accelerator that failed in this pass
  NoTier
};

/// The sums of the measured ranges of a device, in a round or a pass.
struct Tally {
  uint64_t Iterations = 0;
  double Seconds = 0;
  unsigned Ranges = 0;
  void add(uint64_t Count, double Took) {
    Iterations += Count;
    Seconds += Took;
    ++Ranges;
  }
  double secondsPerIteration() const { return Seconds / static_cast<double>(Iterations); }
};

/// A device in a pass.
struct ScheduledDevice {
  DeviceModel Model;
  DeviceRecord *Record = nullptr;
  Tier Rank = Tier::NoTier;
  bool Failed = false;
  bool CountsForShare = false; ///< the device has reported a range whose time is used to compute the device's next
                               ///< share
  bool WillAsk = false;        ///< the device has reported a range and has not called next() since, so it will call
                               ///< it soon
  Range Home;                  ///< the part of the device's share that the device has not taken yet
  uint64_t Held = 0;           ///< iterations that the device has still to report: those of Home, and those that it
                               ///< is computing
  unsigned Taken = 0;          ///< ranges taken in this pass
  Tally Round;                 ///< measured in the open round, without ranges that the device took from other
                               ///< devices' shares
  Tally Pass;
  double Driving = 0;       ///< seconds of Pass.Seconds in which a core drove accelerators
  double EarlierRounds = 0; ///< Pass.Seconds at the moment when the open round began
  uint64_t computing() const { return Held - Home.size(); }
  /// The fraction of its seconds in this pass that the device computed and did not drive accelerators; at least 0.01.
  double computedPart() const { return Pass.Seconds > 0 ? std::max(0.01, 1 - Driving / Pass.Seconds) : 1; }
  bool works() const { return Rank == Tier::Worker; }
  bool accelerator() const { return Model.Kind == ProcessorKind::Accelerator; }
};

/// The round that a pass is in: the devices, and which iterations are left. The functions name devices by their index
/// in Devices, or by their entry.
struct OpenRound {
  explicit OpenRound(const ScheduleOptions &Options) : Planner(Options) {}

  std::vector<ScheduledDevice> Devices;
  SplitPlanner Planner;       ///< The split of this round, and the devices' speeds.
  Tier Active = Tier::NoTier; ///< The devices of this tier get iterations from the pool.
  uint64_t Number = 0;        ///< How many rounds of the pass have opened.
  Range Whole;                ///< The iterations of the round.
  uint64_t Unfinished = 0;    ///< How many of them no device has reported.
  uint64_t HeldByAccelerators = 0;
  RangePool Pool;

  /// Called before the first round of a pass.
  void begin();
  bool helps(const ScheduledDevice &M) const { return M.Rank == Active && M.Rank != Tier::NoTier; }
  /// Counts iterations that the device now has to report, or no longer has to.
  void hold(ScheduledDevice &M, uint64_t Count);
  void letGo(ScheduledDevice &M, uint64_t Count);
  /// Moves the part of M's share that M has not taken yet (Home) into Pool, from which all devices take ranges.
  void leaveHome(ScheduledDevice &M);
  /// Whether other devices will compute the iterations that are left, so that the calling device need not take any:
  /// another device is computing a range, or has reported one and will call next().
  bool othersGoOn() const;
  /// How many of the `Left` iterations the device should take next, so that all devices end at about the same time.
  uint64_t fairPart(unsigned Device, uint64_t Left) const;
};

} // namespace hetrt

#endif
