// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lanes: compares which elements of an array different iterations of an inner loop access.
#ifndef HETCC_LIB_ANALYSIS_LANES_SUBSCRIPTS_H
#define HETCC_LIB_ANALYSIS_LANES_SUBSCRIPTS_H

#include "Analysis/Lanes/Effects.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Values/Affine.h"

namespace hetcc {

/// How the accessed element changes from one value of a counter to the next: not at all, to a neighbouring element, or
/// by more.
enum class Pace { Still, Contiguous, Strided };

/// Answers questions about the subscripts in one region's body, for LoopSharing and the passes that use it.
class Subscripts {
public:
  Subscripts(const Region &R, clang::ASTContext &Context);

  /// Whether two accesses with different values of the loop's counter never use the same element, for all accesses `Of`
  /// to one window taken together. `Body` are the effects of the loop's body, and `Inside` the counted loops in the
  /// body.
  bool areApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                llvm::ArrayRef<const Access *> Of) const;

  /// Whether access A in loop LoopA and access B in loop LoopB use the same element only in iterations where both
  /// loops' counters have the same value. The loops have the same first value and step.
  bool meetAtOneValue(const InnerLoop &LoopA, const Access &A, const InnerLoop &LoopB, const Access &B) const;

  /// Whether an access outside of a loop uses no element that the access `Inside` in the loop's body uses, because the
  /// loop's counter would need a value outside of its range: `a[j]` outside, and `a[k]` in a loop with k from j + 1 on.
  bool isBeside(const Access &Outside, const InnerLoop &Loop, const Access &Inside) const;

  /// How an access changes with the counter of a loop around it. `Body` are the effects of the loop's body.
  Pace pace(const Access &A, const clang::ValueDecl *Counter, const Effects &Body) const;
  /// The counted loops of the body around an access; the outermost first.
  llvm::ArrayRef<InnerLoop> loopsAround(const Access &A) const { return Loops.around(A.Whole); }
  /// How an access changes with the iterator of the region, with inner loops in their first iterations.
  Pace paceOfIterator(const Access &A) const;

private:
  /// A part Factor * Counter of an index.
  struct Extent {
    const clang::ValueDecl *Counter;
    Polynomial Factor, Most; ///< Most: the greatest difference of two values of the counter
  };
  using Extents = llvm::SmallVector<Extent, 4>;
  std::optional<Polynomial> index(const Access &A, unsigned D) const;
  bool isFixed(const Polynomial &P) const;
  bool isNonzero(const Polynomial &Factor, const Window &W) const;
  bool wrapsEarly(const clang::Expr *E) const;
  bool isCountedBy(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, llvm::ArrayRef<const Access *> Of) const;
  bool dimensionIsApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                        llvm::ArrayRef<const Access *> Of, unsigned D) const;
  std::optional<Polynomial> span(const InnerLoop &Loop, const Window &Of,
                                 llvm::function_ref<bool(const clang::ValueDecl *)> IsKept) const;
  std::optional<Extents> extents(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside,
                                 llvm::function_ref<bool(const clang::ValueDecl *)> IsKept,
                                 llvm::ArrayRef<const Access *> Of, unsigned D) const;
  bool separates(Extents All, const clang::ValueDecl *Counter, const Window &W) const;

  const Region &R;
  clang::ASTContext &Context;
  Affine Values;
  InnerLoops Loops;
  EffectsFinder Finder;
};

} // namespace hetcc
#endif
