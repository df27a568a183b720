// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads compute on cores.
#ifndef HETRT_TEAM_TEAMSIZE_H
#define HETRT_TEAM_TEAMSIZE_H

#include "Settings/Settings.h"

#include <cstddef>
#include <cstdint>

namespace hetrt {

struct TeamWish {
  std::int32_t NumThreads = 0; ///< Of a num_threads clause; 0: absent.
  std::int32_t MaxThreads = 0; ///< Of the program's OpenMP runtime; 0: unknown.
  unsigned GrantedCores = 1;
  std::size_t Accelerators = 0; ///< That take part.
};

/// Threads that compute on cores: as the clause says, else HETRT_DEVICES, else OpenMP; at most the cores granted, of
/// which accelerators take one each for their host threads unless HETRT_DEVICES counts the cores, or they share them.
std::uint32_t teamSize(const TeamWish &Wish, const Settings &Set);

/// Whether there is a core less for every accelerator that takes part.
bool hostThreadsTakeCores(const Settings &Set);

/// What OpenMP granted when it was asked for a team: it may have a limit of its own.
class TeamCap {
public:
  /// How many threads to plan for where so many are wanted. Asks for all again now and then: the limit may have been
  /// for a while.
  std::uint32_t after(std::uint32_t Wanted) {
    constexpr std::uint32_t PassesBeforeRetry = 64;
    if (Wanted != Planned || ++Age > PassesBeforeRetry)
      return Wanted;
    return Came;
  }

  /// A pass was planned for so many threads, of which so many came.
  void came(std::uint32_t Count, std::uint32_t Of) {
    if (Count && Count < Of) {
      Planned = Of;
      Came = Count;
      Age = 0;
    }
  }

private:
  std::uint32_t Planned = 0, Came = 0;
  std::uint32_t Age = 0; ///< Passes ago.
};

} // namespace hetrt

#endif
