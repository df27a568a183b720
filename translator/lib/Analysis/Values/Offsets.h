// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: the difference between the index of an access and the iteration's own index, such as -1 for `a[i
// - 1]`.
#ifndef HETCC_LIB_ANALYSIS_VALUES_OFFSETS_H
#define HETCC_LIB_ANALYSIS_VALUES_OFFSETS_H

#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Values/Affine.h"

namespace hetcc {

/// Computes the indices of the accesses of one region as polynomials. Counters of inner loops are replaced by their
/// bounds.
class Offsets {
public:
  Offsets(const Region &R, clang::ASTContext &Context);

  /// The index of an access in dimension D: its subscript or, if the subscript is flat as in `i * n + j`, the part that
  /// is not a multiple of the stride of dimension D - 1. nullopt if the index is not known.
  std::optional<Polynomial> index(const Access &A, const Window &W, unsigned D) const;

  /// The amount by which index() changes from one index of dimension D to the next: 1, or the stride in a flat
  /// subscript.
  std::optional<Polynomial> stride(const Window &W, unsigned D) const;

  /// The index() of an access when all inner loops around it are in their first iteration. If a loop has any iteration,
  /// it has this one.
  std::optional<Polynomial> indexAtFirst(const Access &A, const Window &W, unsigned D) const;

  /// The range of the difference between the index of an access and the iteration's own index in the tied dimension D.
  /// nullopt if the range is not known.
  std::optional<Range> of(const Access &A, const Window &W, unsigned D) const;

private:
  std::optional<Polynomial> bound(Polynomial Value, const Access &A, const Polynomial &Stride, bool Upper) const;

  const Region &R;
  Affine Values;
  InnerLoops Loops;
};

} // namespace hetcc
#endif
