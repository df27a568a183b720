// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what is known of numbers where a region's loop runs, and what has to be found out when it does.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_FACTS_H
#define HETCC_LIB_ANALYSIS_WINDOWS_FACTS_H

#include "Analysis/Affine.h"
#include "Analysis/Windows/Spellings.h"

namespace hetcc {

class Facts {
public:
  Facts(const Region &R, const Affine &Values, Spellings &Names);

  const Polynomial &least() const { return Least; } ///< value of the iterator
  const Polynomial &most() const { return Most; }   ///< or a value beyond, which the step leaves out
  bool endsKnown() const { return EndsKnown; }      ///< the loop comes to both

  /// Says that a number is not negative where anything is made of it.
  void assume(Polynomial P) { NotNegative.push_back(std::move(P)); }
  /// Whether P is never negative for iterator values of a domain. What cannot be told now is asked when the loop
  /// begins, under needed(); false where it is wrong or cannot be asked.
  bool holds(const Polynomial &P, llvm::ArrayRef<Polynomial> Domain);
  /// Whether that is known now.
  bool proves(const Polynomial &P) const { return P.valid() && follows(P); }
  /// The value at the greatest or the least value of the iterator.
  std::optional<Polynomial> at(const Polynomial &P, bool Greatest) const;
  /// The greatest value over the loop, or the least one; nothing where the factor of the iterator has no known sign.
  std::optional<Polynomial> extreme(const Polynomial &P, bool Greatest) const;
  const std::vector<Polynomial> &needed() const { return Needed; }

private:
  bool follows(const Polynomial &P) const;

  const Region *R; // of both, who made this: values are copied to try things out
  const Spellings *Names;
  Polynomial Least, Most;
  bool EndsKnown = true;
  std::vector<Polynomial> NotNegative, Needed;
};

} // namespace hetcc
#endif
