// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: by how much the index of an access differs from the iteration's own.
#ifndef HETCC_LIB_ANALYSIS_OFFSETS_H
#define HETCC_LIB_ANALYSIS_OFFSETS_H

#include "Analysis/Affine.h"
#include "Analysis/InnerLoop.h"

namespace hetcc {

class Offsets {
public:
  Offsets(const Region &R, clang::ASTContext &Context);

  /// What an access says of dimension D: its subscript, or the part of a flat one that the dimensions before D leave
  /// over.
  std::optional<Polynomial> index(const Access &A, const Window &W, unsigned D) const;

  /// By how much that changes from one index of dimension D to the next.
  std::optional<Polynomial> stride(const Window &W, unsigned D) const;

  /// What an access says where all inner loops around the access are in their first turn, which is taken if any is.
  std::optional<Polynomial> indexAtFirst(const Access &A, const Window &W, unsigned D) const;

  /// By how much an access may differ from the iteration's own index in the tied dimension D; nullopt if that is not
  /// known.
  std::optional<Range> of(const Access &A, const Window &W, unsigned D) const;

private:
  std::optional<Polynomial> bound(Polynomial Value, const Access &A, const Polynomial &Stride, bool Upper) const;

  const Region &R;
  Affine Values;
  InnerLoops Loops;
};

} // namespace hetcc
#endif
