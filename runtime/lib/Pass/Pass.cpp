// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The team's side of a pass.
#include "Pass/Pass.h"

#include <algorithm>

namespace hetrt {

Range evenPart(std::uint64_t Total, std::uint32_t Number, std::uint32_t Count) {
  const std::uint64_t Part = Total / Count, Larger = Total % Count;
  const std::uint64_t First = Number * Part + std::min<std::uint64_t>(Number, Larger);
  return {First, First + Part + (Number < Larger)};
}

} // namespace hetrt

using namespace hetrt;

void hetrt_pass::setTeam(std::uint32_t Count) {
  Threads = Count;
  if (Members.size() < Count)
    Members.resize(Count);
  if (Reduced.InOrder)
    Reduced.Ordered = std::make_unique<OrderedPartials>(Reduced.Division.grains(), Reduced.Bytes, Count);
  for (std::uint32_t I = 0; I < Count; ++I) {
    Members[I].Pass = nullptr; // nobody has joined
    Members[I].Seconds = 0;
    Members[I].Done = 0;
  }
}

hetrt_member *hetrt_pass::join(std::uint32_t Number, std::uint32_t Count) {
  // A thread beyond the team that was asked for finds nothing to do.
  static hetrt_member Idle;
  if (Number >= Threads)
    return &Idle;
  hetrt_member &Member = Members[Number];
  Member.Pass = this;
  Member.Number = Number;
  Member.Count = std::min(Count, Threads);
  Member.Share = Number;
  Member.Computing = false;
  if (How == Form::Queue)
    Shared->setTeam(Member.Count, Threads);
  if (Pages) [[unlikely]] // those of missing threads' shares too
    for (std::uint32_t Share = Number; Share < Threads; Share += Member.Count)
      Pages->place(Share);
  return &Member;
}

std::uint32_t hetrt_pass::shareCount(const hetrt_member &Member) const {
  return How == Form::Even ? Member.Count : static_cast<std::uint32_t>(Shares.size());
}

Range hetrt_pass::shareOf(const hetrt_member &Member) const {
  const Division &Division = Reduced.Division;
  return Division.iterations(How == Form::Even ? evenPart(Division.count(), Member.Share, Member.Count)
                                               : Shares[Member.Share]);
}

int hetrt_pass::next(hetrt_member &Member, hetrt_range &Into) {
  OrderedPartials *const Ordered = Reduced.Ordered.get();
  if (Ordered && Member.Computing) [[unlikely]]
    if (Range Grain = Ordered->advance(Member.Number); !Grain.empty()) {
      Into = {Grain.First, Grain.Last};
      return 1;
    }
  if (!(How == Form::Queue ? Shared->next(Member, Into) : nextShare(Member, Into)))
    return 0;
  if (Ordered) [[unlikely]] {
    const Range Grain = Ordered->enter(Member.Number, Member.Current);
    Into = {Grain.First, Grain.Last};
  }
  return 1;
}

const void *hetrt_pass::nextPartial(const void *Previous) const {
  if (Shared && !Shared->complete())
    return nullptr;
  if (Reduced.Ordered)
    return Reduced.Ordered->next(Previous);
  return Shared ? Shared->nextPartial(Previous) : nullptr;
}

/// The next share in a pass without a queue.
int hetrt_pass::nextShare(hetrt_member &Member, hetrt_range &Into) {
  if (Member.Computing) {
    Member.Computing = false;
    if (Measured) {
      Members[Member.Share].Seconds = double(nanoseconds() - Member.Start) * 1e-9;
      Members[Member.Share].Done = Member.Current.size();
    }
    Member.Share += Member.Count;
  }
  // A team smaller than planned computes the shares of the missing threads one after another.
  for (; Member.Share < shareCount(Member); Member.Share += Member.Count) {
    Member.Current = shareOf(Member);
    if (Member.Current.empty())
      continue;
    Into = {Member.Current.First, Member.Current.Last};
    Member.Computing = true;
    if (Measured)
      Member.Start = nanoseconds();
    return 1;
  }
  return 0;
}
