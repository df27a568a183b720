// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/Kept.h"

namespace hetrt::check {

KeptArray *KeptArrays::at(Bytes Where) {
  for (KeptArray &Each : All)
    if (Each.Where.First == Where.First)
      return &Each;
  return nullptr;
}

void KeptArrays::enter(Bytes Where, const std::string &Name, const std::string &Said) {
  if (KeptArray *There = at(Where)) {
    ++There->Depth;
    There->Where.Last = std::max(There->Where.Last, Where.Last);
    return;
  }
  All.push_back({Where, 1, false, Name, Said});
  Cells.forget(Where.First, Where.size());
}

void KeptArrays::persist(Bytes Where, const std::string &Name, const std::string &Said) {
  for (const KeptArray &Each : All)
    if (Each.Where.overlaps(Where))
      return;
  All.push_back({Where, 0, true, Name, Said});
  Cells.forget(Where.First, Where.size());
}

void KeptArrays::drop(std::size_t Number) { All.erase(All.begin() + static_cast<std::ptrdiff_t>(Number)); }

void KeptArrays::leave(Bytes Where) {
  for (std::size_t I = 0; I < All.size(); ++I)
    if (All[I].Where.First == Where.First && All[I].Depth) {
      if (--All[I].Depth == 0 && !All[I].Persists)
        drop(I);
      return;
    }
}

void KeptArrays::depersist(std::uintptr_t Begin) {
  for (std::size_t I = 0; I < All.size(); ++I)
    if (All[I].Persists && All[I].Where.First <= Begin && Begin < All[I].Where.Last) {
      if (All[I].Depth == 0)
        drop(I);
      else
        All[I].Persists = false;
      return;
    }
}

const KeptArray *KeptArrays::find(std::uintptr_t Address) const {
  for (const KeptArray &Each : All)
    if (Address >= Each.Where.First && Address < Each.Where.Last)
      return &Each;
  return nullptr;
}

bool KeptArrays::touches(Bytes Where) const {
  return std::ranges::any_of(All, [&](const KeptArray &Each) { return Each.Where.overlaps(Where); });
}

void KeptArrays::hostGets(Bytes Where) {
  for (const KeptArray &Each : All)
    if (const Bytes Both = Each.Where.clipped(Where); Both.size())
      Cells.forEach(Both.First, Both.size(), [](Cell &Of, std::uintptr_t, std::size_t) { Of.DeviceWrote = 0; });
}

void KeptArrays::devicesGet(Bytes Where) {
  for (const KeptArray &Each : All)
    if (const Bytes Both = Each.Where.clipped(Where); Both.size())
      Cells.forEach(Both.First, Both.size(), [](Cell &Of, std::uintptr_t, std::size_t) { Of = {}; });
}

void KeptArrays::allAreSame() { Cells.forgetAll(); }

std::uintptr_t KeptArrays::host(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code) {
  std::uintptr_t Found = 0;
  Cells.forEach(Address, Size, [&](Cell &Each, std::uintptr_t, std::size_t) {
    Found = Found ? Found : Each.DeviceWrote;
    if (Writes)
      Each.HostWrote = Code;
  });
  return Found;
}

std::uintptr_t KeptArrays::device(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code) {
  std::uintptr_t Found = 0;
  Cells.forEach(Address, Size, [&](Cell &Each, std::uintptr_t, std::size_t) {
    if (Writes)
      Each = {0, Code};
    else
      Found = Found ? Found : Each.HostWrote;
  });
  return Found;
}

} // namespace hetrt::check
