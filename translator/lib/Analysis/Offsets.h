// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: by how much the index of an access differs from the iteration's own index: for `a[i - 1]`, by
// -1.
#ifndef HETCC_LIB_ANALYSIS_OFFSETS_H
#define HETCC_LIB_ANALYSIS_OFFSETS_H

#include "Analysis/Affine.h"
#include "Analysis/InnerLoop.h"

namespace hetcc {

/// Computes the indices of the accesses of one region as polynomials. Counters of inner loops are replaced by their
/// bounds.
class Offsets {
public:
  Offsets(const Region &R, clang::ASTContext &Context);

  /// The index of an access in dimension D: its subscript; or, of a flat subscript such as `i * n + j`, the part that
  /// is no multiple of the stride of dimension D - 1. nullopt if the index is not known.
  std::optional<Polynomial> index(const Access &A, const Window &W, unsigned D) const;

  /// By how much index() changes from one index of dimension D to the next: 1, or the stride in a flat subscript.
  std::optional<Polynomial> stride(const Window &W, unsigned D) const;

  /// The index() of an access with all inner loops around it in their first iteration; that iteration runs if any does.
  std::optional<Polynomial> indexAtFirst(const Access &A, const Window &W, unsigned D) const;

  /// By how much the index of an access may differ from the iteration's own index in the tied dimension D: from Least
  /// to Most. nullopt if that is not known.
  std::optional<Range> of(const Access &A, const Window &W, unsigned D) const;

private:
  std::optional<Polynomial> bound(Polynomial Value, const Access &A, const Polynomial &Stride, bool Upper) const;

  const Region &R;
  Affine Values;
  InnerLoops Loops;
};

} // namespace hetcc
#endif
