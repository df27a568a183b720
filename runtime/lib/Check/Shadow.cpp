// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/Shadow.h"

#include <utility>

namespace hetrt::check {

bool Shadow::noteAll(const Access &What, std::uint64_t Since, Conflict &Into) {
  const Place At(What.Code, What.Held);
  bool Found = false;
  Cells.forEach(What.Address, What.Bytes, [&](Cell &Each, std::uintptr_t Address) {
    Conflict With{.Address = Address};
    if (noteIn(Each, What, At, Since, With) && !std::exchange(Found, true))
      Into = With;
  });
  return Found;
}

bool Shadow::hasWritten(std::uintptr_t Address, std::size_t Size, std::uint64_t Iteration) {
  bool All = true;
  Cells.forEach(Address, Size, [&](const Cell &Each, std::uintptr_t) { All &= Each.Writer == Iteration; });
  return All;
}

} // namespace hetrt::check
