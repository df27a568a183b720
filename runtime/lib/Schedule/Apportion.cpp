// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds fractions of the iterations to whole iterations.
#include "Schedule/Apportion.h"

#include <algorithm>

namespace hetrt {

/// Returns Iterations * Fraction rounded down, at most Most. If rounding errors have made Fraction slightly smaller
/// than k/Iterations, the result is still k. The product is computed in the type Real: the caller chooses double where
/// double is exact enough, since long double is slower.
template <typename Real> static uint64_t wholePart(uint64_t Iterations, double Fraction, uint64_t Most) {
  constexpr Real FractionError = 1e-13;
  Real Exact = static_cast<Real>(Fraction) * static_cast<Real>(Iterations) * (1 + FractionError);
  return Exact >= static_cast<Real>(Most) ? Most : static_cast<uint64_t>(Exact);
}

namespace {

/// Distributes the iterations that are left over, after all portions were rounded down, over the portions.
class Dealer {
public:
  Dealer(uint64_t Left, std::span<Portion> Portions, std::span<uint32_t> Order)
      : Left(Left), Portions(Portions), Order(Order) {}

  /// Gives the left-over iterations to the portions for which `Accepts` is true, the same number to each. If the number
  /// of iterations is not divisible, the portions that come first in the order `Before` get one more. Portions that
  /// reach their limits get no more, so what they cannot take is distributed in further rounds.
  template <typename Predicate, typename Comparison> void deal(Predicate Accepts, Comparison Before) {
    while (Left > 0) {
      size_t Takers = list(Accepts);
      if (Takers == 0)
        return;
      uint64_t Each = Left / Takers;
      if (Each == 0) {
        auto First = Order.begin(), Last = First + static_cast<std::ptrdiff_t>(Takers);
        std::nth_element(First, First + static_cast<std::ptrdiff_t>(Left), Last,
                         [&](uint32_t A, uint32_t B) { return Before(Portions[A], Portions[B]); });
        Takers = Left;
        Each = 1;
      }
      for (uint32_t J : Order.first(Takers))
        give(Portions[J], Each);
    }
  }

  uint64_t left() const { return Left; }

private:
  /// Puts the indices of the portions for which `Accepts` is true and that are below their limits in front of Order;
  /// returns how many there are.
  template <typename Predicate> size_t list(Predicate Accepts) {
    size_t Takers = 0;
    for (uint32_t J = 0; J < Portions.size(); ++J)
      if (Portions[J].Count < Portions[J].Limit && Accepts(Portions[J]))
        Order[Takers++] = J;
    return Takers;
  }

  void give(Portion &P, uint64_t Each) {
    uint64_t More = std::min(Each, P.Limit - P.Count);
    P.Count += More;
    Left -= More;
  }

  uint64_t Left;
  std::span<Portion> Portions;
  std::span<uint32_t> Order;
};

/// Of two equally fast portions, the one that comes earlier in the array counts as faster.
bool slower(const Portion &A, const Portion &B) { return A.Seconds != B.Seconds ? A.Seconds > B.Seconds : &A > &B; }
bool faster(const Portion &A, const Portion &B) { return slower(B, A); }

} // namespace

uint64_t apportion(uint64_t Iterations, std::span<Portion> Portions, std::span<uint32_t> Order) {
  bool FitsDouble = Iterations < uint64_t{1} << 40;
  uint64_t Left = Iterations;
  for (Portion &P : Portions) {
    uint64_t Floor = FitsDouble ? wholePart<double>(Iterations, P.Fraction, Left)
                                : wholePart<long double>(Iterations, P.Fraction, Left);
    P.Count = std::min(Floor, P.Limit);
    Left -= P.Count;
  }
  if (Left == 0)
    return 0;
  auto TakesPart = [](const Portion &P) { return P.Fraction > 0; };
  uint64_t Sharers = std::max<uint64_t>(1, std::ranges::count_if(Portions, TakesPart));
  uint64_t Mean = Iterations / Sharers + (Iterations % Sharers != 0); // rounded up, since Count is a whole number
  Dealer Deal(Left, Portions, Order);
  Deal.deal([&](const Portion &P) { return P.Fraction > 0 && P.Count >= Mean; }, slower);
  Deal.deal(TakesPart, faster);
  Deal.deal([](const Portion &) { return true; }, faster);
  return Deal.left();
}

} // namespace hetrt
