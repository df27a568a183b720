// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides polynomials by strides: computes remainders, and bounds of quotients.
#include "Analysis/Values/Polynomial.h"
#include <algorithm>

using namespace hetcc;

Polynomial Polynomial::withoutMultiples(const Polynomial &Stride) const {
  if (Stride.Terms.size() != 1)
    return *this;
  auto &[Unit, Size] = *Stride.Terms.begin();
  Polynomial Left;
  Left.Overflow = Overflow;
  for (auto &[P, C] : Terms) {
    bool Contains = std::includes(P.begin(), P.end(), Unit.begin(), Unit.end());
    if (Contains && Size != 0 && C % Size == 0)
      continue;
    int64_t Own = C;
    if (P.empty() && Unit.empty() && Size > 0) {
      const int64_t Half = (Size - 1) / 2;
      Own %= Size;
      Own = Own > Half ? Own - Size : Own < -Half ? Own + Size : Own;
    }
    Left.add(P, Own);
  }
  return Left;
}

std::optional<Range> Polynomial::quotient(const Polynomial &Stride) const {
  // The term of Stride with the highest degree: C * P.
  auto Largest = llvm::max_element(Stride.Terms, [](auto &A, auto &B) { return A.first.size() < B.first.size(); });
  if (Overflow || Stride.Overflow || Largest == Stride.Terms.end() || Largest->second <= 0)
    return std::nullopt;
  auto &[P, C] = *Largest;
  auto It = Terms.find(P);
  int64_t Own = It == Terms.end() ? 0 : It->second;
  // *this == K / D * Stride + Remainder, with a constant Remainder.
  int64_t K = Own, D = C;
  if (!P.empty() && Own % C == 0)
    K = Own / C, D = 1;
  else if (Stride.Terms.size() != 1)
    return std::nullopt;
  auto Remainder = (*this + -(D == 1 ? Stride * constant(K) : Polynomial(P, Own))).asConstant();
  int64_t End = 0;
  if (!Remainder || llvm::AddOverflow(K, *Remainder, End))
    return std::nullopt;
  // If the stride is not a constant, Remainder / Stride is between 0 (for large strides) and Remainder (for a stride of
  // 1), so both are bounds of the range.
  auto Floor = [&](int64_t Value) { return llvm::divideFloorSigned(Value, D); };
  if (*Remainder >= 0)
    return Range{Floor(K), Floor(End), *Remainder == 0};
  return Range{Floor(End), Floor(K - 1), End == K - 1};
}
