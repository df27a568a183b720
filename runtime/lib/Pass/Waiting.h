// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait for a number to change.
//
// One that sleeps is back late, 20 to 50 us after it was woken, and the system may wake it on the processor of the
// thread that wakes it, where both then take turns; so a thread stays ready for about as long. It gives way meanwhile
// to those that want its processor, which may be the ones that it waits for. If they are others, it is back only when
// their slices are over, some milliseconds later, while one that sleeps is put before them when it is woken: so the
// first time that it comes back late ends that wait, and for a while no thread gives way any more.
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

/// What the threads of a process know of its processors. All times in nanoseconds. Any thread.
class Crowding {
public:
  static constexpr std::int64_t Remembered = 50'000'000; ///< A slice lost in so many costs a few percent.

  explicit Crowding(unsigned Processors) : Processors(Processors) {}

  bool isKnown(std::int64_t Now) const { return Now < Until.load(std::memory_order_relaxed); }
  void note(std::int64_t Now) { Until.store(Now + Remembered, std::memory_order_relaxed); }

  /// Whether one thread more, of so many that work together, may stay ready while it waits: somebody has to have a
  /// processor for what it waits for.
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
  std::atomic<unsigned> Ready{0}; ///< Threads that wait, and are.
  std::atomic<std::int64_t> Until{INT64_MIN};
};

/// What a thread does while it waits in vain.
class Readiness {
public:
  enum class Next { Look, GiveWay, Sleep };

  static constexpr std::int64_t Most = 50'000; ///< About what waking takes, so that waiting costs twice that at most.

  /// A wait begins, in one of so many threads that work together.
  Readiness(Crowding &Of, std::size_t Threads, std::int64_t Now)
      : Of(Of), IsReady(Of.enter(Threads)), GivesWay(!Of.isKnown(Now)), End(IsReady ? Now + Most : Now), Last(Now) {}
  Readiness(const Readiness &) = delete;
  Readiness &operator=(const Readiness &) = delete;
  ~Readiness() {
    if (IsReady)
      Of.leave();
  }

  /// Asked again and again, a little later or when the thread has given way.
  Next next(std::int64_t Now) {
    if (Now - Last >= Most) // others had the processor
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

/// A number of which threads wait until it is another one. All who wait do it under one policy.
class WaitedNumber {
public:
  explicit WaitedNumber(std::uint32_t First = 0) : Word(First * Step) {}

  /// The highest bit is none of the number's.
  std::uint32_t load() const { return Word.load(std::memory_order_acquire) / Step; }

  /// Adds, and returns the number before. Nothing of this object is touched once it has changed: who waited may free
  /// it.
  std::uint32_t add(std::int32_t Count);

  /// `Threads` work together, this one among them.
  void awaitOtherThan(std::uint32_t Old, WaitPolicy How, std::size_t Threads);

private:
  /// The lowest bit says that somebody sleeps.
  static constexpr std::uint32_t Sleeps = 1, Step = 2;

  bool changesAtOnce(std::uint32_t Old) const;
  bool changesSoon(std::uint32_t Old, std::size_t Threads) const;
  void sleepWhile(std::uint32_t Old);

  std::atomic<std::uint32_t> Word;
};

/// Lets a little time go by, where nothing would wake the thread. A short wait is over before one that sleeps is back,
/// so sleeping begins after some `Looks`. Until then the thread keeps the processor: on a busy machine, who gives way
/// is gone for a time slice of another process, some milliseconds.
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
