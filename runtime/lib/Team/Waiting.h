// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait for a number to change: first ready, that is, looking at the number again and again (spinning, or
// yielding the processor between two looks), and after some time asleep (Topology/Readiness.h says why).
#ifndef HETRT_TEAM_WAITING_H
#define HETRT_TEAM_WAITING_H

#include "Settings/Settings.h"
#include "Topology/Readiness.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace hetrt {

/// A number that threads wait for to change. All threads that wait for one number use the same policy.
class WaitedNumber {
public:
  constexpr explicit WaitedNumber(std::uint32_t First = 0) : Word(First * Step) {}

  /// The number, which has 31 bits.
  std::uint32_t load() const { return Word.load(std::memory_order_acquire) / Step; }

  /// Adds to the number, and returns the number before. Does not touch this object after the change, since a thread
  /// that waited may free it.
  std::uint32_t add(std::int32_t Count);

  /// Waits until the number is not `Old`. `Threads` is the number of threads that work together, the calling one
  /// included.
  void awaitOtherThan(std::uint32_t Old, WaitPolicy How, std::size_t Threads);

  /// The same, but sleeps at once, for waits that mostly take long.
  void sleepWhile(std::uint32_t Old);

private:
  /// The lowest bit of Word says that a thread sleeps; the number is above it.
  static constexpr std::uint32_t Sleeps = 1, Step = 2;

  bool changesAtOnce(std::uint32_t Old) const;
  bool changesSoon(std::uint32_t Old, std::size_t Threads) const;

  std::atomic<std::uint32_t> Word;
};

/// How many pauses of a wait only spin. A sleep takes some 70 us, a look about one.
inline constexpr unsigned PausesAwake = 256;

/// Pauses a little, for waits in which no other thread would wake this one. The first `Looks` pauses only spin, since a
/// wait is mostly over before a sleeping thread would run again. They do not yield: on a busy machine, a thread that
/// yields loses its processor for a time slice of another process, some milliseconds. Later pauses sleep.
inline void pauseBriefly(WaitPolicy How, unsigned Looks) {
  if (How == WaitPolicy::Spin || (How == WaitPolicy::Block && Looks < PausesAwake))
    relaxCore();
  else if (How == WaitPolicy::Yield)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

/// The same, for waits that may last: pauses grow to a millisecond, since a thread that sleeps for 20 us again and
/// again takes a third of a processor. A change is noticed late by a small part of the time that the thread has waited.
inline void pauseForLong(WaitPolicy How, unsigned Looks) {
  constexpr unsigned Longest = 50;
  if (How != WaitPolicy::Block || Looks < PausesAwake)
    pauseBriefly(How, Looks);
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20 * std::min(Looks - PausesAwake + 1, Longest)));
}

} // namespace hetrt

#endif
