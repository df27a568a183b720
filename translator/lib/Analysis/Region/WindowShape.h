// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of a data clause for its array, in one form for all spellings: `[cond:num:halo]`, a section, padding, the
// share of a block around the loop, indices through another array, extents by a type. Clauses that the compiler adds
// have the same form. Rewrite and Kernel use this description; of the clause they use the array's name and its type.
#ifndef HETCC_LIB_ANALYSIS_REGION_WINDOWSHAPE_H
#define HETCC_LIB_ANALYSIS_REGION_WINDOWSHAPE_H

#include "Directive/Directive.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace clang {
class Expr;
} // namespace clang

namespace hetcc {

/// An integer that generated code in the user's function computes when a pass (an execution of the loop) begins.
struct Number {
  std::string Code = "0";                        ///< an expression of type hetrt_int64; empty: the number is not known
  llvm::SmallVector<const clang::Expr *, 2> Sum; ///< expressions that add up to the number; empty if there are none, or
                                                 ///< if they are not known
  /// The expression may have side effects or not return, so generated code evaluates it exactly once in each pass, even
  /// if no device needs the number.
  bool Once = false;
  bool isKnown() const { return !Code.empty(); }
};

/// One dimension of a window.
struct Axis {
  /// The indices [First, Last) of the share that a thread of a block around the loop has, with padding.
  struct Share {
    Number First, Last;
  };
  Number Extent;              ///< the number of indices; if it is not known, the loop's last index plus After
  Number Before, After;       ///< the halo on both sides, if the dimension is tied
  Number Tied;                ///< not 0: the dimension is tied, that is, iterator value i uses index i
  std::optional<bool> IsTied; ///< whether it is tied; nullopt if this is known only when a pass begins
  bool Cut = false;           ///< not tied, and only indices [First, First + Count) are used
  Number First, Count;
  std::optional<Share> Within; ///< with Cut: only the indices from First to Extent that are in this share are used
};

/// The meaning of a data clause for its array.
struct WindowShape {
  llvm::SmallVector<Axis, 3> Axes; ///< the outermost dimension, which changes slowest in memory, first
  Number ElementSize;              ///< in bytes; if it is not known, the size of the array type's elements
  Association How = Association::Array;
  std::string Through;          ///< the array with the indices through which the array is accessed; empty if there is
                                ///< none
  bool Whole = false;           ///< every device gets the whole array or, if How is Indexed, the elements that its
                                ///< indices lead to
  bool In = false, Out = false; ///< whether the clause says to copy the array to devices, and back
  bool Inferred = false;        ///< the compiler has added the clause
  bool Present = false;         ///< a data region around the loop must contain the array
  bool Allocated = false;       ///< a thread of a block has allocated the array on a device by omp_target_allocate()
  unsigned rank() const { return unsigned(Axes.size()); }
};

} // namespace hetcc
#endif
