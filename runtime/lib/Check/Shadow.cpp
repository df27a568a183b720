// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records accesses, and compares each access with the last writer and the first reader of its bytes.
#include "Check/Shadow.h"

#include <utility>

namespace hetrt::check {

bool Shadow::noteAll(const Access &What, std::uint64_t Since, Conflict &Into) {
  bool Found = false;
  Cells.forEach(What.Address, What.Bytes, [&](Cell &Each, std::uintptr_t Address, std::size_t Size) {
    Conflict With{.Address = Address};
    if (noteIn(Each, What, Address, Size, Since, With) && !std::exchange(Found, true))
      Into = With;
  });
  return Found;
}

/// Compares an access with the stored accesses to the same bytes that held locks (UnderLocks). If the access itself
/// holds a lock, stores it too. Returns whether it conflicts.
bool Shadow::noteLocked(Cell &In, const Access &What, std::uintptr_t Address, std::size_t Size, std::uint64_t Since,
                        Conflict &Into) {
  bool Found = false;
  for (std::uintptr_t Byte = Address; Byte < Address + Size; ++Byte) {
    std::vector<Locked> &All = UnderLocks[Byte];
    std::erase_if(All, [&](const Locked &Each) { return Each.Iteration < Since; });
    unsigned Alike = 0, Writers = 0;
    bool Same = false, OneSet = true;
    for (const Locked &Each : All) {
      const bool IsAlike = Each.Held == What.Held && Each.Writes == What.Writes;
      Alike += IsAlike;
      Same |= IsAlike && Each.Iteration == What.Iteration;
      OneSet &= Each.Held == What.Held;
      Writers += Each.Writes;
      if (Each.Iteration == What.Iteration || (Each.Held & What.Held) || !(Each.Writes || What.Writes))
        continue;
      Found = true;
      Into.Wrote = Each.Writes;
      Into.Code = Each.Code;
      Into.Iteration = Each.Iteration;
    }
    if (!What.Held)
      continue;
    if (!Same && Alike < 2)
      All.push_back({What.Iteration, What.Held, What.Writes, What.Code});
    In.Common = OneSet && Writers >= 2 ? What.Held : Locks(0);
  }
  if (What.Held) {
    In.Pass = static_cast<std::uint32_t>(Since);
    In.HasLocked = true;
  }
  return Found;
}

bool Shadow::hasWritten(std::uintptr_t Address, std::size_t Size, std::uint64_t Iteration) {
  const auto UnderLock = [&](std::uintptr_t Byte) {
    const auto There = UnderLocks.find(Byte);
    return There != UnderLocks.end() && std::ranges::any_of(There->second, [&](const Locked &Each) {
             return Each.Writes && Each.Iteration == Iteration;
           });
  };
  bool All = true;
  Cells.forEach(Address, Size, [&](const Cell &Each, std::uintptr_t Byte, std::size_t) {
    All &= Each.Writer == Iteration || (Each.HasLocked && UnderLock(Byte));
  });
  return All;
}

void Shadow::forget(std::uintptr_t Address, std::size_t Size) {
  Cells.forget(Address, Size);
  for (std::uintptr_t Byte = Address; !UnderLocks.empty() && Byte < Address + Size; ++Byte)
    UnderLocks.erase(Byte);
}

void Shadow::forgetAll() {
  Cells.forgetAll();
  UnderLocks.clear();
}

} // namespace hetrt::check
