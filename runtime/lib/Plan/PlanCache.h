// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short passes on cores alone reuse the last plan for the same trip count. The promise: of passes that take less than
// 10 us on each thread, at most one in 64 is planned and measured, plus one for each pass in which the system's coarse
// clock ticks.
//
// To plan and to measure a pass on cores takes some 5,000 instructions, while an empty region of OpenMP takes 1,000. So
// each measured pass allows 63 passes that are not measured. If the coarse clock, which costs next to nothing to read,
// ticks during a pass, the next pass is measured, since the loop may have become a long one. A tick between passes is
// no reason: a program that computes something else for 10 ms finds the caches cold, and planning would be slow then.
//
// If one thread has the whole pass, and no more threads were wanted, no split could be better: then passes of any
// length reuse plans, until the clock ticks during one.
//
// A measured pass also shows what a team costs: the time that the caller waited beyond the time of the shares, which is
// 1 us if the threads are awake, and 10 us if they sleep. If computing all shares one after the other would have been
// clearly shorter in three passes in a row, then one thread computes the next passes alone. The team computes again
// when three passes of one thread in a row have taken longer than the team took, or one pass much longer, since the
// data may be in the caches of other cores. While this is being decided, all passes are measured, so plans are not
// reused yet.
//
// The threads of a nested team are made for each pass, which takes some 100 us each time. So one pass of such a team
// that seems too slow is enough to let one thread compute, and the team is not tried again until passes become longer.
//
// Trip counts with the same highest bit share an entry. So loops that shrink with each pass need few entries, and loops
// over a grid that is coarse and fine in turn have an entry for each size.
#ifndef HETRT_PLAN_PLANCACHE_H
#define HETRT_PLAN_PLANCACHE_H

#include "Plan/PassPlan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace hetrt {

/// The times of a measured pass, in seconds.
struct PassTimes {
  double Longest = 0;    ///< The time of the longest share.
  double Work = 0;       ///< The sum of the times of all shares.
  double Whole = 0;      ///< How long the caller waited for the pass.
  bool Repeats = false;  ///< The next passes will probably be like this one, and nothing needs their times.
  bool Makes = false;    ///< The team's threads were made for this pass.
  bool Compares = false; ///< The team was as large as planned, and nothing was done that is done only once, so the
                         ///< times can be compared with those of one thread.
};

/// The plans of one region for one choice of scheduler and devices. Used under the region's lock.
class PlanCache {
public:
  /// Whether one thread should compute a pass for which `Threads` threads are wanted. `Makes`: the threads would be
  /// made for this pass.
  bool isForOneThread(std::uint64_t TripCount, std::uint32_t Threads, bool Makes = false) const {
    return entry(TripCount).Team.isAlone(Threads, Makes);
  }

  /// The plan that the pass which begins now, at `Tick` of the coarse clock, on `Threads` cores, reuses without being
  /// measured; null if the pass has to be planned. Valid until measured().
  const PassPlan *take(std::uint64_t TripCount, std::uint32_t Threads, std::int64_t Tick) {
    Entry &Of = entry(TripCount);
    if (TripCount != Of.Last.TripCount || Threads != Of.Last.Threads || Of.Team.isDeciding() || !Of.reuse(Tick))
      return nullptr;
    return &Of.Last;
  }

  /// Whether a pass with this trip count may reuse the plan that take() returned last once more. To be called only if
  /// nothing was measured since take().
  bool takeAgain(std::uint64_t TripCount, std::int64_t Tick) { return entry(TripCount).reuse(Tick); }

  /// Called when a pass that reuses a plan has ended, at `Tick` of the coarse clock.
  void ended(std::uint64_t TripCount, std::int64_t Tick) {
    Entry &Of = entry(TripCount);
    if (Of.Began != Tick)
      Of.ReusesLeft = 0;
  }

  /// Called when a pass on cores alone was planned and measured.
  void measured(const PassPlan &Plan, const PassTimes &Took) {
    Entry &Of = entry(Plan.TripCount);
    if (Plan.Alone)
      Of.Team.one(Took.Whole);
    else if (Took.Compares && Plan.Threads > 1)
      Of.Team.team(Plan.Threads, Took);
    constexpr double Short = 10e-6;
    const bool CouldGain = Plan.Threads > 1 || Plan.Alone;
    if (!Took.Repeats || (CouldGain && Took.Longest >= Short)) {
      Of.ReusesLeft = 0;
      return;
    }
    Of.ReusesLeft = Plan.TripCount == Of.Last.TripCount ? std::min(Of.ReusesLeft + PaidFor, MostReuses) : PaidFor;
    Of.Last = Plan;
  }

  /// Called when the last plan for this trip count is not valid any more.
  void forget(std::uint64_t TripCount) { entry(TripCount).ReusesLeft = 0; }

private:
  static constexpr unsigned PaidFor = 63; ///< Passes that may reuse a plan for each measured pass.
  /// The largest value of ReusesLeft; normally the clock ticks long before so many passes have reused a plan.
  static constexpr unsigned MostReuses = 16 * PaidFor;

  /// Decides whether a team is faster than one thread, for passes of some length.
  class TeamOrOne {
  public:
    bool isAlone(std::uint32_t Threads, bool Makes) const { return Alone && Threads == OfThreads && Makes == IsMade; }

    /// Whether passes of the team have seemed too slow, but not often enough to decide. The next pass has to be
    /// measured then.
    bool isDeciding() const { return !Alone && Doubts > 0; }

    /// Called after a measured pass of a team.
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

    /// Called after a measured pass of one thread.
    void one(double Whole) {
      Longer = Whole > Team ? Longer + 1 : 0;
      if (Whole > MuchLonger * Team) { // one much longer pass is enough, since the loop may have changed
        goBack(0);
      } else if (Longer >= Enough) { // the team computes again; each time, more of its first passes are not judged
        goBack(NextRest);
        NextRest = std::min(2 * NextRest, LongestRest);
      } else if (!IsMade && Whole > QuickestTeam && ++Passes == BeforeRetry) {
        goBack(ToWake); // the team computes again; its first passes only wake its threads, so they do not count
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
    bool IsMade = false; ///< The team's threads are made for each pass.
    bool Alone = false;
    double Team = 0;                 ///< The seconds of the shortest pass of the team that seemed too slow.
    unsigned Doubts = 0;             ///< Measured passes of the team, in a row, that seemed too slow.
    unsigned Longer = 0;             ///< Measured passes of one thread, in a row, that took longer than the team.
    unsigned Passes = 0;             ///< Measured passes of one thread since the team was tried.
    unsigned Rest = 0, NextRest = 4; ///< How many measured passes of the team do not count for the decision: from now
                                     ///< on, and after the next return to the team.
  };

  struct Entry {
    PassPlan Last;
    unsigned ReusesLeft = 0; ///< How many passes may still reuse Last.
    std::int64_t Began = 0;  ///< The tick at which the last pass that reused Last began.
    TeamOrOne Team;

    bool reuse(std::int64_t Tick) {
      Began = Tick;
      return ReusesLeft && ReusesLeft--;
    }
  };

  Entry &entry(std::uint64_t TripCount) { return Sizes[static_cast<unsigned>(std::bit_width(TripCount))]; }
  const Entry &entry(std::uint64_t TripCount) const { return Sizes[static_cast<unsigned>(std::bit_width(TripCount))]; }

  std::array<Entry, 65> Sizes;
};

} // namespace hetrt

#endif
