// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding to whole iterations.
#include "Schedule/Apportion.h"

#include <algorithm>
#include <ranges>

namespace hetrt {

/// Relative rounding error that a fraction may have.
static constexpr long double FractionError = 1e-13L;

/// Deals Left out to the devices that Accepts holds for, in the order of Order. More than one round is needed only
/// where limits bind.
template <typename OrderRange, typename Predicate>
static uint64_t deal(uint64_t Left, std::span<Portion> Portions, const OrderRange &Order, Predicate Accepts) {
  auto HasRoom = [&](uint32_t J) { return Portions[J].Count < Portions[J].Limit && Accepts(Portions[J]); };
  while (Left > 0) {
    uint64_t Takers = std::ranges::count_if(Order, HasRoom);
    if (Takers == 0)
      return Left;
    uint64_t Each = std::max<uint64_t>(1, Left / Takers);
    for (uint32_t J : Order) {
      if (Left == 0 || !HasRoom(J))
        continue;
      uint64_t More = std::min({Each, Left, Portions[J].Limit - Portions[J].Count});
      Portions[J].Count += More;
      Left -= More;
    }
  }
  return 0;
}

uint64_t apportion(uint64_t Iterations, std::span<Portion> Portions, std::span<const uint32_t> SlowestFirst) {
  uint64_t Left = Iterations;
  for (Portion &P : Portions) {
    // A fraction times 2^64 needs more bits than a double has. A fraction that rounding has left just below
    // k/Iterations means k.
    auto Exact = static_cast<long double>(P.Fraction) * static_cast<long double>(Iterations) * (1 + FractionError);
    uint64_t Floor = Exact >= static_cast<long double>(Left) ? Left : static_cast<uint64_t>(Exact);
    P.Count = std::min(Floor, P.Limit);
    Left -= P.Count;
  }
  if (Left == 0)
    return 0;
  auto TakesPart = [](const Portion &P) { return P.Fraction > 0; };
  uint64_t Sharers = std::max<uint64_t>(1, std::ranges::count_if(Portions, TakesPart));
  uint64_t Mean = Iterations / Sharers + (Iterations % Sharers != 0); // Count < Iterations/n as whole numbers compare
  Left = deal(Left, Portions, SlowestFirst, [&](const Portion &P) { return P.Fraction > 0 && P.Count >= Mean; });
  auto FastestFirst = std::views::reverse(SlowestFirst);
  Left = deal(Left, Portions, FastestFirst, TakesPart);
  return deal(Left, Portions, FastestFirst, [](const Portion &) { return true; });
}

} // namespace hetrt
