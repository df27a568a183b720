// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that one thread is through with sooner than a team has begun and gathered.
//
// To begin and to gather a team takes a microsecond where its threads are awake, ten where they sleep, and more where
// they are many. A measured pass tells what that was: what the caller waited beyond what its shares took. Where all
// shares one after the other would have been clearly shorter, in several passes in a row, the next ones run on one
// thread; as long as that, measured in its turn, is no longer than the team was. The data may be in other cores'
// caches.
#ifndef HETRT_REGION_TEAMWORTH_H
#define HETRT_REGION_TEAMWORTH_H

#include <algorithm>
#include <cstdint>

namespace hetrt {

class TeamWorth {
public:
  TeamWorth() = default;

  /// Whether a pass over so many iterations is one thread's.
  bool alone(std::uint64_t TripCount) const { return Alone && TripCount == Of; }

  /// After a measured pass of a team: the seconds of all shares together, and those that the caller waited.
  void team(std::uint64_t TripCount, double Work, double Whole) {
    if (TripCount != Of)
      *this = TeamWorth(TripCount);
    if (Rest > 0) {
      --Rest;
    } else if (Work >= Clearly * Whole) {
      Doubts = 0;
    } else {
      Team = Doubts ? std::min(Team, Whole) : Whole;
      Alone = ++Doubts >= Enough;
      Longer = Passes = 0;
    }
  }

  /// After a measured pass of one thread that alone() led to.
  void one(double Whole) {
    Longer = Whole > Team ? Longer + 1 : 0;
    if (Longer >= Enough) { // for nothing but a while
      Alone = false;
      Doubts = 0;
      Rest = NextRest;
      NextRest = std::min(2 * NextRest, LongestRest);
    } else if (Whole > QuickestTeam && ++Passes == BeforeRetry) { // its threads may be awake by now
      Alone = false;
      Doubts = Enough - 1;
    }
  }

private:
  static constexpr double Clearly = 0.75, QuickestTeam = 1e-6;
  static constexpr unsigned Enough = 3, BeforeRetry = 64, LongestRest = 1024;

  explicit TeamWorth(std::uint64_t Of) : Of(Of) {}

  std::uint64_t Of = 0;
  bool Alone = false;
  double Team = 0;                 ///< seconds of the shortest pass in doubt
  unsigned Doubts = 0;             ///< passes of the team in a row
  unsigned Longer = 0;             ///< passes of one thread in a row
  unsigned Passes = 0;             ///< of one thread since the team was tried
  unsigned Rest = 0, NextRest = 4; ///< passes of the team that raise no doubt
};

} // namespace hetrt

#endif
