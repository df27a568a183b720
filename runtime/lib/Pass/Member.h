// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of a team in a pass.
#ifndef HETRT_PASS_MEMBER_H
#define HETRT_PASS_MEMBER_H

#include "Schedule/Scheduler.h"
#include "hetrt/hetrt.h"

#include <cstddef>
#include <cstdint>

namespace hetrt {
inline constexpr std::size_t CacheLine = 64;
}

/// A cache line of its own. In a Split pass, `Seconds` and `Done` are those of the share with the member's number,
/// whichever member computed it.
struct alignas(hetrt::CacheLine) hetrt_member {
  hetrt_pass *Pass = nullptr;
  std::uint32_t Number = 0, Count = 1;
  std::uint32_t Share = 0; ///< The share that comes next, or is being computed.
  bool Computing = false;
  hetrt::Range Current;
  std::int64_t Start = 0; ///< Nanoseconds.
  double Seconds = 0;
  std::uint64_t Done = 0; ///< Iterations.
};
static_assert(sizeof(hetrt_member) == hetrt::CacheLine);

#endif
