// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records, for each array that devices keep, which of its bytes the host or a device has written.
#include "Check/Kept.h"

#include <cstring>

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
  All.push_back({.Where = Where, .Depth = 1, .Name = Name, .Said = Said});
  forgetBytes(Where);
  Cells.forget(Where.First, Where.size());
}

void KeptArrays::persist(Bytes Where, const std::string &Name, const std::string &Said) {
  for (const KeptArray &Each : All)
    if (Each.Where.overlaps(Where))
      return;
  All.push_back({.Where = Where, .Depth = 0, .Persists = true, .Name = Name, .Said = Said});
  forgetBytes(Where);
  Cells.forget(Where.First, Where.size());
}

void KeptArrays::drop(std::size_t Number) {
  forgetBytes(All[Number].Where);
  All.erase(All.begin() + static_cast<std::ptrdiff_t>(Number));
}

void KeptArrays::forgetBytes(Bytes Where) {
  std::erase_if(Was, [&](const auto &Each) { return Where.overlaps({Each.first, Each.first + Each.second.size()}); });
}

void KeptArrays::remember(Bytes Where) {
  for (const KeptArray &Each : All)
    if (const Bytes Both = Each.Where.clipped(Where); Both.size()) {
      const auto *Memory = reinterpret_cast<const std::byte *>(Both.First);
      forgetBytes(Both);
      Was[Both.First].assign(Memory, Memory + Both.size());
    }
}

void KeptArrays::compare(Bytes Where) {
  for (const auto &[First, Old] : Was) {
    const auto *Now = reinterpret_cast<const std::byte *>(First);
    if (First < Where.First || First + Old.size() > Where.Last || std::memcmp(Now, Old.data(), Old.size()) == 0)
      continue;
    for (std::size_t I = 0; I < Old.size(); ++I)
      if (Now[I] != Old[I])
        Cells.forEach(First + I, 1, [](Cell &Of, std::uintptr_t, std::size_t) {
          Of.HostWrote = Of.HostWrote ? Of.HostWrote : UnseenCode;
        });
  }
}

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
  forgetBytes(Where);
  for (const KeptArray &Each : All)
    if (const Bytes Both = Each.Where.clipped(Where); Both.size())
      Cells.forEach(Both.First, Both.size(), [](Cell &Of, std::uintptr_t, std::size_t) { Of = {}; });
}

void KeptArrays::devicesForget(Bytes Where) {
  for (KeptArray &Each : All)
    Each.Forgotten |= Each.Where.overlaps(Where);
}

void KeptArrays::devicesForgetAll() { devicesForget({0, UINTPTR_MAX}); }

void KeptArrays::devicesTake(Bytes Where) {
  for (KeptArray &Each : All)
    if (Each.Forgotten && Each.Where.overlaps(Where)) {
      Each.Forgotten = false;
      devicesGet(Each.Where);
    }
}

std::uintptr_t KeptArrays::host(std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code) {
  std::uintptr_t Found = 0;
  Cells.forEach(Address, Size, [&](Cell &Each, std::uintptr_t, std::size_t) {
    if (Writes)
      Each.HostWrote = Code;
    else if (!Found && !Each.HostWrote)
      Found = Each.DeviceWrote;
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
