// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base class of all schedulers. A scheduler overrides only a few functions (the protected virtual ones below),
// which say in which form iterations are handed out, where a round ends, how large a piece is, whether the scheduler
// learns from measurements, and which kinds of device it uses. The forms:
//
//   Shares   each round is split over the devices, one contiguous range each, in device order
//   Pieces   as Shares, but a device takes its share piece by piece, and then pieces from the ends of other devices'
//            shares
//   Queue    no device has a share; all take pieces from the front of the round
//
// A pass is cut into rounds (a single one, unless roundEnd() is overridden); the next round opens when every iteration
// of the open round is finished. Ranges that devices have returned, iterations that are too many for the memory of all
// devices together, and, in the form Queue, all iterations of the round form a pool, from which devices take pieces.
#ifndef HETRT_SCHEDULE_PASS_SCHEDULER_H
#define HETRT_SCHEDULE_PASS_SCHEDULER_H

#include "Schedule/BackOff.h"
#include "Schedule/DeviceRecord.h"
#include "Schedule/HandOut.h"
#include "Schedule/OpenRound.h"
#include "Schedule/Scheduler.h"
#include "Schedule/SumTree.h"

#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hetrt {

class PassScheduler : public Scheduler, protected PieceRules {
public:
  explicit PassScheduler(const ScheduleOptions &Options);

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) final;
  Assignment next(unsigned Device) final;
  void finished(unsigned Device, Range Part, double Seconds) final;
  void drove(unsigned Device, double Seconds) final;
  void returned(unsigned Device, Range Part) final;
  void waited(double Seconds) final { Waited = Seconds; }
  uint64_t endPass() final;
  bool givenUp(unsigned Device) const final;
  void expect(uint64_t Iterations) final;
  std::span<const Range> shares() const final;

protected:
  enum class Form : uint8_t { Shares, Pieces, Queue };
  using Member = ScheduledDevice;

  /// Values of all devices in a pass, computed by others(). Back-off (BackOff.h) compares each accelerator with them.
  struct Others {
    double Longest = 0;                       ///< the seconds of the device that computed longest
    double SlowestCore = 0;                   ///< seconds per iteration of the slowest core; 0: no core has computed
    uint64_t Fewest = DeviceModel::Unlimited; ///< the smallest number of iterations of a core of tier Worker
  };

  //===-- Functions that a scheduler overrides -------------------------------------------------------------------===//

  /// The form of the pass that begins. Called when Record and Rank of all members are set.
  virtual Form formOfPass() { return Form::Shares; }
  /// The iteration at which round number Round (from 0) ends; not less than the end of the round before.
  virtual uint64_t roundEnd(uint64_t Round) const;
  /// In Form::Pieces: how many iterations the device takes next from its own share, in which Left are left; 0 counts as
  /// 1.
  uint64_t pieceOfShare(unsigned, uint64_t Left) override { return Left; }
  /// In Form::Queue and Form::Pieces: how many of the Left iterations that belong to no share a device of tier Worker
  /// takes next. 0: none now; if no other device has a range to report or will call next(), the device gets fairPart()
  /// instead.
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override { return fairPart(Device, Left); }
  /// In Form::Pieces, for a device whose own share is finished: how many iterations the device takes from the end of
  /// the share of the device Owner (the unnamed parameter). Left is the number of iterations that are left in the
  /// shares of all devices.
  uint64_t pieceOfOthers(unsigned Device, unsigned, uint64_t Left) override { return pieceOfRest(Device, Left); }
  /// Whether the split follows the measured times of devices.
  virtual bool learns() const { return true; }
  /// Whether the split treats the fixed costs of a share (launch, latency) separately from the cost per iteration. If
  /// false, they are part of p_j, the seconds per iteration of device j, as in the papers.
  virtual bool countsFixedCosts() const { return false; }
  /// Whether slow accelerators are given up.
  virtual bool backsOff() const { return learns(); }
  virtual bool uses(ProcessorKind Kind) const;
  /// Whether the accelerator was slower in this pass than the slowest core.
  virtual bool wasSlow(const Member &Accelerator, const Others &Of) const;
  /// Called when a pass that had iterations has ended, after its measurements were added to the records.
  virtual void passEnded() {}

  //===-- What the overriding functions may use ------------------------------------------------------------------===//

  const ScheduleOptions Options;
  uint64_t iterations() const { return Iterations; }
  uint64_t div() const { return Options.Div; }
  /// The seconds that the caller waited for the pass; NaN: the caller has not called waited().
  double waitedSeconds() const { return Waited; }
  /// The number of passes with iterations that have ended.
  uint64_t passesDone() const { return PassesDone; }
  std::span<const Member> members() const { return Open.Devices; }
  static bool works(const Member &M) { return M.works(); }
  size_t workers() const { return Workers; }
  /// The measured speed of M's ranges, in iterations per second; 0 if M is no Worker.
  double speedOf(const Member &M) const { return M.works() ? M.Record->Ranges.speed() : 0; }
  /// The sum of speedOf() over all members.
  double allSpeeds();
  /// Device's part of Left in proportion to the speeds that were used for the split, but not less than 1/64 of an equal
  /// part.
  uint64_t fairPart(unsigned Device, uint64_t Left) const { return Open.fairPart(Device, Left); }
  /// The least number of iterations that Device takes at once. It grows with the number of ranges that the device has
  /// taken, so that a device whose clock is faulty does not take single iterations to the end of the pass.
  uint64_t leastPart(unsigned Device, uint64_t Left) const;
  /// The planned split of this round, also if the form of the pass is not Shares.
  std::span<const Range> plannedShares() const { return Open.Planner.shares(); }

private:
  PieceRules &rules() { return *this; }
  void takeModels(std::span<const DeviceModel> Models);
  bool sameDevices(std::span<const DeviceModel> Models) const;
  DeviceRecord &recordOf(const DeviceModel &Model, size_t Position);
  Others others() const;
  Tier tierOf(const Member &M) const;
  void rankMembers();
  bool mayBeNeeded(const Member &M) const;

  void openRound();
  void planRound();
  static double asOneRange(const Member &M);
  void closeRound();
  void judgeAccelerators();
  void followTurn(BackOffJudge::Turn Next);
  double costWithout(const Member &Accelerator, double Speeds, double Gain) const;

  OpenRound Open;
  BackOffJudge Judge;
  std::deque<DeviceRecord> Records; ///< the records of all devices that any pass had; a deque, since pointers to its
                                    ///< elements stay valid when it grows
  std::unordered_map<uint32_t, DeviceRecord *> ById;
  std::vector<Participant> Participants;        ///< scratch for the planner
  std::vector<BackOffJudge::Witness> Witnesses; ///< scratch for the judge
  SumTree Speeds;                               ///< the speeds of the devices; empty until a pass asks for allSpeeds()
  bool CoresUsable = true;                      ///< At least one core is usable. If not, no accelerator is given up.
  size_t Workers = 0;
  Tier FirstCoreTier = Tier::NoTier; ///< the most preferred tier that has a core; since a core cannot fail, devices of
                                     ///< less preferred tiers never get ranges

  // The pass.
  bool InPass = false;
  const std::array<std::unique_ptr<HandOut>, 3> Forms; ///< By the numbers of Form.
  HandOut *How;                                        ///< The form of the pass.
  uint64_t Iterations = 0;
  uint64_t Unfinished = 0;
  uint64_t PassesDone = 0;
  double PassSeconds = 0; ///< the sum of the times of the rounds that have ended; the time of a round is that of its
                          ///< busiest device
  double Waited = NAN;    ///< seconds that the caller waited for the pass; NaN: unknown
};

} // namespace hetrt

#endif
