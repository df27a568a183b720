// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait for a number to change: first ready, that is, looking at the number again and again (spinning, or
// yielding the processor between two looks), and after some time asleep.
//
// A sleeping thread runs again only 20 to 50 us after it is woken, and the system may wake it on the processor of the
// thread that wakes it, so that the two have to share that processor. So a thread first stays ready for about that
// time. Meanwhile it gives way (yields) to other threads that want its processor, since it may be waiting for these.
// But if it yields to another process, it gets the processor back only after that process's time slice, some
// milliseconds later, while a sleeping thread gets a processor soon after it is woken. So the first yield that takes
// long ends this wait, and for a while no thread of the process yields.
#ifndef HETRT_TEAM_WAITING_H
#define HETRT_TEAM_WAITING_H

#include "Settings/Settings.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace hetrt {

/// Tells the core that the thread is spinning.
inline void relaxCore() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

/// Remembers whether other processes want the processors of this process too (crowding), as its threads have found out
/// by yielding. All times are in nanoseconds. Any thread may call.
class Crowding {
public:
  /// How long isKnown() stays true after note(). Then a thread yields again to find out; if it loses one time slice per
  /// this time, the cost is a few percent.
  static constexpr std::int64_t Remembered = 50'000'000;

  explicit Crowding(unsigned Processors) : Processors(Processors) {}

  /// Whether a thread has lost its processor by yielding, less than `Remembered` ago.
  bool isKnown(std::int64_t Now) const { return Now < Until.load(std::memory_order_relaxed); }
  void note(std::int64_t Now) { Until.store(Now + Remembered, std::memory_order_relaxed); }

  /// Whether one more of `Threads` threads that work together may stay ready while it waits. At least one processor
  /// must be left for the threads that it waits for. If true, the caller has to call leave() when the wait is over.
  bool enter(std::size_t Threads) {
    if (Threads > Processors)
      return false;
    if (Ready.fetch_add(1, std::memory_order_relaxed) + 1 < Processors)
      return true;
    leave();
    return false;
  }
  void leave() { Ready.fetch_sub(1, std::memory_order_relaxed); }

private:
  const unsigned Processors;
  std::atomic<unsigned> Ready{0}; ///< The number of threads that wait and stay ready.
  std::atomic<std::int64_t> Until{INT64_MIN};
};

/// Decides what a thread does while it waits.
class Readiness {
public:
  enum class Next { Look, GiveWay, Sleep };

  /// About as long as waking a thread takes, so that a wait that ends in sleep takes at most twice as long as sleeping
  /// at once.
  static constexpr std::int64_t Most = 50'000;

  /// Begins a wait of one of `Threads` threads that work together.
  Readiness(Crowding &Of, std::size_t Threads, std::int64_t Now)
      : Of(Of), IsReady(Of.enter(Threads)), GivesWay(!Of.isKnown(Now)), End(IsReady ? Now + Most : Now), Last(Now) {}
  Readiness(const Readiness &) = delete;
  Readiness &operator=(const Readiness &) = delete;
  ~Readiness() {
    if (IsReady)
      Of.leave();
  }

  /// What the thread does next. To be called again after the thread has looked at the number (Look), or has yielded
  /// (GiveWay), until the number has changed or the result is Sleep.
  Next next(std::int64_t Now) {
    if (Now - Last >= Most) // so much time has passed that other processes must have had the processor
      Of.note(Now);
    Last = Now;
    return Now >= End ? Next::Sleep : GivesWay ? Next::GiveWay : Next::Look;
  }

private:
  Crowding &Of;
  const bool IsReady, GivesWay;
  const std::int64_t End;
  std::int64_t Last;
};

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

/// Pauses a little, for waits in which no other thread would wake this one. The first `Looks` pauses only spin, since a
/// wait is mostly over before a sleeping thread would run again. They do not yield: on a busy machine, a thread that
/// yields loses its processor for a time slice of another process, some milliseconds. Later pauses sleep.
inline void pauseBriefly(WaitPolicy How, unsigned Looks) {
  constexpr unsigned BeforeSleep = 256; // a sleep takes some 70 us, a look about one
  if (How == WaitPolicy::Spin || (How == WaitPolicy::Block && Looks < BeforeSleep))
    relaxCore();
  else if (How == WaitPolicy::Yield)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

/// The same, for waits that may last: pauses grow to a millisecond, since a thread that sleeps for 20 us again and
/// again takes a third of a processor. A change is noticed late by a small part of the time that the thread has waited.
inline void pauseForLong(WaitPolicy How, unsigned Looks) {
  constexpr unsigned Brief = 256, Longest = 50;
  if (How != WaitPolicy::Block || Looks < Brief)
    pauseBriefly(How, Looks);
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20 * std::min(Looks - Brief + 1, Longest)));
}

} // namespace hetrt

#endif
