// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread that polls spends its time: it looks again at once while there is work, then with pauses that grow with
// the wait.
#ifndef HETRT_NODE_PACE_H
#define HETRT_NODE_PACE_H

#include "Topology/Readiness.h"

#include <algorithm>
#include <chrono>
#include <sched.h>
#include <thread>

namespace hetrt::node {

/// Seconds of a clock that never goes back. Clocks of different processes have different origins.
inline double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Called between two looks for messages without a rest in between. If there are more ranks than processors, yields the
/// processor to another rank, which may need it. Otherwise keeps the processor: on a busy machine, a thread that yields
/// gets the processor back only after a time slice of another process, some milliseconds.
inline void lookAgain(bool AreCrowded) {
  if (AreCrowded)
    sched_yield();
  else
    relaxCore();
}

/// Decides how long a thread that polls rests between two looks.
class Pace {
public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::microseconds Awake{500}, Shortest{20}, Longest{1000};

  explicit Pace(Clock::time_point Now = Clock::now()) : Busy(Now) {}

  /// How long to rest after a look that found work (`Worked`) or did not; zero: look again at once. Rests are so short
  /// that an event is noticed late by at most a sixteenth of the time that the thread has waited for it.
  std::chrono::microseconds rest(bool Worked, Clock::time_point Now = Clock::now()) {
    if (Worked)
      Busy = Now;
    const auto Idle = std::chrono::duration_cast<std::chrono::microseconds>(Now - Busy);
    return Idle < Awake ? std::chrono::microseconds(0) : std::clamp(Idle / 16, Shortest, Longest);
  }

  /// The same as rest(), for a thread whose core other threads need: it never returns zero.
  std::chrono::microseconds restBesideOthers(bool Worked, Clock::time_point Now = Clock::now()) {
    return std::max(rest(Worked, Now), Worked ? Shortest : Beside);
  }

  /// How long to rest after a look that found nothing, in a wait that may well end a little late: never zero, so that
  /// the thread neither keeps a processor nor yields it.
  std::chrono::microseconds restUnhurried(Clock::time_point Now = Clock::now()) {
    return std::max(rest(false, Now), Shortest);
  }

  /// Rests for so long.
  void pause() { std::this_thread::sleep_for(restUnhurried()); }

private:
  static constexpr std::chrono::microseconds Beside{400};
  Clock::time_point Busy;
};

/// How long another process has been silent. The time in which this process itself was stopped does not count, so a job
/// that was stopped as a whole goes on afterwards.
class Silence {
public:
  using Clock = std::chrono::steady_clock;

  void heard() { Seconds = 0; }

  /// Returns the silence in seconds. Has to be called again and again.
  double listen() {
    // the most seconds that count between two calls; if more have passed, this process was stopped in between
    constexpr double Awake = 0.25;
    const Clock::time_point Now = Clock::now();
    Seconds += std::min(std::chrono::duration<double>(Now - Last).count(), Awake);
    Last = Now;
    return Seconds;
  }

private:
  Clock::time_point Last = Clock::now();
  double Seconds = 0;
};

} // namespace hetrt::node

#endif
