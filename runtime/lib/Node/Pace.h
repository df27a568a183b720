// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread that polls spends its time: at once while there is work, then with pauses that grow with the wait.
#ifndef HETRT_NODE_PACE_H
#define HETRT_NODE_PACE_H

#include <algorithm>
#include <chrono>
#include <sched.h>

namespace hetrt::node {

/// Of a clock that never goes back, which every process has its own of.
inline double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Between two looks with no rest. Where ranks are more than processors, another one may need this. Elsewhere the
/// thread keeps it: who gives way on a busy machine is gone for a time slice of the process that wants the processor,
/// some milliseconds.
inline void lookAgain(bool AreCrowded) {
  if (AreCrowded) {
    sched_yield();
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

class Pace {
public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::microseconds Awake{500}, Shortest{20}, Longest{1000};

  explicit Pace(Clock::time_point Now = Clock::now()) : Busy(Now) {}

  /// How long to rest after this look around; zero: look again at once. What is waited for is late by a sixteenth of
  /// the wait at most.
  std::chrono::microseconds rest(bool Worked, Clock::time_point Now = Clock::now()) {
    if (Worked)
      Busy = Now;
    const auto Idle = std::chrono::duration_cast<std::chrono::microseconds>(Now - Busy);
    return Idle < Awake ? std::chrono::microseconds(0) : std::clamp(Idle / 16, Shortest, Longest);
  }

  /// The same for a thread beside others that need the core: it never looks again at once.
  std::chrono::microseconds restBesideOthers(bool Worked, Clock::time_point Now = Clock::now()) {
    return std::max(rest(Worked, Now), Worked ? Shortest : Beside);
  }

private:
  static constexpr std::chrono::microseconds Beside{400};
  Clock::time_point Busy;
};

/// How long somebody else has been silent, as far as this process was awake to hear: a job that was stopped as a whole
/// goes on afterwards.
class Silence {
public:
  using Clock = std::chrono::steady_clock;

  void heard() { Seconds = 0; }

  /// To be called again and again; returns the silence in seconds.
  double listen() {
    constexpr double Awake = 0.25; // between two calls; more is this process's own absence
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
