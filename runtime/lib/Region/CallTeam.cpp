// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes how many threads a call has or wants.
#include "Region/CallTeam.h"

#include "Check/Checker.h"
#include "Team/TeamSize.h"

namespace hetrt {

/// How many parts a block has in a checking run, on any machine. With three, the middle part has neighbours on both
/// sides.
static constexpr std::uint32_t PartsToCheck = 3;

bool isSerial(const Engine &All, const hetrt_region &Region, const hetrt_call &Call) {
  if (!(Region.flags & HETRT_TENTATIVE))
    return false;
  const bool InTeam = Call.in_parallel == HETRT_IN_TEAM;
  if (!InTeam && Call.num_threads > 0)
    return Call.num_threads == 1;
  return (InTeam ? Call.num_threads : Call.max_threads) == 1 && !All.settings().OneThread && All.grantedCores() > 1;
}

std::uint32_t wantedThreads(const Engine &All, const hetrt_region &Region, const Place *Where, const hetrt_call &Call,
                            std::size_t Accelerators) {
  if (All.forked()) // the OpenMP threads exist only in the parent, and some OpenMP runtimes would wait for them
    return 1;
  if (Call.in_parallel == HETRT_IN_TEAM) // the team exists already
    return static_cast<std::uint32_t>(Call.num_threads);
  const bool IsBlock = Region.flags & HETRT_PARTITION;
  if (check::active()) // in a block, the checker compares the accesses of parts, so there must be several parts
    return !IsBlock ? 1 : Call.num_threads > 0 ? static_cast<std::uint32_t>(Call.num_threads) : PartsToCheck;
  const unsigned Cores = Where ? Where->Cores : All.grantedCores();
  return teamSize({Call.num_threads, Call.max_threads, Cores, Accelerators}, All.settings());
}

} // namespace hetrt
