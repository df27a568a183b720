// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass (execution) of a region, as the threads of the team use it: a plan, and the state of its execution. Forms:
//
//   Even, Split   a member's next share is an equal part, or is in the plan: a few instructions, no lock
//   Queue         each range comes from the scheduler (QueuePass)
//   Block         the text runs once for each device (Partition), in threads that stand for cores and accelerators
// The first two write no shared cache line, and allocate nothing once the region has run: they must cost no more than a
// plain OpenMP loop.
#ifndef HETRT_PASS_PASS_H
#define HETRT_PASS_PASS_H

#include "Memory/PagePlacement.h"
#include "Pass/Member.h"
#include "Pass/OrderedPartials.h"
#include "Pass/Partition.h"
#include "Pass/PassRecord.h"
#include "Pass/QueuePass.h"
#include "Plan/PassPlan.h"

#include <cstdint>
#include <memory>
#include <vector>

struct hetrt_pass {
public:
  using Form = hetrt::PassPlan::Form;

  explicit hetrt_pass(hetrt_region_state &Of) : Of(Of) {}
  hetrt_pass(const hetrt_pass &) = delete;
  hetrt_pass &operator=(const hetrt_pass &) = delete;

  hetrt_region_state &state() const { return Of; }

  // ---- Called before the team begins, in the thread that begins the pass.

  /// Prepares the pass for the plan `Next`, which outlives the pass. Members will measure the times of shares.
  void open(const hetrt::PassPlan &Next, hetrt::Reductions How);

  /// Prepares the pass to follow a plan for cores alone once more, without measuring times. If it is the plan that the
  /// last pass repeated, writes nothing: cache lines that no thread writes stay in the caches of all cores, and each
  /// line that a core has to fetch from another core costs as much as the rest of join().
  void repeat(const hetrt::PassPlan &Last, std::uint64_t ReductionBytes);

  /// Create the queue that plans of Form::Queue need, or take over the block of Form::Block.
  hetrt::QueuePass &makeQueue(hetrt::Scheduler &By, hetrt::WaitPolicy Wait);
  void makeBlock(std::unique_ptr<hetrt::Partition> Made) { Parts = std::move(Made); }

  /// Lets members answer the roll call (Team/RollCall.h).
  void call() { Called = true; }

  /// Lets each member move the memory pages of its shares to its memory node when it joins.
  void takePages(std::unique_ptr<hetrt::PassPages> Found) { Pages = std::move(Found); }

  // ---- Called by the team.

  std::uint32_t threads() const { return Plan->Threads; }
  bool isCalled() const { return Called; }
  hetrt_member *join(std::uint32_t Number, std::uint32_t Count);
  int next(hetrt_member &Member, hetrt_range &Into) {
    return Measured ? nextMeasured(Member, Into) : nextRepeated(Member, Into);
  }

  /// The ordered partials; null if reductions are not ordered.
  hetrt::OrderedPartials *ordered() const { return Reduced.Ordered.get(); }

  /// The partial after `Previous` (null: the first one) of those that are left to combine; null after the last.
  const void *nextPartial(const void *Previous) const;

  /// The block, and the plan that the block's first thread has made for the threads that came.
  hetrt::Partition &block() const { return *Parts; }
  void planBlock(const hetrt::PassPlan &Made) { Plan = &Made; }

  // ---- Called when the team has gone.

  const hetrt::PassPlan &plan() const { return *Plan; }
  const hetrt::Division &units() const { return Reduced.Division; }
  const hetrt::PassPages *pages() const { return Pages.get(); }
  bool isMeasured() const { return Measured; }

  /// Waits until the accelerators have left the pass, and fills the record of the pass.
  void finish(hetrt::PassRecord &Into);

  /// Frees the memory that belongs to this pass only. Returns whether its members answered the roll call.
  bool close();

private:
  int nextMeasured(hetrt_member &Member, hetrt_range &Into);
  int nextRepeated(hetrt_member &Member, hetrt_range &Into) const;
  int nextShare(hetrt_member &Member, hetrt_range &Into);
  hetrt::Range shareOf(const hetrt_member &Member) const;
  void setTeam();
  void finishBlock(hetrt::PassRecord &Into) const;

  // The members from here on are read by the team.
  alignas(hetrt::CacheLine) const hetrt::PassPlan *Plan = nullptr;
  Form How = Form::Even; ///< The form of the plan.
  bool Measured = true;  ///< Whether members measure times; always true in Form::Queue.
  bool Called = false;
  std::uint32_t Threads = 1, Cores = 1; ///< The numbers of threads and cores in the plan.
  std::vector<hetrt_member> Members;
  const hetrt::DeviceSlot *Slots = nullptr; ///< The plan's devices.
  hetrt::Reductions Reduced;
  std::unique_ptr<hetrt::PassPages> Pages; ///< The pages of the shares, if a memory policy moves pages; else null.
  std::unique_ptr<hetrt::QueuePass> Queue; ///< The queue, if the form is Form::Queue.
  std::unique_ptr<hetrt::Partition> Parts; ///< The block, if the form is Form::Block.

  hetrt_region_state &Of;
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
