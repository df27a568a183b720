// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass, with the data of the thread that begins and ends it.
#ifndef HETRT_REGION_REGIONPASS_H
#define HETRT_REGION_REGIONPASS_H

#include "Check/Checker.h"
#include "Pass/Pass.h"
#include "Pass/PassRecord.h"
#include "Replay/PassLog.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hetrt {

/// One pass of a region. A RegionState has one RegionPass that it uses again and again; passes that run at the same
/// time get new ones.
struct RegionPass final {
  explicit RegionPass(::hetrt_region_state &Of) : Team(*this, Of) {}

  ::hetrt_pass Team; ///< The pass as its team uses it, and as the generated code knows it.

  // The thread that begins a pass writes these members in every pass, so they are not on the cache lines that the team
  // reads.
  alignas(CacheLine) std::uint64_t TripCount = 0;
  std::int64_t Began = 0;         ///< Nanoseconds; only for the report, and for regions in places.
  bool IsInside = false;          ///< It began in an iteration of another pass; only for the report.
  double Planning = 0;            ///< Seconds until the team could begin; only for the report.
  std::int64_t PlanningBegan = 0; ///< Nanoseconds; only if the scheduler plans the pass.
  std::int64_t TeamBegan = 0;     ///< Nanoseconds; only if a scheduler plans a loop.
  std::uint32_t ClaimedCores = 0; ///< How many cores the pass has claimed (Engine::claimCores()).
  bool HasLock = false;           ///< The pass has the lock of the region's state.
  /// Why cores run the pass alone: no scheduler plans it, or an array is not as devices need it. Only for the report.
  std::string WhyNot;
  std::string WhyOutside; ///< In checking runs: a message if an iteration uses an element outside of an array of the
                          ///< program; else empty.
  const std::byte *OutsideOf = nullptr; ///< The address of that array.
  /// In checking runs: why it is not known which elements the loop uses of its arrays; else empty.
  std::string WhyUnknown;
  bool IsPlanned = false;         ///< A scheduler plans the pass.
  bool MayBeAlone = false;        ///< One thread may compute the pass if that is faster than a team (PlanCache.h).
  bool OnCoresAlone = false;      ///< In checking runs: whether the directive's `devices` names the cores only.
  std::uint64_t CheckedBlock = 0; ///< In checking runs: the number of the block.
  bool TriesCopies = false;       ///< Devices that reach the host's memory may try copies.
  bool CoresReach = true;         ///< No array is in a device's memory.

  std::unique_ptr<PassLog> Log; ///< The pass's part of a recording that is written or repeated; else null.

  /// The plan of the pass, if it does not repeat one. That of a block says only how many threads are wanted until the
  /// team has come, since the shares depend on the number of threads that came.
  PassPlan Plan;
  /// The devices of the last pass that a scheduler planned, as they are known to it. Keeps memory for the next such
  /// plan.
  std::vector<DeviceSlot> Listed;
  std::vector<AcceleratorLease> Serving;       ///< The accelerators that serve the pass.
  PassRecord Did;                              ///< The results, once the pass has ended. Keeps its memory.
  const hetrt_call *Call = nullptr;            ///< While the pass waits for describe(): the caller's call.
  std::unique_ptr<PassArrays> Arrays;          ///< The arrays, if the pass has asked for them and they fit.
  std::unique_ptr<check::CheckedPass> Checked; ///< The pass as the checker knows it, in checking runs of loops.
};

} // namespace hetrt

#endif
