// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread waits for a number to change.
#ifndef HETRT_PASS_WAITING_H
#define HETRT_PASS_WAITING_H

#include "Settings/Settings.h"

#include <atomic>
#include <chrono>
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

/// Returns when Number is not Old any more. Who changes it calls notify_all(), whatever the policy.
inline void waitWhile(const std::atomic<std::uint32_t> &Number, std::uint32_t Old, WaitPolicy How) {
  if (How == WaitPolicy::Block)
    return Number.wait(Old, std::memory_order_acquire);
  while (Number.load(std::memory_order_acquire) == Old)
    if (How == WaitPolicy::Yield)
      std::this_thread::yield();
    else
      relaxCore();
}

/// Lets a little time go by, where nobody would wake the thread. A short wait is over before one that sleeps is back,
/// so sleeping begins after some `Looks`.
inline void pauseBriefly(WaitPolicy How, unsigned Looks) {
  constexpr unsigned BeforeSleep = 32;
  if (How == WaitPolicy::Spin)
    relaxCore();
  else if (How == WaitPolicy::Yield || Looks < BeforeSleep)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

} // namespace hetrt

#endif
