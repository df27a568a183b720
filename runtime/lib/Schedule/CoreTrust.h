// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether schedulers act upon different measured speeds of cores.
//
// A core is slow with iterations whose data is in another core's caches. These are iterations that a new split has just
// given to the core, and iterations that other loops over the same arrays run on another core. A split that follows
// such times moves data again, and this could go on for ever, with a different core slow each time. So there are two
// rules. The first round (a pass, or a part of one) after a split that moves iterations between cores does not count
// for differences between cores. And a split that was made because of such differences is on trial: if passes get no
// shorter, cores count as equally fast for some rounds, and for twice as many after each failed trial.
#ifndef HETRT_SCHEDULE_CORE_TRUST_H
#define HETRT_SCHEDULE_CORE_TRUST_H

#include "Schedule/RateHistory.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetrt {

class CoreTrust {
public:
  /// Called when a round of Iterations iterations has ended; SecondsPerIteration is the time of the round divided by
  /// that number.
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

  /// Called when a new split moves iterations between cores. Apart: whether the split was made because measurements say
  /// that cores differ in speed; if so, a trial of the split begins.
  void moved(bool Apart) {
    Moved = true;
    Rounds = Apart ? RoundsOfTrial : 0;
    Before = Latest;
    BeforeIterations = LatestIterations;
    Best = INFINITY;
  }

  /// Whether the last round was the first one after a split that moved iterations between cores. If so, its times do
  /// not show which cores are faster.
  bool cold() const { return Cold; }

  /// Whether schedulers may act upon different measured speeds of cores.
  bool tellsApart() const { return Rest == 0; }

private:
  static constexpr unsigned RoundsOfTrial = 2, ShortestRest = 4, LongestRest = 1024;

  void judge(double Iterations) {
    const bool Failed = similarSize(Iterations, BeforeIterations) && Best >= Before;
    Rest = Failed ? NextRest : 0;
    NextRest = Failed ? std::min(2 * NextRest, LongestRest) : ShortestRest;
  }

  double Latest = INFINITY, LatestIterations = 0; ///< the seconds per iteration and the iterations of the last round
  double Before = INFINITY, BeforeIterations = 0; ///< the same, of the last round before the trial
  double Best = INFINITY;                         ///< the shortest round of the trial
  unsigned Rounds = 0;                            ///< rounds left in the trial; 0: no trial
  bool Moved = false, Cold = false;               ///< whether the next round (Moved), or the last one (Cold), is the
                                                  ///< first one after iterations were moved between cores
  unsigned Rest = 0, NextRest = ShortestRest;     ///< for how many more rounds cores count as equally fast, and for how
                                                  ///< many rounds after the next failed trial
};

} // namespace hetrt

#endif
