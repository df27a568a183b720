// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps that a team takes in a pass whose shares are known.
#include "Pass/SharePass.h"

#include "Team/Clock.h"

namespace hetrt {

template <typename Function>
int SharePass::nextOf(std::uint32_t Shares, ::hetrt_member &Member, hetrt_range &Into, Function ShareOf) {
  if (Member.Computing) {
    Member.Computing = false;
    ::hetrt_member &Share = Of.Members[Member.Share];
    Share.Seconds = secondsSince(Member.Start);
    Share.Done = Member.Current.size();
    Member.Share += Member.Count;
  }
  for (; Member.Share < Shares; Member.Share += Member.Count) {
    Member.Current = Of.units().iterations(ShareOf(Member.Share));
    if (Member.Current.empty())
      continue;
    Into = {Member.Current.First, Member.Current.Last};
    Member.Computing = true;
    Member.Start = nanoseconds();
    return 1;
  }
  return 0;
}

int EvenPass::next(::hetrt_member &Member, hetrt_range &Into) {
  const std::uint32_t Count = Member.Count;
  return nextOf(Count, Member, Into, [&](std::uint32_t Share) { return evenPart(Of.units().count(), Share, Count); });
}

int SplitPass::next(::hetrt_member &Member, hetrt_range &Into) {
  return nextOf(Of.Plan->Cores, Member, Into, [&](std::uint32_t Share) { return Of.Plan->Devices[Share].Share; });
}

void SharePass::finish(PassRecord &Into) {
  Into.Came = came();
  const auto Team = Of.members();
  for (std::size_t I = 0; I < Team.size(); ++I) {
    Into.Slots[I].Iterations = Team[I].Done;
    Into.Slots[I].Seconds = Team[I].Seconds;
  }
}

void SplitPass::finish(PassRecord &Into) {
  SharePass::finish(Into);
  for (std::uint32_t I = 0; I < Of.Plan->Threads; ++I)
    Into.Slots[I].Units = Of.Plan->Devices[I].Share.size();
}

void SplitPass::tell(Scheduler &By, const PassRecord &Did) const {
  for (unsigned I = 0; I < Of.Plan->Devices.size(); ++I) {
    const Range Share = Of.Plan->Devices[I].Share;
    // A share was computed if iterations of it were, or if it has none (a share of elements may have no iteration).
    if (!Share.empty() && (Did.Slots[I].Iterations || Of.units().iterations(Share).empty()))
      tellShare(By, I, Share, Of.units(), Did.Slots[I].Seconds);
  }
}

} // namespace hetrt
