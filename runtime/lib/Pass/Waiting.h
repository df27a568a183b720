// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait for a number to change.
//
// A thread that sleeps runs only 20 to 50 us after it is woken, and the system may wake it on the processor of the
// thread that wakes it, where the two then take turns. So a thread first stays ready for about that time. Meanwhile it
// gives way (yields) to threads that want its processor, which may be those that it waits for. If it yields to other
// processes instead, it gets the processor back only after their time slices, some milliseconds later, while a thread
// that sleeps gets it soon after it is woken. So the first yield that takes long ends this wait, and for a while no
// thread of the process yields.
#ifndef HETRT_PASS_WAITING_H
#define HETRT_PASS_WAITING_H

#include "Settings/Settings.h"

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

/// Remembers whether the processors of this process are crowded, as its threads have found out. All times are in
/// nanoseconds. Any thread may call.
class Crowding {
public:
  /// How long isKnown() stays true after note(). One time slice that is lost in this time costs a few percent.
  static constexpr std::int64_t Remembered = 50'000'000;

  explicit Crowding(unsigned Processors) : Processors(Processors) {}

  /// Whether a thread has lost its processor by yielding, less than `Remembered` ago.
  bool isKnown(std::int64_t Now) const { return Now < Until.load(std::memory_order_relaxed); }
  void note(std::int64_t Now) { Until.store(Now + Remembered, std::memory_order_relaxed); }

  /// Whether one more of `Threads` threads that work together may stay ready while it waits: at least one processor
  /// must be left for the threads that it waits for. If true, leave() has to follow.
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
  std::atomic<unsigned> Ready{0}; ///< Threads that wait, and stay ready.
  std::atomic<std::int64_t> Until{INT64_MIN};
};

/// Decides what a thread does while it waits.
class Readiness {
public:
  enum class Next { Look, GiveWay, Sleep };

  /// About as long as waking takes, so that a wait costs at most twice that time.
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

  /// To be called again and again: after a short look, or after the thread has given way.
  Next next(std::int64_t Now) {
    if (Now - Last >= Most) // other processes had the processor
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
  explicit WaitedNumber(std::uint32_t First = 0) : Word(First * Step) {}

  /// The number, which has 31 bits.
  std::uint32_t load() const { return Word.load(std::memory_order_acquire) / Step; }

  /// Adds to the number, and returns the number before. Does not touch this object after the change, since a thread
  /// that waited may free it.
  std::uint32_t add(std::int32_t Count);

  /// Waits until the number is not `Old`. `Threads` is the number of threads that work together, the calling one
  /// included.
  void awaitOtherThan(std::uint32_t Old, WaitPolicy How, std::size_t Threads);

private:
  /// The lowest bit of Word says that a thread sleeps; the number is above it.
  static constexpr std::uint32_t Sleeps = 1, Step = 2;

  bool changesAtOnce(std::uint32_t Old) const;
  bool changesSoon(std::uint32_t Old, std::size_t Threads) const;
  void sleepWhile(std::uint32_t Old);

  std::atomic<std::uint32_t> Word;
};

/// Waits a little where nothing would wake the thread. A short wait would be over before a thread that sleeps runs
/// again, so it sleeps only after some `Looks`. Until then it keeps the processor: on a busy machine, a thread that
/// yields loses the processor for a time slice of another process, some milliseconds.
inline void pauseBriefly(WaitPolicy How, unsigned Looks) {
  constexpr unsigned BeforeSleep = 256; // a sleep takes some 70 us, a look about one
  if (How == WaitPolicy::Spin || (How == WaitPolicy::Block && Looks < BeforeSleep))
    relaxCore();
  else if (How == WaitPolicy::Yield)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

} // namespace hetrt

#endif
