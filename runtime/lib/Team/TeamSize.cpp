// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the number of threads of a team.
#include "Team/TeamSize.h"

#include <algorithm>

namespace hetrt {

bool hostThreadsTakeCores(const Settings &Set) { return !Set.Cores && Set.HostThreads == HostThread::Dedicated; }

std::uint32_t teamSize(const TeamWish &Wish, const Settings &Set) {
  std::uint32_t Granted = Wish.GrantedCores;
  if (Wish.Accelerators && hostThreadsTakeCores(Set))
    Granted = Granted > Wish.Accelerators ? static_cast<std::uint32_t>(Granted - Wish.Accelerators) : 1;
  std::uint32_t Threads = 1;
  if (Wish.NumThreads > 0)
    Threads = static_cast<std::uint32_t>(Wish.NumThreads);
  else if (Set.Cores)
    Threads = *Set.Cores;
  else if (Wish.MaxThreads > 0)
    Threads = static_cast<std::uint32_t>(Wish.MaxThreads);
  return std::clamp<std::uint32_t>(Threads, 1, Granted);
}

} // namespace hetrt
