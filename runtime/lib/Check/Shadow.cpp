// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/Shadow.h"

namespace hetrt::check {

bool Shadow::noteIn(Cell &In, const Access &What, Place At, std::uint64_t Since, Conflict &Into) {
  const auto Meets = [&](std::uint64_t Who, Place There) {
    return Who >= Since && Who != What.Iteration && !(There.held() & What.Held);
  };
  bool Found = false;
  if (Meets(In.Writer, In.WrittenAt)) {
    Into = {0, true, In.WrittenAt.code(), In.Writer};
    Found = true;
  } else if (What.Writes && Meets(In.Reader, In.ReadAt)) {
    Into = {0, false, In.ReadAt.code(), In.Reader};
    Found = true;
  }
  // Of several accesses the one that the fewest locks protect is kept.
  if (What.Writes) {
    if (In.Writer != What.Iteration || (In.WrittenAt.held() & ~What.Held))
      In.WrittenAt = At;
    In.Writer = What.Iteration;
  } else if (In.Reader < Since || (In.ReadAt.held() & ~What.Held)) {
    In.ReadAt = At;
    In.Reader = What.Iteration;
  }
  return Found;
}

bool Shadow::note(const Access &What, std::uint64_t Since, Conflict &Into) {
  const Place At(What.Code, What.Held);
  bool Found = false;
  Cells.forEach(What.Address, What.Bytes, [&](Cell &Each, std::uintptr_t Address) {
    Conflict With;
    if (noteIn(Each, What, At, Since, With) && !Found) {
      Found = true;
      With.Address = Address;
      Into = With;
    }
  });
  return Found;
}

bool Shadow::hasWritten(std::uintptr_t Address, std::size_t Size, std::uint64_t Iteration) {
  bool All = true;
  Cells.forEach(Address, Size, [&](const Cell &Each, std::uintptr_t) { All &= Each.Writer == Iteration; });
  return All;
}

} // namespace hetrt::check
