// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of a team in a pass.
#ifndef HETRT_PASS_MEMBER_H
#define HETRT_PASS_MEMBER_H

#include "Schedule/Scheduler.h"
#include "hetrt/hetrt.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hetrt {
inline constexpr std::size_t CacheLine = 64;

/// Whether PassesOfThread is counted: only the report wants it.
[[gnu::visibility("hidden")]] extern constinit std::atomic<bool> CountsPassesOfThread;

/// The number of passes of which the calling thread computes an iteration: a pass that begins meanwhile lies inside.
[[gnu::visibility("hidden"), gnu::tls_model("initial-exec")]] extern thread_local constinit unsigned PassesOfThread;
}

/// One thread of a team. The struct has a whole cache line, so that threads do not write to each other's lines. If the
/// pass has Form::Split, `Seconds` and `Done` are those of the share with this member's number, and another member may
/// have computed that share.
struct alignas(hetrt::CacheLine) hetrt_member {
  hetrt_pass *Pass = nullptr;
  std::uint32_t Number = 0, Count = 1;
  std::uint32_t Share = 0; ///< The number of the share that the member computes, or takes next.
  bool Computing = false;
  bool IsCounted = false; ///< This member counts in PassesOfThread.
  hetrt::Range Current;
  std::int64_t Start = 0; ///< When Current began, in nanoseconds.
  double Seconds = 0;
  std::uint64_t Done = 0; ///< How many iterations are done.

  /// The calling thread computes iterations from now on, or has done the member's last one.
  void countPass(bool Computes) {
    if (Computes != IsCounted)
      hetrt::PassesOfThread += Computes ? 1u : hetrt::PassesOfThread ? ~0u : 0u;
    IsCounted = Computes;
  }
};
static_assert(sizeof(hetrt_member) == hetrt::CacheLine);

#endif
