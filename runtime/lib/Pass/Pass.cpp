// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that the threads of a team take in a pass.
#include "Pass/Pass.h"

#include "Pass/Clock.h"

#include <algorithm>
#include <utility>

using namespace hetrt;

void hetrt_pass::open(const PassPlan &Next, Reductions How) {
  Plan = &Next;
  this->How = Next.How;
  Threads = Next.Threads;
  Cores = Next.Cores;
  Slots = Next.Devices.data();
  Measured = true;
  Reduced = std::move(How);
  if (Next.How != Form::Block)
    setTeam();
}

void hetrt_pass::repeat(const PassPlan &Last, std::uint64_t ReductionBytes) {
  if (Plan == &Last && !Measured && Reduced.Bytes == ReductionBytes)
    return;
  Reductions Once;
  Once.Bytes = ReductionBytes;
  Once.Division = Division(Grains{1, Last.TripCount});
  open(Last, std::move(Once));
  Measured = false;
}

void hetrt_pass::setTeam() {
  if (Members.size() < Threads)
    Members.resize(Threads);
  if (Reduced.InOrder)
    Reduced.Ordered = std::make_unique<OrderedPartials>(Reduced.Division.grains(), Reduced.Bytes, Threads);
  for (std::uint32_t I = 0; I < Threads; ++I) {
    Members[I].Pass = nullptr; // no thread has joined
    Members[I].Seconds = 0;
    Members[I].Done = 0;
  }
}

QueuePass &hetrt_pass::makeQueue(Scheduler &By, WaitPolicy Wait) {
  Queue = std::make_unique<QueuePass>(By, Wait, Plan->Devices.size(), Reduced);
  return *Queue;
}

constinit std::atomic<bool> hetrt::CountsPassesOfThread = false;
thread_local constinit unsigned hetrt::PassesOfThread = 0;

hetrt_member *hetrt_pass::join(std::uint32_t Number, std::uint32_t Count) {
  // If the team has more threads than planned, the additional threads get no iterations.
  static hetrt_member Idle;
  if (Number >= Threads)
    return &Idle;
  hetrt_member &Member = Members[Number];
  Member.Pass = this;
  Member.Number = Number;
  Member.Count = std::min(Count, Threads);
  Member.Share = Number;
  Member.Computing = false;
  if (Member.IsCounted) [[unlikely]] // the loop was left before its end
    Member.countPass(false);
  if (How == Form::Queue)
    Queue->setTeam(Member.Count, Threads);
  if (Pages) [[unlikely]] // if the team is smaller than planned, also places the pages of the missing threads' shares
    for (std::uint32_t Share = Number; Share < Threads; Share += Member.Count)
      Pages->place(Share);
  return &Member;
}

Range hetrt_pass::shareOf(const hetrt_member &Member) const {
  const Division &Units = Reduced.Division;
  return Units.iterations(How == Form::Even ? evenPart(Units.count(), Member.Share, Member.Count)
                                            : Plan->Devices[Member.Share].Share);
}

int hetrt_pass::nextMeasured(hetrt_member &Member, hetrt_range &Into) {
  OrderedPartials *const Ordered = Reduced.Ordered.get();
  if (Ordered && Member.Computing) [[unlikely]]
    if (Range Grain = Ordered->advance(Member.Number); !Grain.empty()) {
      Into = {Grain.First, Grain.Last};
      return 1;
    }
  if (!(How == Form::Queue ? Queue->next(Member, Into) : nextShare(Member, Into)))
    return 0;
  if (Ordered) [[unlikely]] {
    const Range Grain = Ordered->enter(Member.Number, Member.Current);
    Into = {Grain.First, Grain.Last};
  }
  return 1;
}

/// Begins the member's next share in a pass without a queue, and notes the time of the last one. Returns 0 if there is
/// none.
int hetrt_pass::nextShare(hetrt_member &Member, hetrt_range &Into) {
  if (Member.Computing) {
    Member.Computing = false;
    Members[Member.Share].Seconds = double(nanoseconds() - Member.Start) * 1e-9;
    Members[Member.Share].Done = Member.Current.size();
    Member.Share += Member.Count;
  }
  // If the team is smaller than planned, its members also compute the shares of missing threads, one after another.
  const std::uint32_t Shares = How == Form::Even ? Member.Count : Cores;
  for (; Member.Share < Shares; Member.Share += Member.Count) {
    Member.Current = shareOf(Member);
    if (Member.Current.empty())
      continue;
    Into = {Member.Current.First, Member.Current.Last};
    Member.Computing = true;
    Member.Start = nanoseconds();
    return 1;
  }
  return 0;
}

const void *hetrt_pass::nextPartial(const void *Previous) const {
  if (Queue && !Queue->complete())
    return nullptr;
  if (Reduced.Ordered)
    return Reduced.Ordered->next(Previous);
  return Queue ? Queue->nextPartial(Previous) : nullptr;
}

void hetrt_pass::finish(PassRecord &Into) {
  Into.clear(std::max<std::size_t>(Plan->Devices.size(), Plan->Threads));
  if (How == Form::Block)
    return finishBlock(Into);
  for (std::uint32_t I = 0; I < Threads; ++I)
    Into.Came = std::max(Into.Came, Members[I].Pass == this ? Members[I].Count : 0);
  if (How == Form::Queue)
    return Queue->finish(std::span(Members).first(Threads), Into);
  for (std::uint32_t I = 0; I < Threads; ++I) {
    Into.Slots[I].Iterations = Members[I].Done;
    Into.Slots[I].Seconds = Members[I].Seconds;
    if (How == Form::Split)
      Into.Slots[I].Units = Plan->Devices[I].Share.size();
  }
}

/// Fills the record of a block. Its parts are listed as the cores or places first, then the accelerators. If every
/// thread drives an accelerator, the scheduler's list nevertheless has one core, for which there was no part.
void hetrt_pass::finishBlock(PassRecord &Into) const {
  Into.Fault = Parts->fault();
  const auto All = Parts->parts();
  // If more threads came than were planned, the additional ones did nothing.
  for (std::size_t I = 0; I < std::min<std::size_t>(All.size(), Plan->Threads); ++I) {
    const std::size_t Position = All[I]->accelerator() ? All[I]->device() : I;
    All[I]->record(Into.Slots[Position]);
    if (Plan->isScheduled())
      Into.Slots[Position].Units = Plan->Devices[Position].Share.size();
  }
}

bool hetrt_pass::close() {
  if (Queue)
    Queue.reset();
  if (Parts)
    Parts.reset();
  if (Reduced.Ordered)
    Reduced.Ordered.reset();
  if (Pages)
    Pages.reset();
  return Called && std::exchange(Called, false);
}
