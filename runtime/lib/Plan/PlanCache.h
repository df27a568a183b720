// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short passes on cores alone run on the last plan of their length. The promise: of passes that take less than 10 us on
// each thread, at most one in 64 is planned and measured, and one more whenever the system's coarse clock ticks.
//
// To plan and to measure a pass on cores takes some 5,000 instructions, an empty region as OpenMP has it 1,000. So a
// measured pass pays for 63 that are not. After a tick of the clock, which costs next to nothing to read, the next one
// is measured: a loop may become a long one.
//
// Where one thread has all of a pass, and no more were wanted, no split could be better: passes of any length are
// planned and measured so, as far as the clock lets them.
//
// A measured pass also tells what a team costs: what the caller waited beyond what the shares took, a microsecond where
// threads are awake, ten where they sleep. Where all shares one after the other would have been clearly shorter, in
// three passes in a row, one thread has the next ones, until three of those in a row were longer than the team's, or
// one much longer: the data may be in other cores' caches. While that is being found out, all passes are measured, and
// those that were paid for come later.
//
// The threads of a nested team are made for each pass, which takes some 100 us and never less later on: one such pass
// in doubt is enough, and the team is not tried again until passes become longer.
//
// Trip counts with the same highest bit share an entry: loops that shrink with each pass have many, while those over a
// grid that becomes coarse and fine by turns have few, which must not make each other forgotten.
#ifndef HETRT_PLAN_PLANCACHE_H
#define HETRT_PLAN_PLANCACHE_H

#include "Plan/PassPlan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace hetrt {

/// What a measured pass took, in seconds.
struct PassTimes {
  double Longest = 0;    ///< Of its shares.
  double Work = 0;       ///< All shares together.
  double Whole = 0;      ///< How long the caller waited.
  bool Repeats = false;  ///< The next passes will probably be like this one, and their times are not asked for.
  bool Makes = false;    ///< The team's threads were made for this pass.
  bool Compares = false; ///< The team was as large as planned, and nothing was done that happens once.
};

/// For one region and one choice of scheduler and devices. Under the region's lock.
class PlanCache {
public:
  /// Whether one thread is to have a pass for which so many are wanted; `Makes`: they would be made for it.
  bool isForOneThread(std::uint64_t TripCount, std::uint32_t Threads, bool Makes = false) const {
    return entry(TripCount).Team.isAlone(Threads, Makes);
  }

  /// The plan that the pass which begins now, on `Threads` cores, runs on without being measured; null if it is to be
  /// planned. Valid until measured().
  const PassPlan *take(std::uint64_t TripCount, std::uint32_t Threads) {
    Entry &Of = entry(TripCount);
    if (!Of.mayRepeat() || TripCount != Of.Last.TripCount || Threads != Of.Last.Threads || Of.Team.isDeciding())
      return nullptr;
    --Of.Left;
    return &Of.Last;
  }

  /// Whether a pass runs once more on the plan that take() gave last, for this trip count: nothing was measured since.
  bool takeAgain(std::uint64_t TripCount) {
    Entry &Of = entry(TripCount);
    return Of.mayRepeat() && Of.Left--;
  }

  /// A pass that was taken has ended, at `Tick` of the coarse clock.
  void ended(std::uint64_t TripCount, std::int64_t Tick) {
    Entry &Of = entry(TripCount);
    if (std::exchange(Of.Ended, Tick) != Tick)
      Of.IsOld = true;
  }

  /// A pass on cores alone was planned and measured.
  void measured(const PassPlan &Plan, const PassTimes &Took) {
    Entry &Of = entry(Plan.TripCount);
    Of.IsOld = false;
    if (Plan.Alone)
      Of.Team.one(Took.Whole);
    else if (Took.Compares && Plan.Threads > 1)
      Of.Team.team(Plan.Threads, Took);
    constexpr double Short = 10e-6;
    const bool CouldGain = Plan.Threads > 1 || Plan.Alone;
    if (!Took.Repeats || (CouldGain && Took.Longest >= Short)) {
      Of.Left = 0;
      return;
    }
    Of.Left = Plan.TripCount == Of.Last.TripCount ? std::min(Of.Left + PaidFor, MostLeft) : PaidFor;
    Of.Last = Plan;
  }

  /// What the last plan of this length rests on has changed.
  void forget(std::uint64_t TripCount) { entry(TripCount).Left = 0; }

private:
  static constexpr unsigned PaidFor = 63;            ///< Passes, by one that is measured.
  static constexpr unsigned MostLeft = 16 * PaidFor; ///< Which the clock's tick ends long before it is of age.

  /// Whether a team is worth its while for passes of some length.
  class TeamOrOne {
  public:
    bool isAlone(std::uint32_t Threads, bool Makes) const { return Alone && Threads == OfThreads && Makes == IsMade; }

    /// An answer is near, so that the next pass is to be measured.
    bool isDeciding() const { return !Alone && Doubts > 0; }

    /// After a measured pass of a team.
    void team(std::uint32_t Threads, const PassTimes &Took) {
      if (Threads != OfThreads || Took.Makes != IsMade) {
        *this = {};
        OfThreads = Threads;
        IsMade = Took.Makes;
      }
      if (Rest > 0) {
        --Rest;
      } else if (Took.Work >= Clearly * Took.Whole || Took.Work > Long) {
        Doubts = 0;
      } else {
        Team = Doubts ? std::min(Team, Took.Whole) : Took.Whole;
        Alone = ++Doubts >= Enough || IsMade;
        Longer = Passes = 0;
      }
    }

    /// After a measured pass of one thread.
    void one(double Whole) {
      Longer = Whole > Team ? Longer + 1 : 0;
      if (Whole > MuchLonger * Team) { // another loop now, or the system took the thread away
        goBack(0);
      } else if (Longer >= Enough) { // for longer each time
        goBack(NextRest);
        NextRest = std::min(2 * NextRest, LongestRest);
      } else if (!IsMade && Whole > QuickestTeam && ++Passes == BeforeRetry) {
        goBack(ToWake); // the team may be worth its while, once its threads are awake
        Doubts = Enough - 1;
      }
    }

  private:
    static constexpr double Clearly = 0.75, MuchLonger = 4;
    static constexpr double QuickestTeam = 1e-6, Long = 1e-3; ///< Seconds.
    static constexpr unsigned Enough = 3, ToWake = 2, BeforeRetry = 16, LongestRest = 64;

    void goBack(unsigned Resting) {
      Alone = false;
      Doubts = 0;
      Rest = Resting;
    }

    std::uint32_t OfThreads = 0;
    bool IsMade = false; ///< The team, for each pass.
    bool Alone = false;
    double Team = 0;                 ///< Seconds of the shortest pass in doubt.
    unsigned Doubts = 0;             ///< Measured passes of the team in a row that were in doubt,
    unsigned Longer = 0;             ///< and of one thread that were longer.
    unsigned Passes = 0;             ///< Of one thread, measured, since the team was tried.
    unsigned Rest = 0, NextRest = 4; ///< Measured passes of the team that raise no doubt.
  };

  struct Entry {
    PassPlan Last;
    unsigned Left = 0;      ///< Passes that may still run on it,
    bool IsOld = false;     ///< unless the clock has ticked.
    std::int64_t Ended = 0; ///< The tick at which the last of these ended.

    bool mayRepeat() const { return Left && !IsOld; }

    TeamOrOne Team;
  };

  Entry &entry(std::uint64_t TripCount) { return Sizes[static_cast<unsigned>(std::bit_width(TripCount))]; }
  const Entry &entry(std::uint64_t TripCount) const { return Sizes[static_cast<unsigned>(std::bit_width(TripCount))]; }

  std::array<Entry, 65> Sizes;
};

} // namespace hetrt

#endif
