// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass, and what the thread that begins and ends it keeps of it meanwhile.
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

struct RegionPass final : ::hetrt_pass {
  using hetrt_pass::hetrt_pass;

  // Written in every pass, so not on the lines that the team reads.
  alignas(CacheLine) std::uint64_t TripCount = 0;
  std::int64_t Began = 0;         ///< Nanoseconds; for the report and for places only.
  double Planning = 0;            ///< Seconds until the team could begin; for the report only.
  std::int64_t PlanningBegan = 0; ///< Nanoseconds; only of passes that the scheduler plans.
  std::int64_t TeamBegan = 0;     ///< Nanoseconds; only of Form::Split and Form::Queue.
  std::uint32_t ClaimedCores = 0; ///< Cores that it has taken of those which regions share that run at once.
  bool HasLock = false;           ///< Of the region's state.
  std::string WhyNot;             ///< Why cores run the pass alone: unplanned, or for an array. For the report only.
  std::string WhyOutside;         ///< In checking runs: how an iteration leaves an array of the program's; or empty.
  const std::byte *OutsideOf = nullptr; ///< Where that array begins.
  std::string WhyUnknown;         ///< In checking runs: why it is not known what the loop uses of its arrays; or empty.
  bool IsPlanned = false;         ///< A scheduler plans the pass.
  bool MayBeAlone = false;        ///< Passes like this may have a team of one thread.
  bool OnCoresAlone = false;      ///< The directive names no other devices. In checking runs only.
  std::uint64_t CheckedBlock = 0; ///< The block's number, in checking runs.
  bool TriesCopies = false;       ///< Devices that reach the host's memory may try copies.
  bool CoresReach = true;         ///< No array is in a device's memory.

  std::unique_ptr<PassLog> Log; ///< Where decisions are kept or repeated; else null.

  PassPlan Unscheduled;                  ///< Of passes without a scheduler, and of blocks until the team is there.
  PassPlan Made;                         ///< By the planner: for this pass, or for the last that had one.
  std::vector<AcceleratorLease> Serving; ///< The pass's accelerators.
  PassRecord Did;                        ///< Once it has ended. Keeps its memory.
  const hetrt_call *Call = nullptr;      ///< While the pass waits for its arrays: the caller's.
  std::unique_ptr<PassArrays> Arrays;    ///< If the pass has asked for them, and they fit.
  std::unique_ptr<check::CheckedPass> Checked; ///< In checking runs, of loops.
};

} // namespace hetrt

#endif
