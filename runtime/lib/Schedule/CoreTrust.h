// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether measurements may tell cores apart.
//
// A core is slow with iterations whose data another core's caches hold: those that a split has just given it, and those
// that other loops over the same arrays run elsewhere. A split that follows such times moves data once more, and cores,
// or loops, that hand each other iterations do so for ever, each found slow in its turn. So the first round after such
// a split, which moves data, does not tell cores apart; and a split that does is on trial: if passes are no shorter
// then, cores count as equal for a while, and for twice as long after each trial that fails.
#ifndef HETRT_SCHEDULE_CORE_TRUST_H
#define HETRT_SCHEDULE_CORE_TRUST_H

#include "Schedule/RateHistory.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetrt {

class CoreTrust {
public:
  /// A round of so many iterations has ended, and took so long for each.
  void measured(double SecondsPerIteration, double Iterations) {
    Cold = std::exchange(Moved, false);
    Rest = Rest > 0 ? Rest - 1 : 0;
    if (Rounds > 0) {
      Best = std::min(Best, SecondsPerIteration);
      if (--Rounds == 0)
        judge(Iterations);
    }
    Latest = SecondsPerIteration;
    LatestIterations = Iterations;
  }

  /// A split comes in force that gives some cores what others had; `Apart`: because cores were found to differ.
  void moved(bool Apart) {
    Moved = true;
    Rounds = Apart ? RoundsOfTrial : 0;
    Before = Latest;
    BeforeIterations = LatestIterations;
    Best = INFINITY;
  }

  /// Whether the last round moved data between cores.
  bool cold() const { return Cold; }

  /// Whether cores that were measured to differ count as different.
  bool tellsApart() const { return Rest == 0; }

private:
  static constexpr unsigned RoundsOfTrial = 2, ShortestRest = 4, LongestRest = 1024;

  void judge(double Iterations) {
    const bool Failed = similarSize(Iterations, BeforeIterations) && Best >= Before;
    Rest = Failed ? NextRest : 0;
    NextRest = Failed ? std::min(2 * NextRest, LongestRest) : ShortestRest;
  }

  double Latest = INFINITY, LatestIterations = 0; ///< of the last round
  double Before = INFINITY, BeforeIterations = 0; ///< of the last round before the trial
  double Best = INFINITY;                         ///< of the trial
  unsigned Rounds = 0;                            ///< that the trial still has
  bool Moved = false, Cold = false;               ///< the next round will be cold; the last one was
  unsigned Rest = 0, NextRest = ShortestRest;     ///< rounds in which cores count as equal
};

} // namespace hetrt

#endif
