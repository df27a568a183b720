// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Variables: whether a piece of code sets each element of an array before it reads the element, and which
// elements the code has set when it ends. If so, the array's earlier values do not matter, and each iteration of a loop
// may have an array of its own.
//
//     for (j = 0; j <= n; j++) buffer[j] = x[j];      // [0, n + 1)
//     for (j = 1; j < n; j++) y[j] = buffer[j - 1] + buffer[j + 1];
#ifndef HETCC_LIB_ANALYSIS_VARIABLES_FILLINGS_H
#define HETCC_LIB_ANALYSIS_VARIABLES_FILLINGS_H

#include "Analysis/Region/ForeignFunctions.h"
#include "Analysis/Values/Affine.h"

namespace hetcc {

/// A box of elements of an array: in each dimension the indices from the first value up to, but without, the second
/// value.
using FilledBox = llvm::SmallVector<std::pair<Polynomial, Polynomial>, 2>;

/// What a piece of code does to an array.
struct Filling {
  /// The code reads no element that it has not set before, and passes the array's address to no code that may keep the
  /// address. The code may set more elements than those in Boxes.
  bool SetsFirst = false;
  std::vector<FilledBox> Boxes; ///< elements that are set when the code ends, whatever the data
  /// What functions of other units must do for SetsFirst and Boxes to be true: each listed function must set all of the
  /// array.
  std::vector<FilledElsewhere> Elsewhere;
};

/// Looks at statement `S` of function `F`. `Array` is a variable of a constant array type, or a parameter that is a
/// pointer.
Filling fillingOf(const clang::Stmt *S, const clang::FunctionDecl &F, const clang::VarDecl *Array,
                  clang::ASTContext &Context);

} // namespace hetcc
#endif
