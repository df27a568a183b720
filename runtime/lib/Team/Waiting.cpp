// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits by Linux's futexes. std::atomic::wait() is not used, since it yields several times before it sleeps, and after
// each yield the thread gets its processor back only when other processes let it.
#include "Team/Waiting.h"

#include "Team/Clock.h"

#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hetrt {

std::uint32_t WaitedNumber::add(std::int32_t Count) {
  std::uint32_t Before = Word.load(std::memory_order_relaxed), After = 0;
  do
    After = (Before & ~Sleeps) + static_cast<std::uint32_t>(Count) * Step;
  while (!Word.compare_exchange_weak(Before, After, std::memory_order_acq_rel, std::memory_order_relaxed));
  if (Before & Sleeps) // the call only uses the address as a key and does not access it, since the object may be freed
                       // by now
    syscall(SYS_futex, &Word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
  return Before / Step;
}

void WaitedNumber::sleepWhile(std::uint32_t Old) {
  std::uint32_t Now = Word.load(std::memory_order_acquire);
  while (Now / Step == Old)
    if (Now & Sleeps || Word.compare_exchange_weak(Now, Now | Sleeps, std::memory_order_acquire)) {
      syscall(SYS_futex, &Word, FUTEX_WAIT_PRIVATE, Now | Sleeps, nullptr, nullptr, 0);
      Now = Word.load(std::memory_order_acquire);
    }
}

bool WaitedNumber::changesAtOnce(std::uint32_t Old) const {
  constexpr unsigned Looks = 16;
  for (unsigned Look = 0; Look < Looks; ++Look) {
    if (load() != Old)
      return true;
    relaxCore();
  }
  return false;
}

/// Whether the number changes before it is time to sleep.
bool WaitedNumber::changesSoon(std::uint32_t Old, std::size_t Threads) const {
  Readiness Ready(Crowding::ofProcess(), Threads, nanoseconds());
  while (!changesAtOnce(Old)) {
    const Readiness::Next Now = Ready.next(nanoseconds());
    if (Now == Readiness::Next::Sleep)
      return false;
    if (Now == Readiness::Next::GiveWay)
      std::this_thread::yield();
  }
  return true;
}

void WaitedNumber::awaitOtherThan(std::uint32_t Old, WaitPolicy How, std::size_t Threads) {
  if (load() != Old)
    return;
  if (How == WaitPolicy::Block) {
    if (!changesSoon(Old, Threads))
      sleepWhile(Old);
    return;
  }
  while (!changesAtOnce(Old))
    if (How == WaitPolicy::Yield)
      std::this_thread::yield();
}

} // namespace hetrt
