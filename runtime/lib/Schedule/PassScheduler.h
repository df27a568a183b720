// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all schedulers share. They differ in a few answers only (the protected virtuals below): in which form a pass is
// handed out, where a round ends, how large a piece is, whether they learn, and which kind of device they use.
//
//   Shares   each round is split over the devices, one contiguous range each, in device order
//   Pieces   the same, but a device takes its share piece by piece, and then from the ends of what others have left
//   Queue    no device has a share; all take pieces from the front of the round
//
// A pass is cut into rounds (one, unless the scheduler says otherwise); the next round opens when every iteration of
// this one is finished. Ranges that come back, and what no memory limit leaves room for, form a pool that all who
// compute empty in pieces.
#ifndef HETRT_SCHEDULE_PASS_SCHEDULER_H
#define HETRT_SCHEDULE_PASS_SCHEDULER_H

#include "Schedule/BackOff.h"
#include "Schedule/DeviceRecord.h"
#include "Schedule/Scheduler.h"
#include "Schedule/SplitPlanner.h"
#include "Schedule/SumTree.h"

#include <cmath>
#include <deque>
#include <unordered_map>
#include <vector>

namespace hetrt {

class PassScheduler : public Scheduler {
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
  /// Who may help: the devices of the lowest tier that has any.
  enum Tier : uint8_t {
    Worker,      ///< what the scheduler is meant to use
    SpareCore,   ///< a core that the scheduler does not use
    ReserveCore, ///< a core that the caller does not want used
    SetAside,    ///< an accelerator that the scheduler does not use, or has given up
    Failing,     ///< an accelerator that failed in this pass
    Never
  };

  /// Measured work.
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

  struct Member {
    DeviceModel Model;
    DeviceRecord *Record = nullptr;
    Tier Rank = Never;
    bool Failed = false;
    bool Told = false;    ///< it has computed what tells of its share
    bool WillAsk = false; ///< it has reported, and not yet asked again
    Range Home;           ///< what it has not taken yet of its share
    uint64_t Held = 0;    ///< iterations to report: Home and what it is computing
    unsigned Taken = 0;   ///< ranges in this pass
    Tally Round;          ///< what the round tells of the share's time; without what it took from others' shares
    Tally Pass;
    double Driving = 0;       ///< seconds of Pass that a core drove accelerators
    double EarlierRounds = 0; ///< seconds of Pass when the open round began
    uint64_t computing() const { return Held - Home.size(); }
    /// What part of its seconds in the pass it computed, as far as a clock can tell.
    double computedPart() const { return Pass.Seconds > 0 ? std::max(0.01, 1 - Driving / Pass.Seconds) : 1; }
    bool accelerator() const { return Model.Kind == ProcessorKind::Accelerator; }
  };

  /// What back-off compares each accelerator with: looked up once in a pass, not once for each.
  struct Others {
    double Longest = 0;                       ///< seconds that the device was at work that was so longest
    double SlowestCore = 0;                   ///< seconds per iteration that it computed; 0: no core was at work
    uint64_t Fewest = DeviceModel::Unlimited; ///< iterations of a core that works
  };

  //===-- The answers of a scheduler ---------------------------------------------------------------------------===//

  /// The form of the pass that begins. Members know their records and tiers already.
  virtual Form formOfPass() { return Form::Shares; }
  /// Where round number Round (from 0) ends, never before the round before it does.
  virtual uint64_t roundEnd(uint64_t Round) const;
  /// How many iterations of its own share of Left the device takes next, in Form::Pieces; 0 counts as 1.
  virtual uint64_t pieceOfShare(unsigned, uint64_t Left) { return Left; }
  /// How many of the Left iterations that are in no share the device takes next: a worker, in Form::Queue or
  /// Form::Pieces. 0: none now; where no other device has something to report or will ask, it then gets its fair part.
  virtual uint64_t pieceOfRest(unsigned Device, uint64_t Left) { return fairPart(Device, Left); }
  /// The same for a piece of Owner's share, in Form::Pieces; Left are in the shares of all.
  virtual uint64_t pieceOfOthers(unsigned Device, unsigned, uint64_t Left) { return pieceOfRest(Device, Left); }
  /// Whether the split follows measurements.
  virtual bool learns() const { return true; }
  /// Whether the split counts the fixed costs of a share for themselves. As the papers have it, they are part of p_j.
  virtual bool countsFixedCosts() const { return false; }
  /// Whether slow accelerators are given up.
  virtual bool backsOff() const { return learns(); }
  virtual bool uses(ProcessorKind Kind) const;
  /// Whether the accelerator was slower in this pass than the slowest core.
  virtual bool wasSlow(const Member &Accelerator, const Others &Of) const;
  /// The pass has ended, with work in it, and the records are up to date.
  virtual void passEnded() {}

  //===-- What they may ask ------------------------------------------------------------------------------------===//

  const ScheduleOptions Options;
  uint64_t iterations() const { return Iterations; }
  uint64_t div() const { return Options.Div; }
  /// What the rounds of the pass took that have ended: each as long as the device that was at work longest.
  double passSeconds() const { return PassSeconds; }
  /// What the caller says it has waited for the pass; NaN: it has not said so.
  double waitedSeconds() const { return Waited; }
  /// Passes with work that ended before this one.
  uint64_t passesDone() const { return PassesDone; }
  std::span<const Member> members() const { return Members; }
  static bool works(const Member &M) { return M.Rank == Worker; }
  size_t workers() const { return Workers; }
  /// How fast a worker's ranges have been, and all of these together, in Form::Queue; 0 of others.
  double speedOf(const Member &M) const { return works(M) ? M.Record->Ranges.speed() : 0; }
  double allSpeeds() const { return Speeds.total(); }
  /// Device's part of Left by the speeds that the split follows, but at least a small part of an equal one.
  uint64_t fairPart(unsigned Device, uint64_t Left) const;
  /// What a device takes at least. Grows for one that has taken many: a clock that goes wrong must not make a device
  /// ask for ever.
  uint64_t leastPart(unsigned Device, uint64_t Left) const;
  /// The split of this round as planned, whatever the form of the pass.
  std::span<const Range> plannedShares() const { return Planner.shares(); }

private:
  void takeModels(std::span<const DeviceModel> Models);
  bool sameDevices(std::span<const DeviceModel> Models) const;
  DeviceRecord &recordOf(const DeviceModel &Model, size_t Position);
  Others others() const;
  void addSpeeds();
  Tier tierOf(const Member &M) const;
  void rankMembers();
  bool helps(const Member &M) const { return M.Rank == ActiveTier && M.Rank != Never; }
  bool mayBeNeeded(const Member &M) const;

  void openRound();
  void planRound(Range Whole);
  bool tellsOfShare(unsigned Device, Range Part) const;
  static double asOneRange(const Member &M);
  void closeRound();
  void judgeAccelerators();
  void followTurn(BackOffJudge::Turn Next);
  double costWithout(const Member &Accelerator, double Speeds, double Gain) const;

  Range takeFromShare(unsigned Device);
  bool othersGoOn() const;
  Range takeFromPool(unsigned Device);
  Range takeFromOthers(unsigned Device);
  uint64_t allowed(const Member &M, uint64_t Count) const;
  void hold(Member &M, uint64_t Count);
  void letGo(Member &M, uint64_t Count);
  void leaveHome(Member &M);
  void claimShare(Member &M, Range Part);

  SplitPlanner Planner;
  BackOffJudge Judge;
  std::deque<DeviceRecord> Records; ///< of every device ever listed; a deque, since members point into it
  std::unordered_map<uint32_t, DeviceRecord *> ById;
  std::vector<Member> Members;
  std::vector<Participant> Participants;        ///< scratch for the planner
  std::vector<BackOffJudge::Witness> Witnesses; ///< scratch for the judge
  SumTree Speeds;                               ///< of Members
  bool CoresUsable = true; ///< One of them. Else no accelerator is given up, whatever is known of it.
  size_t Workers = 0;
  Tier ActiveTier = Never;
  Tier FirstCoreTier = Never; ///< cores cannot fail, so no device behind them is ever needed

  // The pass.
  bool InPass = false;
  Form Kind = Form::Shares;
  uint64_t Iterations = 0;
  uint64_t Unfinished = 0;
  uint64_t PassesDone = 0;
  double PassSeconds = 0; ///< of the rounds that have ended
  double Waited = NAN;    ///< by the caller; NaN: not told

  // The open round.
  uint64_t Round = 0;
  uint64_t RoundLast = 0;
  uint64_t RoundSize = 0;
  uint64_t RoundUnfinished = 0;
  uint64_t HeldByAccelerators = 0;
  std::vector<Range> Pool;
  uint64_t PoolSize = 0, HomesSize = 0; ///< iterations in the pool, and in what members have not taken of their shares
};

} // namespace hetrt

#endif
