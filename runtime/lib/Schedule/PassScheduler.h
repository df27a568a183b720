// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all pass schedulers share. They differ in three answers only (the protected virtuals below): where a round
// ends, whether they learn, and which kind of device they use.
//
// A pass is cut into rounds (one, unless the scheduler says otherwise). Each round is split over the devices, one
// contiguous range each, in device order; the next round opens when every iteration of this one is finished. Ranges
// that come back, and what no memory limit leaves room for, form a pool that the others empty in pieces.
#ifndef HETRT_SCHEDULE_PASS_SCHEDULER_H
#define HETRT_SCHEDULE_PASS_SCHEDULER_H

#include "Schedule/RateHistory.h"
#include "Schedule/Scheduler.h"
#include "Schedule/SplitPlanner.h"

#include <deque>
#include <vector>

namespace hetrt {

class PassScheduler : public Scheduler {
public:
  explicit PassScheduler(const ScheduleOptions &Options);

  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Models) final;
  Assignment next(unsigned Device) final;
  void finished(unsigned Device, Range Part, double Seconds) final;
  void returned(unsigned Device, Range Part) final;
  uint64_t endPass() final;
  bool givenUp(unsigned Device) const final;
  std::span<const Range> shares() const final;

protected:
  /// Where round number Round (from 0) ends, never before the round before it does.
  virtual uint64_t roundEnd(uint64_t Round) const;
  /// Whether the split follows measurements, and slow accelerators are given up.
  virtual bool learns() const { return true; }
  virtual bool uses(ProcessorKind Kind) const;

  uint64_t iterations() const { return Iterations; }
  uint64_t div() const { return Options.Div; }
  /// Passes with work that ended before this one.
  uint64_t passesDone() const { return PassesDone; }

private:
  /// Who may help: the devices of the lowest tier that has any.
  enum Tier : uint8_t {
    Worker,      ///< what the scheduler is meant to use
    SpareCore,   ///< a core that the scheduler does not use
    ReserveCore, ///< a core that the caller does not want used
    SetAside,    ///< an accelerator that the scheduler does not use, or has given up
    Failing,     ///< an accelerator that failed in this pass
    Never
  };

  struct Member {
    DeviceModel Model;
    RateHistory *History = nullptr;
    Tier Rank = Never;
    bool Failed = false;
    bool ShareTaken = false;
    uint64_t Held = 0; ///< iterations to report: of its share, taken or not, and of pool pieces
    uint64_t RoundIterations = 0, PassIterations = 0; ///< measured
    double RoundSeconds = 0, PassSeconds = 0;
  };

  void takeModels(std::span<const DeviceModel> Models);
  bool sameDevices(std::span<const DeviceModel> Models) const;
  RateHistory &historyOf(const DeviceModel &Model, size_t Position);
  Tier tierOf(const Member &M) const;
  void rankMembers();
  bool helps(const Member &M) const { return M.Rank == ActiveTier && M.Rank != Never; }
  bool mayBeNeeded(const Member &M) const;

  void openRound();
  void closeRound();
  void claimShare(unsigned Device, Range Part);
  void letGo(Member &M, uint64_t Count);
  Range takeFromPool(unsigned Device);
  void judgeAccelerators();

  const ScheduleOptions Options;
  SplitPlanner Planner;
  std::deque<RateHistory> Histories; ///< of every device ever listed; a deque, since members point into it
  std::vector<Member> Members;
  std::vector<Participant> Participants; ///< scratch for the planner
  Tier ActiveTier = Never;
  Tier FirstCoreTier = Never; ///< cores cannot fail, so nobody behind them is ever needed

  // The pass.
  bool InPass = false;
  uint64_t Iterations = 0;
  uint64_t Unfinished = 0;
  uint64_t PassesDone = 0;

  // The open round.
  uint64_t Round = 0;
  uint64_t RoundLast = 0;
  uint64_t RoundUnfinished = 0;
  uint64_t HeldByAccelerators = 0;
  std::vector<Range> Pool;
};

} // namespace hetrt

#endif
