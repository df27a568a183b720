// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass (execution) of a region, as the threads of the team use it: a plan, and the state of its execution. One
// object executes the passes of each form:
//
//   Even, Split   a member's next share is an equal part, or is in the plan (EvenPass, SplitPass)
//   Queue         each range comes from the scheduler (QueuePass)
//   Block         the text runs once for each device (Partition), in threads that stand for cores and accelerators
// The first two take no lock, write no shared cache line, and allocate nothing once the region has run: they must cost
// no more than a plain OpenMP loop. A pass that repeats a Split plan (repeat()) does not even call its object: it takes
// a few instructions, inlined into hetrt_next().
#ifndef HETRT_PASS_PASS_H
#define HETRT_PASS_PASS_H

#include "Memory/PagePlacement.h"
#include "Pass/Execution.h"
#include "Pass/Member.h"
#include "Pass/OrderedPartials.h"
#include "Pass/Partition.h"
#include "Pass/PassRecord.h"
#include "Pass/SharePass.h"
#include "Plan/PassPlan.h"

#include <cstdint>
#include <memory>

namespace hetrt {

struct RegionPass;

/// What the forms of passes may need of the region, its call and the settings. All of it outlives the pass.
struct PassSurroundings {
  const hetrt_region &Region;
  const char *Name = ""; ///< The region's name in events.
  const Settings &Set;
  Scheduler *By = nullptr;            ///< The region's scheduler; null if the pass is not planned.
  const PassArrays *Arrays = nullptr; ///< Null if the pass has not asked for its arrays.
  Directory *Known = nullptr;         ///< Null if there are no accelerators.
  bool Replicates = false;            ///< Cores of a block work on copies.
};

} // namespace hetrt

struct hetrt_pass {
public:
  /// `Owner` has this object, and is a pass of the region `Of`.
  hetrt_pass(hetrt::RegionPass &Owner, hetrt_region_state &Of) : Owner(Owner), Of(Of) {}
  hetrt_pass(const hetrt_pass &) = delete;
  hetrt_pass &operator=(const hetrt_pass &) = delete;

  hetrt_region_state &state() const { return Of; }
  hetrt::RegionPass &owner() const { return Owner; }

  // ---- Called before the team begins, in the thread that begins the pass.

  /// Prepares the pass for the plan `Next`, which outlives the pass. Members will measure the times of shares.
  void open(const hetrt::PassPlan &Next, hetrt::Reductions How);

  /// Makes the object that executes a pass of the plan's form. To be called after open().
  hetrt::Execution &begin(const hetrt::PassSurroundings &With);

  /// Prepares the pass to follow a plan for cores alone once more, without measuring times. If it is the plan that the
  /// last pass repeated, writes nothing: cache lines that no thread writes stay in the caches of all cores, and each
  /// line that a core has to fetch from another core costs as much as the rest of join().
  void repeat(const hetrt::PassPlan &Last, std::uint64_t ReductionBytes);

  /// Lets members answer the roll call (Team/RollCall.h).
  void call() { Called = true; }

  /// Lets each member move the memory pages of its shares to its memory node when it joins.
  void takePages(std::unique_ptr<hetrt::PassPages> Found) { Pages = std::move(Found); }

  // ---- Called by the team.

  std::uint32_t threads() const { return Team.Plan->Threads; }
  bool isCalled() const { return Called; }
  hetrt_member *join(std::uint32_t Number, std::uint32_t Count);
  int next(hetrt_member &Member, hetrt_range &Into) {
    return Measured ? nextMeasured(Member, Into) : nextRepeated(Member, Into);
  }

  /// The ordered partials; null if reductions are not ordered.
  hetrt::OrderedPartials *ordered() const { return Team.Reduced.Ordered.get(); }

  /// The partial after `Previous` (null: the first one) of those that are left to combine; null after the last.
  const void *nextPartial(const void *Previous) const;

  hetrt::Partition &block() const { return *Parts; }

  // ---- Called when the team has gone.

  const hetrt::PassPlan &plan() const { return *Team.Plan; }
  const hetrt::Division &units() const { return Team.units(); }
  const hetrt::PassPages *pages() const { return Pages.get(); }
  bool isMeasured() const { return Measured; }

  /// What begin() has made.
  const hetrt::Execution &execution() const { return *Run; }

  /// Waits until the accelerators have left the pass, and fills the record of the pass.
  void finish(hetrt::PassRecord &Into);

  /// Frees the memory that belongs to this pass only. Returns whether its members answered the roll call.
  bool close();

private:
  int nextMeasured(hetrt_member &Member, hetrt_range &Into);
  int nextRepeated(hetrt_member &Member, hetrt_range &Into) const;

  // The members from here on are read by the team. What a pass reads that repeats a plan is on the first cache line,
  // except Pages.
  alignas(hetrt::CacheLine) bool Measured = true; ///< Whether members measure times; false: the plan is repeated.
  bool Called = false;
  std::uint32_t Threads = 1, Cores = 1;     ///< The numbers of threads and cores in the plan.
  const hetrt::DeviceSlot *Slots = nullptr; ///< The plan's devices.
  hetrt::TeamState Team;
  std::unique_ptr<hetrt::PassPages> Pages; ///< The pages of the shares, if a memory policy moves pages; else null.
  hetrt::RegionPass &Owner;
  hetrt_region_state &Of;
  hetrt::Execution *Run = nullptr;         ///< Executes the pass, if it is measured.
  hetrt::EvenPass Even{Team};
  hetrt::SplitPass Split{Team};
  std::unique_ptr<hetrt::Execution> Made; ///< The form's object, if it is made for each pass; else null.
  hetrt::Partition *Parts = nullptr;      ///< The block, if the pass is one.
};

/// Next share in a pass that repeats a plan: one range of iterations for each core of the plan. If the team is smaller
/// than planned, its members also compute the shares of the missing threads.
inline int hetrt_pass::nextRepeated(hetrt_member &Member, hetrt_range &Into) const {
  while (Member.Share < Cores) {
    const hetrt::Range Mine = Slots[Member.Share].Share;
    Member.Share += Member.Count;
    if (Mine.empty())
      continue;
    Into = {Mine.First, Mine.Last};
    return 1;
  }
  return 0;
}

#endif
