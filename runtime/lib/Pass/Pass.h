// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of a region, as the team sees it.
//
// Four ways to hand out iterations:
//   Even    every thread an equal part, decided when it joins: passes without a scheduler (inside a parallel region,
//           with a false condition, in a forked child, or while another thread runs the same region)
//   Split   the scheduler's whole split is known and no accelerator takes part: each thread reads its own share
//   Queue   the scheduler is asked for each range (SharedPass)
//   Parts   a block, run once for each device (Partition): its threads are those of the cores and of the accelerators
// The first two take no lock, write no shared cache line and allocate nothing once a region has run: they must cost
// what a plain OpenMP loop costs.
#ifndef HETRT_PASS_PASS_H
#define HETRT_PASS_PASS_H

#include "Memory/PagePlacement.h"
#include "Memory/PassMemory.h"
#include "Pass/Clock.h"
#include "Pass/OrderedPartials.h"
#include "Pass/Partition.h"
#include "Pass/SharedPass.h"
#include "Schedule/Scheduler.h"
#include "Trace/RegionTrace.h"
#include "hetrt/hetrt.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hetrt {
inline constexpr std::size_t CacheLine = 64;
}

/// One thread of a team; a cache line of its own. In a Split pass, `Seconds` and `Done` are those of the share with
/// the member's number, whoever computed it.
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

struct hetrt_pass {
  enum class Form : std::uint8_t { Even, Split, Queue, Parts };

  // What the team reads. These lines are written only where something changes: while nobody writes them they stay in
  // the caches of all cores, and each line that has to come from another core costs as much as the rest of join().
  alignas(hetrt::CacheLine) Form How = Form::Even;
  bool Measured = true;                 ///< Whether members take the time; always, in Form::Queue.
  bool Called = false;                  ///< Whether members answer the roll call.
  std::uint32_t Threads = 1;            ///< That the team should have; also the number of members.
  std::span<const hetrt::Range> Shares; ///< Of Form::Split, in grains; one per thread first.
  std::vector<hetrt_member> Members;
  hetrt::Reductions Reduced;
  std::unique_ptr<hetrt::PassPages> Pages; ///< Where a memory policy takes pages to shares; else null.

  /// Of Form::Queue.
  std::unique_ptr<hetrt::SharedPass> Shared;

  /// Of Form::Parts, whose cores are the members.
  std::unique_ptr<hetrt::Partition> Parts;
  std::uint32_t PartCount = 0; ///< Threads that the team should have.
  bool Planned = false;        ///< The scheduler gives the shares.

  // What only the thread that begins and ends the pass uses.
  alignas(hetrt::CacheLine) hetrt_region_state *State = nullptr;
  std::uint64_t TripCount = 0;
  std::int64_t PlanningBegan = 0; ///< In nanoseconds, of passes that the scheduler plans,
  std::int64_t TeamBegan = 0;     ///< and of Form::Split and Form::Queue.
  std::int64_t Began = 0;         ///< In nanoseconds; for the report only, as is
  double Planning = 0;            ///< how many seconds passed until the team could begin.
  std::uint32_t ClaimedCores = 0; ///< Of those that regions under way at once divide among themselves.
  bool MayBeAlone = false;        ///< Whether one thread may have passes like this,
  bool Alone = false;             ///< and has this one, since a team would not pay.
  bool OwnsState = false;         ///< This is the state's own pass, and holds its lock;
  const char *WhyNot = nullptr;   ///< else why the cores run the pass alone, unplanned.

  /// The call's arrays, where accelerators or persistent arrays are concerned.
  std::unique_ptr<hetrt::PassArrays> Arrays;

  std::uint32_t teamSize() const { return How == Form::Parts ? PartCount : Threads; }

  /// Makes the pass ready for a team of `Count`.
  void setTeam(std::uint32_t Count);

  hetrt_member *join(std::uint32_t Number, std::uint32_t Count);
  int next(hetrt_member &Member, hetrt_range &Into);

  /// The reduction value after `Previous` (null: the first) of those that were left; null after the last.
  const void *nextPartial(const void *Previous) const;

private:
  int nextShare(hetrt_member &Member, hetrt_range &Into);
  hetrt::Range shareOf(const hetrt_member &Member) const;
  std::uint32_t shareCount(const hetrt_member &Member) const;
};

namespace hetrt {

/// Part number `Number` of `Count` parts of 0..Total-1 that differ by at most one: the first ones are the larger.
Range evenPart(std::uint64_t Total, std::uint32_t Number, std::uint32_t Count);

} // namespace hetrt

#endif
