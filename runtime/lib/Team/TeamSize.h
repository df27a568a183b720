// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of a team compute on cores.
#ifndef HETRT_TEAM_TEAMSIZE_H
#define HETRT_TEAM_TEAMSIZE_H

#include "Settings/Settings.h"

#include <cstddef>
#include <cstdint>

namespace hetrt {

/// The numbers on which the size of a team depends.
struct TeamWish {
  std::int32_t NumThreads = 0; ///< The number in a num_threads clause; 0: there is none.
  std::int32_t MaxThreads = 0; ///< The number of threads that the program's OpenMP runtime would take; 0: unknown.
  unsigned GrantedCores = 1;
  std::size_t Accelerators = 0; ///< Accelerators that take part in the pass.
};

/// The number of threads that compute on cores: what the clause says, else HETRT_DEVICES, else OpenMP. At most the
/// number of granted cores; if hostThreadsTakeCores(), less one for each accelerator.
std::uint32_t teamSize(const TeamWish &Wish, const Settings &Set);

/// Whether the host thread of each accelerator that takes part takes a core from the team: unless HETRT_DEVICES says
/// how many cores there are, or the team drives the accelerators.
bool hostThreadsTakeCores(const Settings &Set);

/// Remembers how many threads OpenMP granted when a team was asked for, since OpenMP may have a limit.
class TeamCap {
public:
  /// How many threads to plan for if `Wanted` are wanted. Returns `Wanted` again after some passes, since the limit may
  /// have been temporary.
  std::uint32_t after(std::uint32_t Wanted) {
    constexpr std::uint32_t PassesBeforeRetry = 64;
    if (Wanted != Planned || ++Age > PassesBeforeRetry)
      return Wanted;
    return Came;
  }

  /// Notes that a pass was planned for `Of` threads, and that OpenMP's team had `Count` threads.
  void came(std::uint32_t Count, std::uint32_t Of) {
    if (Count && Count < Of) {
      Planned = Of;
      Came = Count;
      Age = 0;
    }
  }

private:
  std::uint32_t Planned = 0, Came = 0;
  std::uint32_t Age = 0; ///< Passes since `Planned` threads were planned and only `Came` threads came.
};

} // namespace hetrt

#endif
