// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a data clause says of an array, in one form for all of its spellings: `[cond:num:halo]`, a section, padding, a
// share of a block around the loop, what goes through another array, what a type declares. Clauses that the compiler
// has found are no different. Rewrite and Kernel read this, and no clause.
#ifndef HETCC_LIB_ANALYSIS_WINDOWS_WINDOWSHAPE_H
#define HETCC_LIB_ANALYSIS_WINDOWS_WINDOWSHAPE_H

#include "Directive/Directive.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace clang {
class Expr;
} // namespace clang

namespace hetcc {

/// A whole number that is known when a pass begins, as the user's function computes it there.
struct Number {
  std::string Code = "0";                        ///< of type hetrt_int64; empty: nothing says it
  llvm::SmallVector<const clang::Expr *, 2> Sum; ///< what adds up to it; none where that is not known, or it is 0 or 1
  /// Computed once in each pass, whether anybody wants to know it or not: it may do more than that, or not return.
  bool Once = false;
  bool isKnown() const { return !Code.empty(); }
};

/// One dimension.
struct Axis {
  /// Of the share that a thread of a block around the loop has, with its padding; Last is the one behind.
  struct Share {
    Number First, Last;
  };
  Number Extent;              ///< how many indices there are; not known: as far as the loop and After go
  Number Before, After;       ///< halo, where it is tied
  Number Tied;                ///< not 0: iterator value i has index i
  std::optional<bool> IsTied; ///< the same; nothing: known when a pass begins
  bool Cut = false;           ///< where it is not tied, indices [First, First + Count) alone are used
  Number First, Count;
  std::optional<Share> Within; ///< cut: only what of First to Extent is in a share
};

struct WindowShape {
  llvm::SmallVector<Axis, 3> Axes; ///< slowest first
  Number ElementSize;              ///< bytes; not known: as the array's type has it
  Association How = Association::Array;
  std::string Through;          ///< the array that it goes through; empty: none
  bool Whole = false;           ///< every device has all of it, or as far as it is indexed
  bool In = false, Out = false; ///< which way the clause says that it travels
  bool Inferred = false;        ///< no clause of the user's names it
  bool Present = false;         ///< a data region around the loop has to have it
  bool Allocated = false;       ///< a block's thread has placed it by hand
  unsigned rank() const { return unsigned(Axes.size()); }
  /// Whether any dimension is cut.
  bool usesSections() const;
};

} // namespace hetcc
#endif
