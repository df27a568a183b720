// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread does while it waits: whether it spins, yields its processor, or sleeps.
//
// A sleeping thread runs again only 20 to 50 us after it is woken, and the system may wake it on the processor of the
// thread that wakes it, so that the two have to share that processor. So a thread first stays ready for about that
// time. Meanwhile it gives way (yields) to other threads that want its processor, since it may be waiting for these.
// But if it yields to another process, it gets the processor back only after that process's time slice, some
// milliseconds later, while a sleeping thread gets a processor soon after it is woken. So the first yield that takes
// long ends this wait, and for a while no thread of the process yields.
#ifndef HETRT_TOPOLOGY_READINESS_H
#define HETRT_TOPOLOGY_READINESS_H

#include <atomic>
#include <cstddef>
#include <cstdint>

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

  /// What the threads of this process have found out.
  static Crowding &ofProcess();

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
  enum class Next { Look, GiveWay, Sleep }; ///< Sleep: the thread has looked for long enough.

  /// About as long as waking a thread takes, so that a wait that ends in sleep takes at most twice as long as sleeping
  /// at once.
  static constexpr std::int64_t Most = 50'000;

  /// Begins a wait of one of `Threads` threads that work together.
  Readiness(Crowding &Of, std::size_t Threads, std::int64_t Now)
      : Of(Of), IsReady(Of.enter(Threads)), GivesWay(!Of.isKnown(Now)), End(IsReady ? Now + Most : Now), Last(Now) {}

  /// Begins a wait for a time that is so near that a thread which sleeps would wake up late.
  static Readiness until(std::int64_t Time, Crowding &Of, std::int64_t Now) { return {Time, Of, Now}; }

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
  Readiness(std::int64_t End, Crowding &Of, std::int64_t Now)
      : Of(Of), IsReady(false), GivesWay(!Of.isKnown(Now)), End(End), Last(Now) {}

  Crowding &Of;
  const bool IsReady, GivesWay;
  const std::int64_t End;
  std::int64_t Last;
};

} // namespace hetrt

#endif
