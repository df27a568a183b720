// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: which elements different iterations of an inner loop touch.
#ifndef HETCC_LIB_ANALYSIS_SUBSCRIPTS_H
#define HETCC_LIB_ANALYSIS_SUBSCRIPTS_H

#include "Analysis/Affine.h"
#include "Analysis/Effects.h"
#include "Analysis/InnerLoop.h"

namespace hetcc {

/// How an access moves from one value of a counter to the next.
enum class Pace { Still, Contiguous, Strided };

class Subscripts {
public:
  Subscripts(const Region &R, clang::ASTContext &Context);

  /// Whether different values of the loop's counter lead to different elements, in all of these accesses to one window
  /// taken together. `Body` is what the loop's body does, and `Inside` the counted loops in it.
  bool areApart(const InnerLoop &Loop, llvm::ArrayRef<InnerLoop> Inside, const Effects &Body,
                llvm::ArrayRef<const Access *> Of) const;

  /// Whether two accesses in loops that count alike, each at any time in the body, touch an element both only where the
  /// loops' counters have one value.
  bool meetAtOneValue(const InnerLoop &LoopA, const Access &A, const InnerLoop &LoopB, const Access &B) const;

  /// Whether an access outside of a loop touches no element that one in its body does, since the counter would have to
  /// have a value before its first or behind its last: `a[j]` and, for k from j + 1 on, `a[k]`.
  bool isBeside(const Access &Outside, const InnerLoop &Loop, const Access &Inside) const;

  /// How an access moves with the counter of a loop around it. `Body` is what the loop's body does.
  Pace pace(const Access &A, const clang::ValueDecl *Counter, const Effects &Body) const;
  /// The counted loops of the body around an access; the outermost first.
  llvm::ArrayRef<InnerLoop> loopsAround(const Access &A) const { return Loops.around(A.Whole); }
  /// How it moves with the iterator of the region, where inner loops are equally far.
  Pace paceOfIterator(const Access &A) const;

private:
  struct Extent {
    const clang::ValueDecl *Counter;
    Polynomial Factor, Most; ///< of an index, and by how much the counter's values differ at most
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
