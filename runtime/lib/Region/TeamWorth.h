// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that one thread is through with sooner than a team has begun and gathered.
//
// To begin and to gather a team takes a microsecond where its threads are awake, ten where they sleep, and more where
// they are many. A measured pass tells what that was: what the caller waited beyond what its shares took. Where all
// shares one after the other would have been clearly shorter, in three passes in a row, the next ones run on one
// thread, until three of those in a row were longer than the team's, or one much longer. The data may be in other
// cores' caches, and a loop may become a long one.
#ifndef HETRT_REGION_TEAMWORTH_H
#define HETRT_REGION_TEAMWORTH_H

#include <algorithm>
#include <cstdint>

namespace hetrt {

class TeamWorth {
public:
  TeamWorth() = default;

  /// Whether a pass for which a team of so many is wanted, is one thread's.
  bool alone(std::uint32_t Threads) const { return Alone && Threads == OfThreads; }

  /// Whether the next pass is to be measured, too: an answer is near.
  bool asks() const { return !Alone && (Doubts > 0 || Rest > 0); }

  /// After a measured pass of a team: the seconds of all shares together, and those that the caller waited.
  void team(std::uint32_t Threads, double Work, double Whole) {
    if (Threads != OfThreads)
      *this = TeamWorth(Threads);
    if (Rest > 0) {
      --Rest;
    } else if (Work >= Clearly * Whole || Work > Long) {
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
    if (Whole > MuchLonger * Team) { // another loop now, or the system took the thread away
      goBack(0);
    } else if (Longer >= Enough) { // for longer each time
      goBack(NextRest);
      NextRest = std::min(2 * NextRest, LongestRest);
    } else if (Whole > QuickestTeam && ++Passes == BeforeRetry) {
      goBack(ToWake); // the team may be worth its while, once its threads are awake
      Doubts = Enough - 1;
    }
  }

private:
  static constexpr double Clearly = 0.75, MuchLonger = 4;
  static constexpr double QuickestTeam = 1e-6, Long = 1e-3; ///< Seconds.
  static constexpr unsigned Enough = 3, ToWake = 2, BeforeRetry = 64, LongestRest = 1024;

  explicit TeamWorth(std::uint32_t Threads) : OfThreads(Threads) {}

  void goBack(unsigned Resting) {
    Alone = false;
    Doubts = 0;
    Rest = Resting;
  }

  std::uint32_t OfThreads = 0;
  bool Alone = false;
  double Team = 0;                 ///< seconds of the shortest pass in doubt
  unsigned Doubts = 0;             ///< passes of the team in a row
  unsigned Longer = 0;             ///< passes of one thread in a row
  unsigned Passes = 0;             ///< of one thread since the team was tried
  unsigned Rest = 0, NextRest = 4; ///< passes of the team that raise no doubt
};

} // namespace hetrt

#endif
