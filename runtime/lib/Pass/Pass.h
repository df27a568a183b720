// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of a region, as the team sees it: a plan, and the state of its execution.
//
//   Even, Split   a member's next share stands in the plan, or is an equal part: a few words, no lock, no shared line
//   Queue         the scheduler is asked for each range (QueuePass)
//   Block         run once for each device (Partition): its threads are those of the cores and of the accelerators
// The first two write no shared cache line and allocate nothing once a region has run: they must cost what a plain
// OpenMP loop costs.
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

  // ---- Before the team begins, in the thread that begins the pass.

  /// The next pass follows this plan, which outlives it. Members take the time.
  void open(const hetrt::PassPlan &Next, hetrt::Reductions How);

  /// The next pass follows a plan on cores once more, and is not timed. Where it is the plan that the last
  /// pass repeated, nothing is written: cache lines that no thread writes stay in the caches of all cores, and each
  /// that has to come from another core costs as much as the rest of join().
  void repeat(const hetrt::PassPlan &Last, std::uint64_t ReductionBytes);

  /// For plans of these forms.
  hetrt::QueuePass &makeQueue(hetrt::Scheduler &By, hetrt::WaitPolicy Wait);
  void makeBlock(std::unique_ptr<hetrt::Partition> Made) { Parts = std::move(Made); }

  /// Members answer the roll call.
  void call() { Called = true; }

  /// Each member takes the pages of its shares along.
  void takePages(std::unique_ptr<hetrt::PassPages> Found) { Pages = std::move(Found); }

  // ---- The team.

  std::uint32_t threads() const { return Plan->Threads; }
  bool isCalled() const { return Called; }
  hetrt_member *join(std::uint32_t Number, std::uint32_t Count);
  int next(hetrt_member &Member, hetrt_range &Into) {
    return Measured ? nextMeasured(Member, Into) : nextRepeated(Member, Into);
  }

  /// Where reduction values are ordered; else null.
  hetrt::OrderedPartials *ordered() const { return Reduced.Ordered.get(); }

  /// The reduction value after `Previous` (null: the first) of those that were left; null after the last.
  const void *nextPartial(const void *Previous) const;

  /// The block, and the plan that its first thread has made for the team that came.
  hetrt::Partition &block() const { return *Parts; }
  void planBlock(const hetrt::PassPlan &Made) { Plan = &Made; }

  // ---- When the team has gone.

  const hetrt::PassPlan &plan() const { return *Plan; }
  const hetrt::Division &units() const { return Reduced.Division; }
  const hetrt::PassPages *pages() const { return Pages.get(); }
  bool isMeasured() const { return Measured; }

  /// Waits for accelerators, and says what came of the pass.
  void finish(hetrt::PassRecord &Into);

  /// Frees what the pass alone had. True if its members answered the roll call.
  bool close();

private:
  int nextMeasured(hetrt_member &Member, hetrt_range &Into);
  int nextRepeated(hetrt_member &Member, hetrt_range &Into) const;
  int nextShare(hetrt_member &Member, hetrt_range &Into);
  hetrt::Range shareOf(const hetrt_member &Member) const;
  void setTeam();
  void finishBlock(hetrt::PassRecord &Into) const;

  // What the team reads.
  alignas(hetrt::CacheLine) const hetrt::PassPlan *Plan = nullptr;
  Form How = Form::Even; ///< The plan's.
  bool Measured = true;  ///< Whether members take the time; always, in Form::Queue.
  bool Called = false;
  std::uint32_t Threads = 1, Cores = 1; ///< The plan's.
  std::vector<hetrt_member> Members;
  const hetrt::DeviceSlot *Slots = nullptr; ///< The plan's devices.
  hetrt::Reductions Reduced;
  std::unique_ptr<hetrt::PassPages> Pages; ///< Where a memory policy takes pages to shares; else null.
  std::unique_ptr<hetrt::QueuePass> Queue; ///< Of Form::Queue.
  std::unique_ptr<hetrt::Partition> Parts; ///< Of Form::Block.

  hetrt_region_state &Of;
};

/// A share of such a plan is a range of iterations. A team smaller than planned computes the shares of the missing
/// threads, too.
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
