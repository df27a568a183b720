// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Windows: what is known about numbers in a region's loop, and which conditions must be checked when the
// loop begins.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_FACTS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_FACTS_H

#include "Analysis/Values/Affine.h"
#include "Analysis/Windows/Spellings.h"

namespace hetcc {

/// What is known about the values of polynomials in the loop of a region.
class Facts {
public:
  Facts(const Region &R, const Affine &Values, Spellings &Names);

  const Polynomial &least() const { return Least; } ///< the least value of the iterator
  /// The greatest value of the iterator, or a greater number that the iterator skips because of the loop's step.
  const Polynomial &most() const { return Most; }
  bool endsKnown() const { return EndsKnown; } ///< the iterator takes both values, least() and most()

  /// Adds the fact that P is not negative.
  void assume(Polynomial P) { NotNegative.push_back(std::move(P)); }
  /// Whether P is never negative for the iterator values of a domain. If this cannot be proven now, adds a condition to
  /// needed(), which is checked when the loop begins. False if P may be negative, cannot be checked, or is certainly
  /// negative where the other conditions hold.
  bool holds(const Polynomial &P, llvm::ArrayRef<Polynomial> Domain);
  /// Whether it can be proven now that P is not negative.
  bool proves(const Polynomial &P) const { return P.valid() && follows(P); }
  /// P at the greatest or the least value of the iterator; nothing if P is not linear in the iterator.
  std::optional<Polynomial> at(const Polynomial &P, bool Greatest) const;
  /// The greatest or the least value of P over the loop; nothing if the factor of the iterator is not a constant.
  std::optional<Polynomial> extreme(const Polynomial &P, bool Greatest) const;
  const std::vector<Polynomial> &needed() const { return Needed; }

private:
  bool follows(const Polynomial &P) const;
  bool contradicts(const Polynomial &P) const;

  const Region *R; // pointers and not references, so that callers can copy Facts to try an assumption
  const Affine *Values;
  const Spellings *Names;
  Polynomial Least, Most;
  bool EndsKnown = true;
  std::vector<Polynomial> NotNegative, Needed;
};

} // namespace hetcc
#endif
