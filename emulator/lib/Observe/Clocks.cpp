// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clocks of warps (Clocks.h), by which accesses are ordered.

#include "Observe/Clocks.h"

#include <algorithm>

namespace emulator {

void Clocks::restart(const Block &Of) {
  const Dimensions &Grid = Of.launch().Grid, &At = Of.index();
  BlockNumber = At.X + (At.Y + std::uint64_t(At.Z) * Grid.Y) * Grid.X;
  Warps.assign(Of.warps().size(), {});
  for (OfWarp &Each : Warps)
    Each.Seen.assign(Warps.size(), 0);
  Joined.fill({});
}

Stamp Clocks::now(const Warp &W, unsigned Lane, bool IsStrong) const {
  Stamp Made{};
  Made.Block = BlockNumber;
  Made.Thread = W.number() * WarpSize + Lane;
  Made.Clock = Warps[W.number()].Now;
  Made.IsStrong = IsStrong;
  Made.Is = true;
  return Made;
}

bool Clocks::isOrdered(const Stamp &Before, const Stamp &Now) const {
  if (Before.Block != Now.Block)
    return false;
  if (Before.Thread == Now.Thread || Now.Clock == Last)
    return true;
  const unsigned Theirs = Before.Thread / WarpSize, Mine = Now.Thread / WarpSize;
  const OfWarp &Of = Warps[Mine];
  if (Theirs != Mine)
    return Before.Clock <= Of.Seen[Theirs];
  const unsigned Pair = Before.Thread % WarpSize * WarpSize + Now.Thread % WarpSize;
  return Before.Clock < std::max(Of.AllMet, Of.Met.empty() ? 0 : Of.Met[Pair]);
}

void Clocks::join(Times &Into, const Times &From) {
  Into.resize(From.size());
  for (std::size_t W = 0; W < From.size(); ++W)
    Into[W] = std::max(Into[W], From[W]);
}

void Clocks::meet(const Warp &W, Lanes Together) {
  OfWarp &Of = Warps[W.number()];
  goOn(Of);
  if ((W.alive() & ~Together) == 0) {
    Of.AllMet = Of.Now;
    return;
  }
  Of.Met.resize(WarpSize * WarpSize);
  for (unsigned A = 0; A < WarpSize; ++A)
    for (unsigned B = 0; B < WarpSize; ++B)
      if (Together >> A & Together >> B & 1)
        Of.Met[A * WarpSize + B] = Of.Now;
}

void Clocks::arrive(const Warp &W, unsigned Barrier) {
  OfWarp &Of = Warps[W.number()];
  join(Joined[Barrier], Of.Seen);
  Joined[Barrier][W.number()] = Of.Now;
  goOn(Of);
}

void Clocks::release(const Block &Of, unsigned Barrier) {
  for (const auto &Each : Of.warps()) {
    Lanes Waiting = 0;
    for (const Group &G : Each->groups())
      Waiting |= G.State == Group::AtBarrier && G.Barrier == Barrier ? G.Who : 0;
    if (!Waiting)
      continue;
    join(Warps[Each->number()].Seen, Joined[Barrier]);
    meet(*Each, Waiting);
  }
  Joined[Barrier].clear();
}

} // namespace emulator
