// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread that polls spends its time: at once while there is work, then with pauses that grow.
#ifndef HETRT_NODE_PACE_H
#define HETRT_NODE_PACE_H

#include <algorithm>
#include <chrono>

namespace hetrt::node {

/// Of a clock that never goes back, which every process has its own of.
inline double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Pace {
public:
  using Clock = std::chrono::steady_clock;

  /// How long to rest after this look around; zero: look again at once, when others have had the core.
  std::chrono::microseconds rest(bool Worked) {
    const Clock::time_point Now = Clock::now();
    if (Worked) {
      Busy = Now;
      Next = Shortest;
    }
    if (Now - Busy < Awake)
      return std::chrono::microseconds(0);
    const auto Pause = Next;
    Next = std::min(2 * Next, Longest);
    return Pause;
  }

private:
  static constexpr std::chrono::microseconds Awake{500}, Shortest{20}, Longest{1000};
  Clock::time_point Busy = Clock::now();
  std::chrono::microseconds Next = Shortest;
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
