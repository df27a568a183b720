// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that the threads of a team take in a pass.
#include "Pass/Pass.h"

#include "Pass/QueuePass.h"

#include <algorithm>
#include <utility>

using namespace hetrt;

void hetrt_pass::open(const PassPlan &Next, Reductions How) {
  Team.Plan = &Next;
  Team.Reduced = std::move(How);
  Threads = Next.Threads;
  Cores = Next.Cores;
  Slots = Next.Devices.data();
  Measured = true;
  Run = nullptr;
}

void hetrt_pass::repeat(const PassPlan &Last, std::uint64_t ReductionBytes) {
  if (Team.Plan == &Last && !Measured && Team.Reduced.Bytes == ReductionBytes)
    return;
  Reductions Once;
  Once.Bytes = ReductionBytes;
  Once.Division = Division(Grains{1, Last.TripCount});
  open(Last, std::move(Once));
  Team.makeMembers(Threads);
  Measured = false;
}

/// The one place that asks for the form of a plan to execute it.
Execution &hetrt_pass::begin(const PassSurroundings &With) {
  switch (Team.Plan->How) {
  case PassPlan::Form::Even:
    Run = &Even;
    break;
  case PassPlan::Form::Split:
    Run = &Split;
    break;
  case PassPlan::Form::Queue:
    // The team drives accelerators between pieces of its ranges. With ordered partials, ranges are cut into grains
    // instead, so the accelerators' own threads drive them.
    Made = std::make_unique<QueuePass>(Team, *With.By, With.Set.Wait, With.Name,
                                       With.Set.HostThreads == HostThread::Collaborative && !Team.Reduced.InOrder);
    break;
  case PassPlan::Form::Block: {
    auto Block = std::make_unique<Partition>(Team, With.Region, With.Arrays, With.Known, With.Set, With.Replicates);
    Parts = Block.get();
    Made = std::move(Block);
    break;
  }
  }
  if (Made)
    Run = Made.get();
  Run->makeMembers();
  return *Run;
}

void TeamState::makeMembers(std::uint32_t Count) {
  if (Members.size() < Count)
    Members.resize(Count);
  if (Reduced.InOrder)
    Reduced.Ordered = std::make_unique<OrderedPartials>(Reduced.Division.grains(), Reduced.Bytes, Count);
  for (::hetrt_member &Each : std::span(Members).first(Count)) {
    Each.Pass = nullptr; // no thread has joined
    Each.Seconds = 0;
    Each.Done = 0;
  }
}

constinit std::atomic<bool> hetrt::CountsPassesOfThread = false;
thread_local constinit unsigned hetrt::PassesOfThread = 0;

hetrt_member *hetrt_pass::join(std::uint32_t Number, std::uint32_t Count) {
  // If the team has more threads than planned, the additional threads get no iterations.
  static hetrt_member Idle;
  if (Number >= Threads)
    return &Idle;
  hetrt_member &Member = Team.Members[Number];
  Member.Pass = this;
  Member.Number = Number;
  Member.Count = std::min(Count, Threads);
  Member.Share = Number;
  Member.Computing = false;
  if (Member.IsCounted) [[unlikely]] // the loop was left before its end
    Member.countPass(false);
  if (Measured) [[unlikely]]
    Run->joined(Member);
  if (Pages) [[unlikely]] // if the team is smaller than planned, also places the pages of the missing threads' shares
    for (std::uint32_t Share = Number; Share < Threads; Share += Member.Count)
      Pages->place(Share);
  return &Member;
}

int hetrt_pass::nextMeasured(hetrt_member &Member, hetrt_range &Into) {
  OrderedPartials *const Ordered = Team.Reduced.Ordered.get();
  if (Ordered && Member.Computing) [[unlikely]]
    if (Range Grain = Ordered->advance(Member.Number); !Grain.empty()) {
      Into = {Grain.First, Grain.Last};
      return 1;
    }
  if (!Run->next(Member, Into))
    return 0;
  if (Ordered) [[unlikely]] {
    const Range Grain = Ordered->enter(Member.Number, Member.Current);
    Into = {Grain.First, Grain.Last};
  }
  return 1;
}

const void *hetrt_pass::nextPartial(const void *Previous) const {
  if (!Measured || !Run->complete())
    return nullptr;
  return Team.Reduced.Ordered ? Team.Reduced.Ordered->next(Previous) : Run->nextPartial(Previous);
}

void hetrt_pass::finish(PassRecord &Into) {
  Into.clear(std::max<std::size_t>(Team.Plan->Devices.size(), Team.Plan->Threads));
  Run->finish(Into);
}

bool hetrt_pass::close() {
  if (Made) {
    Made.reset();
    Run = nullptr;
    Parts = nullptr;
  }
  if (Team.Reduced.Ordered)
    Team.Reduced.Ordered.reset();
  if (Pages)
    Pages.reset();
  return Called && std::exchange(Called, false);
}
