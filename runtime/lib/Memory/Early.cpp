// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Foresees transfers: if two exchanges in a row asked for the same transfers, the next one will probably ask for them
// again.
#include "Memory/Early.h"

#include <algorithm>
#include <utility>

namespace hetrt {

bool covers(const BoxSet &Set, const BoxSet &Other) {
  BoxSet Rest = Other;
  Rest.subtract(Set);
  return Rest.empty();
}

void EarlyTransfers::asked(std::vector<Transfer> All) {
  if (All.empty())
    return;
  std::ranges::sort(
      All, [](const Transfer &A, const Transfer &B) { return std::pair(A.To, A.From) < std::pair(B.To, B.From); });
  std::lock_guard Lock(Mutex);
  IsUsual = All == Last;
  Last = std::move(All);
}

std::vector<Transfer> EarlyTransfers::foreseen(std::size_t From, const Box &Written) const {
  std::vector<Transfer> All;
  std::lock_guard Lock(Mutex);
  if (!IsUsual)
    return All;
  const auto IsUnderWay = [&](const Transfer &Each) {
    return std::ranges::any_of(UnderWay,
                               [&](const Sent &One) { return One.What.From == Each.From && One.What.To == Each.To; });
  };
  for (const Transfer &Each : Last)
    if (Each.From == From && covers(BoxSet(Written), Each.Parts) && !IsUnderWay(Each))
      All.push_back(Each);
  return All;
}

void EarlyTransfers::sent(Sent One) {
  std::lock_guard Lock(Mutex);
  UnderWay.push_back(std::move(One));
}

void EarlyTransfers::confirm(std::span<const BoxSet> Wrote,
                             const std::function<std::uint64_t(std::size_t)> &ChangesOf) {
  std::lock_guard Lock(Mutex);
  for (Sent &Each : UnderWay)
    if (Each.Is == Sent::State::PassGoesOn) {
      Each.Is = covers(Wrote[Each.What.From], Each.What.Parts) ? Sent::State::Confirmed : Sent::State::Broken;
      Each.Changes = ChangesOf(Each.What.From);
    }
}

std::vector<EarlyTransfers::Sent> EarlyTransfers::due(const std::function<bool(const Sent &)> &IsDue) {
  std::lock_guard Lock(Mutex);
  const auto First = std::stable_partition(UnderWay.begin(), UnderWay.end(), std::not_fn(IsDue));
  std::vector<Sent> Found(std::make_move_iterator(First), std::make_move_iterator(UnderWay.end()));
  UnderWay.erase(First, UnderWay.end());
  return Found;
}

void EarlyTransfers::wasVain() {
  std::lock_guard Lock(Mutex);
  IsUsual = false;
  Last.clear();
}

} // namespace hetrt
